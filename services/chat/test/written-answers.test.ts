import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { errors, limits } from '@lectern/contracts'
import { testUser, until } from '@lectern/testing'
import { startChatSpace, visitorOf } from './chat-space.ts'

const space = await startChatSpace({ documents: true })
let chat: Awaited<ReturnType<typeof space.addChat>>
before(async () => {
  chat = await space.addChat({ preQuestions: ['Where is the garden?'] })
  await space.addDocument(chat, 'garden.txt', 'Dogs are welcome in the garden on a leash.')
})
after(() => space.close())

const post = (path: string, body: object, orgId = 1) =>
  space.post(`/api/w/answer-pairs${path}`, body, testUser({ orgId }))
const list = async (kbId = chat.id) => (await space.call('GET', `/api/w/answer-pairs?kb_id=${kbId}`)).body.pairs
const ask = async (prompt: string) => (await space.ask({ prompt, kb_id: chat.unqid }, visitorOf(chat))).body

test('what the owner wrote wins over the documents, word for word', async () => {
  assert.equal((await ask('Are dogs welcome in the garden?')).data.by, 'passages')
  const written = await post('', {
    kb_id: chat.id,
    question: ' Are dogs welcome in the garden? ',
    answer: 'Not this week: **it is being repaired**.',
  })
  assert.equal(written.status, 200)
  assert.equal(written.body.pair.question, 'Are dogs welcome in the garden?')
  for (const prompt of [
    'Are dogs welcome in the garden?',
    'are dogs welcome in the garden',
    'Welcome are dogs in the garden?',
  ]) {
    const { type, data } = await ask(prompt)
    assert.equal(type, 'answer')
    assert.equal(data.by, 'owner')
    assert.equal(data.answer, 'Not this week: **it is being repaired**. [1]')
    assert.equal(data.notice, null)
    assert.deepEqual(
      data.sources.map(({ file_id, quote }: { file_id: string; quote: string }) => ({ file_id, quote })),
      [{ file_id: written.body.pair.id, quote: 'Not this week: **it is being repaired**.' }],
    )
  }
  assert.equal((await ask('Must dogs be on a leash?')).data.by, 'passages')
})

test('who did it is not when: a question in the same words that asks for something else is not the owner’s', async () => {
  const question = 'Who built the glass house?'
  const { body } = await post('', { kb_id: chat.id, question, answer: 'Ada Byron.' })
  assert.equal((await ask('who built the glass house')).data.by, 'owner')
  assert.notEqual((await ask('When was the glass house built?')).data.by, 'owner')
  assert.equal((await space.call('DELETE', `/api/w/answer-pairs/${body.pair.id}`)).status, 200)
})

test('a question has one answer: writing it again replaces it, changing it moves it, deleting it lets the documents speak', async () => {
  const question = 'Are dogs welcome in the garden?'
  const again = await post('', { kb_id: chat.id, question: `${question} `, answer: 'Yes.' })
  assert.equal((await ask(question)).data.answer, 'Yes. [1]')
  assert.equal((await list()).length, 1)
  const moved = await post(`/${again.body.pair.id}`, { question: 'When do owls hunt?', answer: 'At night.' })
  assert.equal(moved.status, 200)
  assert.notEqual(moved.body.pair.id, again.body.pair.id)
  assert.deepEqual(
    (await list()).map(({ question: asked, answer }: { question: string; answer: string }) => [asked, answer]),
    [['When do owls hunt?', 'At night.']],
  )
  assert.equal((await ask(question)).data.by, 'passages')
  assert.equal((await ask('When do owls hunt?')).data.answer, 'At night. [1]')
  assert.equal((await space.call('DELETE', `/api/w/answer-pairs/${moved.body.pair.id}`)).status, 200)
  assert.equal((await ask('When do owls hunt?')).type, 'no_answer')
})

test('CSV is imported row by row; a row that cannot be taken is told of and keeps no other out', async () => {
  const csv = [
    'Question;Answer',
    '"What does it cost; all in all?";"Ten euro.\nFor children: five."',
    'Who may come?;',
    `Too long?;${'a'.repeat(limits.pairAnswer + 1)}`,
    'Is there parking?;Yes, behind the house.',
  ].join('\r\n')
  const { status, body } = await post('/import', { kb_id: chat.id, csv })
  assert.equal(status, 200)
  assert.equal(body.written, 2)
  assert.deepEqual(body.refused, [
    { row: 3, message: 'It has no answer.' },
    { row: 4, message: `Its answer has more than ${limits.pairAnswer} characters.` },
  ])
  assert.equal((await ask('What does it cost, all in all?')).data.answer, 'Ten euro.\nFor children: five. [1]')
  assert.equal((await ask('Is there parking?')).data.answer, 'Yes, behind the house. [1]')
})

test('where nothing tells, the nearest questions that can be answered are offered', async () => {
  const { type, data } = await ask('Is there parking for bicycles on Sundays and holidays?')
  assert.equal(type, 'no_answer')
  assert.deepEqual(data.suggestions, ['Is there parking?', 'Where is the garden?'])
})

test('another organization sees and changes none of it', async () => {
  const [pair] = await list()
  const stranger = testUser({ orgId: 2 })
  const listed = await space.call('GET', `/api/w/answer-pairs?kb_id=${chat.id}`, stranger)
  assert.deepEqual([listed.status, listed.body.code], [404, 'chat_not_found'])
  assert.equal((await post('', { kb_id: chat.id, question: 'A?', answer: 'B.' }, 2)).status, 404)
  assert.equal((await post(`/${pair.id}`, { question: 'A?', answer: 'B.' }, 2)).status, 404)
  assert.equal((await space.call('DELETE', `/api/w/answer-pairs/${pair.id}`, stranger)).status, 404)
})

test('a chat holds so many', async () => {
  const other = await space.addChat()
  const rows = (count: number, from = 0) => Array.from({ length: count }, (_, i) => `q${from + i}?,a`).join('\n')
  assert.equal((await post('/import', { kb_id: other.id, csv: rows(limits.pairsPerChat) })).status, 200)
  const more = await post('', { kb_id: other.id, question: 'One more?', answer: 'No.' })
  assert.deepEqual([more.status, more.body.message], [409, errors.pair_limit.message])
  assert.equal((await post('', { kb_id: other.id, question: 'q7?', answer: 'Changed.' })).status, 200)
})

test('they go with their chat', async () => {
  const gone = await space.addChat()
  await post('', { kb_id: gone.id, question: 'Why?', answer: 'Because.' })
  await space.outside.send('kb.deleted', { orgId: 1, aggregateId: gone.id, version: 2 }, {})
  const database = space.database('chat')
  const pairs = database.collection('pairs')
  await until('them to be gone', async () => (await pairs.countDocuments({ kbId: gone.id })) === 0)
  await database.close()
})
