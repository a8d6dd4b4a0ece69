import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { answerTexts } from '@lectern/contracts'
import { testUser, until } from '@lectern/testing'
import { doneOf, eventsOf, readThrough, startChatSpace } from './chat-space.ts'

const text = 'Dogs are welcome in the garden. Cats stay in the house.'
const prompt = 'Are dogs welcome in the garden?'

const space = await startChatSpace({ documents: true, claude: {} })
const claude = space.claude ?? assert.fail('no stand-in')
let chat: Awaited<ReturnType<typeof space.addChat>>

before(async () => {
  await space.outside.send(
    'organization.changed',
    { orgId: 1, aggregateId: '1' },
    { name: 'Park', systemPrompt: 'Never speak of prices.', planId: 1 },
  )
  chat = await space.addChat({ systemPrompt: 'You speak for the park.', personality: 'Cheerful.' })
  await space.addDocument(chat, 'park.txt', text)
})
beforeEach(() => {
  Object.assign(claude.behaviour, { mode: 'answer', tokens: 12, tokenEveryMs: 0, firstTokenMs: 0, blocks: null })
  claude.requests.length = 0
})
after(() => space.close())

const says = (...blocks: { text: string; cites?: string }[]) => Object.assign(claude.behaviour, { blocks })

describe('the model', () => {
  test('answers with sources whose words stand in the document', async () => {
    const { status, body } = await space.ask({ prompt, kb_id: chat.id })
    assert.equal(status, 200)
    assert.equal(body.type, 'answer')
    assert.equal(body.data.by, 'model')
    assert.equal(body.data.notice, null)
    assert.match(body.data.answer, /^The word1 word2 .*word11 \[1\]$/)
    const [source] = body.data.sources
    assert.equal(source.quote, 'Dogs are welcome in the garden.')
    assert.equal(text.slice(source.start, source.end), source.quote)
  })

  test('is given the passages as documents with citations on, the owner’s words, and a stable beginning', async () => {
    await space.ask({ prompt, kb_id: chat.id })
    const [request] = claude.requests
    const system = request?.system?.[0]?.text ?? ''
    for (const words of ['Never speak of prices.', 'You speak for the park.', 'Cheerful.'])
      assert.ok(system.includes(words), words)
    const content = request?.messages?.at(-1)?.content
    assert.ok(Array.isArray(content))
    const [document] = content
    assert.equal(document?.title, 'park.txt')
    assert.equal(document?.source?.data, text)
    assert.deepEqual((document as { citations?: object }).citations, { enabled: true })
    assert.equal(content.at(-1)?.text, prompt)
  })

  test('streamed, its answer comes piece by piece and ends with the same whole', async () => {
    Object.assign(claude.behaviour, { tokens: 30, tokenEveryMs: 10 })
    const events = await space.stream({ prompt, kb_id: chat.id })
    const names = events.map(({ event }) => event)
    assert.equal(names[0], 'sources')
    assert.equal(names.at(-1), 'done')
    assert.ok(names.filter((name) => name === 'delta').length > 3)
    const answer = doneOf(events)
    assert.deepEqual(readThrough(events), { text: answer.data.answer, sources: answer.data.sources })
    const json = await space.ask({ prompt, kb_id: chat.id })
    assert.equal(json.body.data.answer, answer.data.answer)
    assert.deepEqual(json.body.data.sources, answer.data.sources)
  })

  test('is not asked where nothing was found', async () => {
    const empty = await space.addChat({ fileCount: 0 })
    const { body } = await space.ask({ prompt, kb_id: empty.id })
    assert.equal(body.type, 'no_answer')
    assert.equal(body.data.notice, null)
    assert.equal(claude.requests.length, 0)
  })

  test('that says the documents do not tell gives no answer and no source', async () => {
    claude.behaviour.mode = 'refuses'
    const events = await space.stream({ prompt: 'Who painted the Mona Lisa?', kb_id: chat.id })
    const { type, data } = doneOf(events)
    assert.equal(type, 'no_answer')
    assert.equal(data.answer, answerTexts.noAnswer)
    assert.deepEqual(data.sources, [])
    assert.deepEqual(readThrough(events), { text: data.answer, sources: [] })
    assert.ok(!JSON.stringify(events).includes('NO_ANSWER'))
  })
})

describe('what the model cites', () => {
  test('and does not stand in a document is dropped: without a quote that holds there is no answer', async () => {
    claude.behaviour.mode = 'invents'
    const events = await space.stream({ prompt, kb_id: chat.id })
    const { type, data } = doneOf(events)
    assert.equal(type, 'no_answer')
    assert.equal(data.answer, answerTexts.noAnswer)
    assert.deepEqual(data.sources, [])
    // What was shown while it was written is taken back.
    assert.ok(events.some(({ event }) => event === 'restart'))
    assert.deepEqual(readThrough(events), { text: data.answer, sources: [] })
  })

  test('is kept where it holds and dropped where it does not', async () => {
    says(
      { text: 'Dogs may come in. ', cites: 'Dogs are welcome in the garden.' },
      { text: 'Unicorns too. ', cites: 'Unicorns are welcome as well.' },
      { text: 'Cats may not.', cites: 'Cats stay in the house.' },
    )
    const { body } = await space.ask({ prompt, kb_id: chat.id })
    assert.equal(body.data.answer, `Dogs may come in. [1] Unicorns too. *(${answerTexts.unsourced})* Cats may not. [2]`)
    assert.deepEqual(
      body.data.sources.map(({ n, quote, start }: { n: number; quote: string; start: number }) => ({
        n,
        quote,
        start,
      })),
      [
        { n: 1, quote: 'Dogs are welcome in the garden.', start: 0 },
        { n: 2, quote: 'Cats stay in the house.', start: 32 },
      ],
    )
  })

  test('twice has one number', async () => {
    says(
      { text: 'Dogs may come. ', cites: 'Dogs are welcome in the garden.' },
      { text: 'They may.', cites: 'Dogs are welcome in the garden.' },
    )
    const { body } = await space.ask({ prompt, kb_id: chat.id })
    assert.equal(body.data.answer, 'Dogs may come. [1] They may. [1]')
    assert.equal(body.data.sources.length, 1)
  })
})

