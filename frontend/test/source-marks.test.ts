import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { markedSource, sourceMarks } from '../src/features/conversation/source-marks.ts'

/** The addresses of all links in a text, once its marks are replaced. */
function linksIn(markdown: string, numbers: number[]) {
  const tree = fromMarkdown(markdown)
  sourceMarks(numbers)(tree)
  return [...JSON.stringify(tree).matchAll(/"url":"([^"]*)"/g)].map(([, url]) => url)
}

test('marks of sources that are there become links; other brackets stay text', () => {
  assert.deepEqual(linksIn('It is blue [1][2], not [3] nor a[i].', [1, 2]), ['#source-1', '#source-2'])
})

test('code and links are left as they are', () => {
  assert.deepEqual(linksIn('`a[1]` and [see [1]](https://example.org)', [1]), ['https://example.org'])
})

test('a link to a source is told from any other', () => {
  assert.equal(markedSource('#source-12'), 12)
  assert.equal(markedSource('https://example.org/#source-12'), null)
  assert.equal(markedSource(undefined), null)
})
