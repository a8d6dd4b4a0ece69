import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { answerTexts, limits, type Source } from '@lectern/contracts'
import { doneOf, readThrough, startChatSpace } from './chat-space.ts'

const garden = [
  'Dogs are welcome in the garden — every day, on a leash.',
  'The greenhouse opens at nine “sharp” and closes at five.',
  'Bicycles 🚲 must be left at the northern gate of the park.',
].join('\n\n')

const space = await startChatSpace({ documents: true })
let chat: Awaited<ReturnType<typeof space.addChat>>
let fileId: string

before(async () => {
  chat = await space.addChat()
  fileId = await space.addDocument(chat, 'garden.txt', garden)
})
after(() => space.close())

const quotesHold = (sources: Source[], text: string) => {
  assert.ok(sources.length > 0)
  for (const { quote, start, end } of sources) {
    assert.equal(text.slice(start, end), quote)
    assert.ok(quote.length <= limits.quote)
  }
}

test('without a model the exact passages answer, quoted and linked, and say so', async () => {
  const { status, body } = await space.ask({ prompt: 'Where must bicycles be left?', kb_id: chat.id })
  assert.equal(status, 200)
  assert.equal(body.err, false)
  assert.equal(body.message, '')
  assert.equal(body.type, 'answer')
  assert.equal(body.data.by, 'passages')
  assert.equal(body.data.notice, answerTexts.noModel)
  const [source] = body.data.sources
  assert.equal(source.n, 1)
  assert.equal(source.file_id, fileId)
  assert.equal(source.name, 'garden.txt')
  assert.match(source.quote, /Bicycles 🚲 must be left at the northern gate/)
  assert.ok(body.data.answer.includes('[1]'))
  for (const line of source.quote.split(/\s*\n\s*/)) assert.ok(body.data.answer.includes(`> ${line}`))
  quotesHold(body.data.sources, garden)
})

for (const [where, prompt, words] of [
  ['start', 'Are dogs welcome in the garden?', 'Dogs are welcome'],
  ['end', 'Must bicycles be left at the northern gate of the park?', 'gate of the park.'],
] as const)
  test(`a quote at the ${where} of a text has its exact place`, async () => {
    const { body } = await space.ask({ prompt, kb_id: chat.id })
    quotesHold(body.data.sources, garden)
    const { quote, start, end } = body.data.sources[0]
    assert.ok(quote.includes(words))
    if (where === 'start') assert.equal(start, 0)
    else assert.equal(end, garden.length)
  })

test('a quote comes with the words around it, of its passage and no further', async () => {
  const shed = await space.addChat()
  const filler = (about: string) => `${about} are kept in the shed behind the house, as they have always been. `
  const text = `${filler('Spades').repeat(6)}The key of the boathouse hangs by the door.\n${filler('Rakes').repeat(6)}`
  await space.addDocument(shed, 'shed.txt', text)
  const { body } = await space.ask({ prompt: 'Where does the key of the boathouse hang?', kb_id: shed.id })
  const [source] = body.data.sources as Source[]
  assert.ok(source)
  quotesHold([source], text)
  const { before = '', after = '', start, end } = source
  assert.match(source.quote, /key of the boathouse/)
  for (const words of [before, after]) assert.ok(words.length > 40 && words.length <= limits.quote, words)
  assert.ok(text.slice(0, start).trimEnd().endsWith(before) && /^\w+ /.test(before))
  assert.ok(text.slice(end).trimStart().startsWith(after))
  const [whole] = (await space.ask({ prompt: 'Are dogs welcome in the garden?', kb_id: chat.id })).body.data.sources
  assert.equal(whole.before, undefined, 'nothing stands before the beginning')
})

test('a quote of a document with pages names its page, and its place there', async () => {
  const { makePdf } = await import('@lectern/testing/documents')
  const pdf = await space.addChat()
  await space.addDocument(pdf, 'rules.pdf', makePdf(['Cats sleep in the library.', 'Horses eat hay in the stable.']))
  const { body } = await space.ask({ prompt: 'What do horses eat in the stable?', kb_id: pdf.id })
  const [source] = body.data.sources
  assert.equal(source.page, 2)
  assert.equal(source.start, 0)
  assert.equal(source.quote, 'Horses eat hay in the stable.')
})

test('a quote of a web page has its address, and one of a file has none', async () => {
  const site = await space.addChat()
  await space.addDocument(site, 'Stable', '<p>Horses eat hay in the stable.</p>', 'https://site.example/stable')
  const { body } = await space.ask({ prompt: 'What do horses eat in the stable?', kb_id: site.id })
  const [source] = body.data.sources
  assert.deepEqual([source.name, source.url], ['Stable', 'https://site.example/stable'])
  const file = await space.ask({ prompt: 'Where must bicycles be left?', kb_id: chat.id })
  assert.equal(file.body.data.sources[0].url, null)
})

test('streamed, the same answer comes as sources and text, and ends with the whole', async () => {
  const events = await space.stream({ prompt: 'Are dogs welcome in the garden?', kb_id: chat.id })
  assert.deepEqual(
    events.map(({ event }) => event),
    ['sources', 'delta', 'done'],
  )
  const answer = doneOf(events)
  assert.equal(answer.type, 'answer')
  assert.deepEqual(readThrough(events), { text: answer.data.answer, sources: answer.data.sources })
  const json = await space.ask({ prompt: 'Are dogs welcome in the garden?', kb_id: chat.id })
  assert.equal(json.body.data.answer, answer.data.answer)
  assert.deepEqual(json.body.data.sources, answer.data.sources)
  assert.deepEqual(Object.keys(json.body).sort(), Object.keys(answer).sort())
})

test('asked what the documents do not tell, it says so and quotes nothing', async () => {
  const { status, body } = await space.ask({ prompt: 'Who painted the Mona Lisa?', kb_id: chat.id })
  assert.equal(status, 200)
  assert.equal(body.err, false)
  assert.equal(body.type, 'no_answer')
  assert.equal(body.data.answer, answerTexts.noAnswer)
  assert.deepEqual(body.data.sources, [])
  assert.equal(body.data.notice, null)
})

test('while documents are still being read, it says that they are', async () => {
  const reading = await space.addChat({ isReady: false })
  const { body } = await space.ask({ prompt: 'Are dogs welcome?', kb_id: reading.id })
  assert.equal(body.type, 'no_answer')
  assert.equal(body.data.answer, answerTexts.stillReading)
})

test('what can be found already answers while the rest is read', async () => {
  const reading = await space.addChat({ isReady: false })
  await space.addDocument(reading, 'first.txt', 'Owls hunt at night in the forest.')
  const { body } = await space.ask({ prompt: 'When do owls hunt in the forest?', kb_id: reading.id })
  assert.equal(body.type, 'answer')
  assert.equal(body.data.sources[0].quote, 'Owls hunt at night in the forest.')
})

test('a chat answers from its own documents only', async () => {
  const other = await space.addChat()
  const elsewhere = await space.addChat({ orgId: 2 })
  await space.addDocument(elsewhere, 'secret.txt', 'The password of the vault is swordfish.')
  const { body } = await space.ask({ prompt: 'What is the password of the vault?', kb_id: other.id })
  assert.equal(body.type, 'no_answer')
  const dogs = await space.ask({ prompt: 'Are dogs welcome in the garden?', kb_id: other.id })
  assert.equal(dogs.body.type, 'no_answer')
})