test('a sentence without a source is marked, the parts of one that has a source are not', async () => {
  says(
    { text: 'I like animals. According to the rules, ' },
    { text: 'dogs are welcome', cites: 'Dogs are welcome in the garden.' },
    { text: ' there. Everybody knows that.\n\n- ' },
    { text: 'cats stay inside.', cites: 'Cats stay in the house.' },
  )
  const events = await space.stream({ prompt, kb_id: chat.id })
  const mark = `*(${answerTexts.unsourced})*`
  const expected = `I like animals. ${mark} According to the rules, dogs are welcome [1] there. Everybody knows that. ${mark}\n\n- cats stay inside. [2]`
  assert.equal(doneOf(events).data.answer, expected)
  assert.equal(readThrough(events).text, expected)
})

describe('a model that fails', () => {
  for (const [mode, what] of [
    ['overloaded', 'is overloaded (529)'],
    ['limited', 'is limited (429)'],
    ['fails', 'fails (500)'],
    ['stalls', 'falls silent in the middle'],
    ['breaks', 'breaks off in the middle'],
  ] as const)
    test(`because it ${what} gives way to the passages, and the answer is given back`, async () => {
      claude.behaviour.mode = mode
      const before = await space.allowance()
      const events = await space.stream({ prompt, kb_id: chat.id })
      const { type, data } = doneOf(events)
      assert.equal(type, 'answer')
      assert.equal(data.by, 'passages')
      assert.equal(data.notice, answerTexts.modelAway)
      assert.equal(data.sources[0]?.quote, text)
      assert.deepEqual(readThrough(events), { text: data.answer, sources: data.sources })
      assert.equal(
        events.some(({ event }) => event === 'restart'),
        mode === 'stalls' || mode === 'breaks',
      )
      assert.doesNotMatch(JSON.stringify(events), /overloaded_error|rate_limit|api_error|Internal server|req_/)
      assert.deepEqual(await space.allowance(), before)

      const json = await space.ask({ prompt, kb_id: chat.id })
      assert.equal(json.status, 200)
      assert.equal(json.body.data.answer, data.answer)
      assert.deepEqual(await space.allowance(), before)
    })

  test('says that it is away where the passages do not tell either', async () => {
    claude.behaviour.mode = 'overloaded'
    const { body } = await space.ask({ prompt: 'Who painted the Mona Lisa?', kb_id: chat.id })
    assert.equal(body.type, 'no_answer')
    assert.equal(body.data.notice, answerTexts.modelAwayNoAnswer)
  })
})

describe('a reader who leaves', () => {
  async function leaveAfter(enough: (seen: string) => boolean) {
    const leaving = new AbortController()
    const response = await space.send(
      { prompt, kb_id: chat.id },
      testUser(),
      { accept: 'text/event-stream' },
      leaving.signal,
    )
    let seen = ''
    for await (const bytes of response.body ?? []) {
      seen += Buffer.from(bytes).toString()
      if (enough(seen)) break
    }
    leaving.abort()
    return eventsOf(seen)
  }

  test('after text was shown has had an answer: it is kept and counted, and the model is let go', async () => {
    Object.assign(claude.behaviour, { tokens: 500, tokenEveryMs: 10 })
    const { remaining } = await space.allowance()
    const seen = await leaveAfter((text) => text.includes('word5'))
    const { text: shown } = readThrough(seen)
    await until('the model’s stream to end', () => claude.open() === 0, 3000)
    await until('the answer to be counted', async () => (await space.allowance()).remaining === remaining - 1)
    const { body } = await space.call('GET', `/api/w/transcripts?kb_id=${chat.id}`)
    const newest = await space.call('GET', `/api/w/transcripts/${body.transcripts[0].id}`)
    assert.equal(newest.body.chats[0].content, prompt)
    assert.ok(newest.body.chats[1].content.startsWith(shown))
    assert.deepEqual(newest.body.chats[1].sources, [])
  })

  test('before any text was shown has had none: it is given back, once', async () => {
    Object.assign(claude.behaviour, { firstTokenMs: 60_000 })
    const { remaining } = await space.allowance()
    await leaveAfter((text) => text.includes('event: sources'))
    await until('the model’s stream to end', () => claude.open() === 0, 3000)
    await until('the answer to be given back', async () => (await space.allowance()).remaining === remaining)
    claude.behaviour.firstTokenMs = 0
    await space.ask({ prompt, kb_id: chat.id })
    assert.equal((await space.allowance()).remaining, remaining - 1)
  })
})
