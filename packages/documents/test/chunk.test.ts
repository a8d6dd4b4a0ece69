import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Chunk, chunkPage, type Heading, type Page, textToEmbed } from '../src/index.ts'

const page = (text: string, fields: Partial<Page> = {}): Page => ({
  index: 0,
  number: 1,
  text,
  heading: null,
  headings: [],
  ...fields,
})
const heading = (text: string, offset: number): Heading => ({ offset, level: 1, text })
const words = (count: number) => Array.from({ length: count }, (_, index) => `word${index}`).join(' ')
// A token a word, and two marks around each text.
const countTokens = (text: string) => 2 + (text.match(/\S+/g)?.length ?? 0)
const chunksOf = (of: Page, target = 40, max = 60) =>
  chunkPage(of, { countTokens, targetTokens: target, maxTokens: max })

/** What holds for every page: exact places, no overlap, nothing lost but blanks, nothing too long. */
function assertWhole(of: Page, chunks: Chunk[], max = 60) {
  let end = 0
  for (const chunk of chunks) {
    assert.equal(chunk.text, of.text.slice(chunk.start, chunk.end))
    assert.ok(chunk.start >= end && chunk.text.trim() === chunk.text && chunk.text !== '')
    assert.equal(of.text.slice(end, chunk.start).trim(), '')
    assert.ok(countTokens(textToEmbed(chunk)) <= max, `${countTokens(textToEmbed(chunk))} tokens`)
    end = chunk.end
  }
  assert.equal(of.text.slice(end).trim(), '')
}

describe('the passages of a page', () => {
  test('hold all of it, at their exact places, and none is too long', () => {
    const texts = [
      '',
      ' \n ',
      'One line.',
      words(500),
      `${words(30)}.\n\n${words(90)}. ${words(20)}.\n${words(7)}\n\n${words(2)}`,
      'x'.repeat(5000),
      '這是一個很長的句子。'.repeat(100),
      '😀'.repeat(300),
      Array.from({ length: 60 }, (_, row) => `Row ${row} | ${row * 2}`).join('\n'),
    ]
    for (const text of texts) {
      const of = page(text)
      assertWhole(of, chunksOf(of))
    }
  })

  test('do not cut a letter that takes two units', () => {
    for (const { text } of chunkPage(page('😀'.repeat(4000)))) assert.ok(text.isWellFormed())
  })

  test('gather small paragraphs', () => {
    const chunks = chunksOf(page(Array(8).fill(words(10)).join('\n\n')))
    assert.deepEqual(
      chunks.map(({ text }) => text.split('\n\n').length),
      [3, 3, 2],
    )
  })

  test('keep a paragraph whole that fits, and split a longer one at its sentences', () => {
    const [whole, ...rest] = chunksOf(page(`${words(55)}.`))
    assert.equal(whole?.text, `${words(55)}.`)
    assert.equal(rest.length, 0)
    const sentences = Array.from({ length: 9 }, (_, index) => `Sentence ${index} has ${words(8)}.`)
    for (const { text } of chunksOf(page(sentences.join(' ')))) assert.match(text, /^Sentence \d .*\.$/s)
  })

  test('start anew at a heading, and carry the one they stand under', () => {
    const text = `Tea\n\n${words(20)}\n\nCoffee\n\n${words(20)}\n\n${words(30)}`
    const of = page(text, { headings: [heading('Tea', 0), heading('Coffee', text.indexOf('Coffee'))] })
    const chunks = chunkPage(of, { countTokens, targetTokens: 100, maxTokens: 120 })
    assertWhole(of, chunks, 120)
    assert.ok(
      chunks.every((chunk) => !chunk.text.endsWith('Coffee')),
      'a heading closes no passage',
    )
    const [first] = chunksOf(page(words(30), { heading: 'Tea' }))
    assert.equal(first?.heading, 'Tea')
    assert.equal(textToEmbed(first as Chunk), `Tea\n${words(30)}`)
    assert.equal(textToEmbed(chunks[0] as Chunk), chunks[0]?.text, 'its heading is its beginning')
  })

  test('go without a heading that would leave them little room', () => {
    const [chunk] = chunksOf(page(words(30), { heading: words(40) }))
    assert.equal(chunk?.heading, null)
  })

  test('are the same each time', () => {
    const of = page(`${words(200)}.\n\n${words(70)}`)
    assert.deepEqual(chunksOf(of), chunksOf(of))
  })
})
