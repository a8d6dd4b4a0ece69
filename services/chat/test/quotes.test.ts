import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createEmbedder } from '@lectern/embedding'
import { engineUrls } from '@lectern/testing'
import { chooseQuotes } from '../src/choose-quotes.ts'
import { createNearSentences } from '../src/near-sentences.ts'
import type { Passage } from '../src/rank-passages.ts'

const { EMBEDDING_MODEL_DIR } = engineUrls()
const embedder = await createEmbedder({ EMBEDDING_PROVIDER: 'local', EMBEDDING_MODEL_DIR })
after(() => embedder.close())

const filling =
  'Nothing else is known of that winter in the valley, whatever the older people of the village like to say.'
const passage = (...sentences: string[]): Passage => ({
  ...{ id: 'passage', fileId: 'file', fileName: 'file.txt', url: null, page: null, heading: null },
  ...{ score: 1, similarity: 0.5, words: 1, told: 0, held: 0, named: 1, pairs: 0 },
  ...{ text: sentences.join(' '), start: 0, end: sentences.join(' ').length },
})
const firstQuote = async (question: string, found: Passage) =>
  chooseQuotes(question, [found], await createNearSentences(embedder)(question, [found]))[0]?.text ?? ''

test('the sentence that answers in other words is quoted', async () => {
  const said = 'The physician treated wounded soldiers free of charge.'
  const found = passage('The physician lived by the river.', filling, filling, filling, said)
  assert.match(await firstQuote('Did the doctor ask hurt troops for money?', found), new RegExp(said))
})

test('who is asked when, is told the time', () => {
  const found = passage(
    'The old mill was built of stone.',
    filling,
    filling,
    'Building the mill ended in 1843.',
    filling,
  )
  assert.match(chooseQuotes('When was the mill built?', [found])[0]?.text ?? '', /1843/)
})

test('the sentences stand where they are said to, and the nearest is the one that answers', async () => {
  const found = passage('Dogs are welcome in the garden.', 'Tickets cost nine dollars.', 'Cats stay in the house.')
  const near = await createNearSentences(embedder)('How much do I pay to get in?', [found])
  assert.deepEqual(
    near.map(({ start, end }) => found.text.slice(start, end).trim()),
    ['Dogs are welcome in the garden.', 'Tickets cost nine dollars.', 'Cats stay in the house.'],
  )
  const [best] = near.toSorted((a, b) => b.likeness - a.likeness)
  assert.match(found.text.slice(best?.start, best?.end), /nine dollars/)
})

test('the number of an item in a list stands before it, not at the end of the quote before', () => {
  const found = passage(
    `It has these parts:\n1. A kit for the layout of pages, ${filling}\n2. A shelf of models, ${filling}\n3. It costs 20.\n${filling}`,
  )
  for (const { text } of chooseQuotes('Which parts does it have, a kit for pages?', [found]))
    assert.doesNotMatch(text, /\n\d\.$/)
  assert.match(chooseQuotes('What does it cost?', [found])[0]?.text ?? '', /3\. It costs 20\./)
})

test('no sentences are sent to an embedder on another machine', async () => {
  const far = { ...embedder, isLocal: false, embedDocuments: () => assert.fail('asked') }
  assert.deepEqual(await createNearSentences(far)('Who?', [passage('Tickets cost nine dollars.')]), [])
})
