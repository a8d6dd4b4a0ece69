import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { engineUrls } from '@lectern/testing'
import { cosine, createEmbedder, EmbeddingError } from '../src/index.ts'

const embedder = await createEmbedder({
  EMBEDDING_PROVIDER: 'local',
  EMBEDDING_MODEL_DIR: engineUrls().EMBEDDING_MODEL_DIR,
})
after(() => embedder.close())

const none: Float32Array = new Float32Array()
const similarity = (a = none, b = none) => cosine(a, b)
const words = (count: number) => Array.from({ length: count }, (_, index) => `word${index % 7}`).join(' ')

test('paraphrases are near each other, and what is unrelated is far', async () => {
  const [dog, puppy, invoice, bill] = await embedder.embedDocuments([
    'The dog is playing in the garden.',
    'A puppy plays outside on the lawn.',
    'The invoice is due within thirty days.',
    'Payment of the bill is expected within a month.',
  ])
  assert.ok(similarity(dog, puppy) > 0.5, `${similarity(dog, puppy)}`)
  assert.ok(similarity(invoice, bill) > 0.5, `${similarity(invoice, bill)}`)
  for (const [a, b] of [
    [dog, invoice],
    [dog, bill],
    [puppy, invoice],
    [puppy, bill],
  ])
    assert.ok(Math.abs(similarity(a, b)) < 0.15, `${similarity(a, b)}`)
})

test('every vector has the same length, which is 1', async () => {
  const vectors = await embedder.embedDocuments(['a', words(50), words(2000), '', '這是一個句子。'])
  for (const vector of vectors) {
    assert.equal(vector.length, embedder.dimensions)
    assert.ok(Math.abs(Math.hypot(...vector) - 1) < 1e-4)
  }
})

test('the vector of a text does not depend on the texts beside it, nor on other questions', async () => {
  const text = 'Tea is steeped for three minutes.'
  const [alone] = await embedder.embedDocuments([text])
  const others = Array.from({ length: 40 }, (_, index) => words(3 + index * 5))
  const among = (await embedder.embedDocuments([...others.slice(20), text, ...others.slice(0, 20)]))[20]
  assert.ok(similarity(alone, among) > 0.99999, `${similarity(alone, among)}`)
  const [first] = await embedder.embedQueries([text, ...others])
  assert.ok(similarity(first, await embedder.embedQuery(text)) > 0.99999)
})

test('calls made at once each get their own vectors, in the order of their texts', async () => {
  const texts = Array.from({ length: 12 }, (_, index) => `Subject number ${index}: ${words(index * 3 + 1)}`)
  const inOrder = await Promise.all(texts.map(async (text) => (await embedder.embedDocuments([text]))[0]))
  const [first = [], second = []] = await Promise.all([
    embedder.embedDocuments(texts.slice(0, 6)),
    embedder.embedDocuments(texts.slice(6)),
  ])
  for (const [place, vector] of [...first, ...second].entries())
    assert.ok(similarity(vector, inOrder[place]) > 0.99999, texts[place])
})

test('a short document does not wait behind a long one, whose parts keep their order', async () => {
  const ended: string[] = []
  const embed = async (name: string, count: number, { signal }: AbortController) => {
    await embedder.embedDocuments(
      Array.from({ length: count }, (_, place) => `${name} ${place} ${words(20)}`),
      signal,
    )
    ended.push(name)
  }
  const [long, short] = [new AbortController(), new AbortController()]
  await Promise.all([embed('first part', 60, long), embed('second part', 60, long), embed('short', 10, short)])
  assert.deepEqual(ended, ['short', 'first part', 'second part'])
})

test('a text is cut at 256 tokens: what follows is not in its vector, what comes before is', async () => {
  assert.equal(embedder.maxTokens, 256)
  // A token each, and two marks around them.
  const tea = (count: number) => Array(count).fill('tea').join(' ')
  assert.equal(embedder.countTokens(tea(300)), 302)
  const [full, longer, otherEnd, otherWithin] = await embedder.embedDocuments([
    tea(254),
    tea(20_000),
    `${tea(254)} invoice`,
    `${tea(253)} invoice`,
  ])
  assert.ok(similarity(full, longer) > 0.99999)
  assert.ok(similarity(full, otherEnd) > 0.99999)
  assert.ok(similarity(full, otherWithin) < 0.9999)
})

test('what is called off ends with the reason, and the next call works', async () => {
  const off = new AbortController()
  const embedding = embedder.embedDocuments(Array(200).fill(words(100)), off.signal)
  off.abort(new Error('the file was deleted'))
  await assert.rejects(embedding, /the file was deleted/)
  assert.equal((await embedder.embedDocuments(['Tea.'])).length, 1)
})

test('no text gives no vector', async () => {
  assert.deepEqual(await embedder.embedDocuments([]), [])
})

test('a folder without the model is an error that says so', async () => {
  for (const EMBEDDING_MODEL_DIR of ['/nowhere', undefined])
    await assert.rejects(createEmbedder({ EMBEDDING_PROVIDER: 'local', EMBEDDING_MODEL_DIR }), (error) => {
      assert.ok(error instanceof EmbeddingError && !error.temporary)
      assert.match(error.message, /\/nowhere|EMBEDDING_MODEL_DIR is not set/)
      return true
    })
})
