import assert from 'node:assert/strict'
import { test } from 'node:test'
import { finishedSentences } from '../src/panel/sentences.ts'

/** What is said while a text grows by these pieces. */
function announced(pieces: string[]): string[] {
  const said: string[] = []
  let text = ''
  let from = 0
  for (const [index, piece] of pieces.entries()) {
    text += piece
    const news = finishedSentences(text, from, index === pieces.length - 1)
    from = news.next
    said.push(...news.said)
  }
  return said
}

test('a sentence is said once, when it is complete, and not by its words', () => {
  const pieces = 'The room is **open** until ten [1]. On Sundays it is closed [2].'.split(/(?<= )/)
  assert.deepEqual(announced(pieces), ['The room is open until ten.', 'On Sundays it is closed.'])
})

test('what comes at once is said at once', () => {
  assert.deepEqual(announced(['One. Two. ', 'Three']), ['One.', 'Two.', 'Three'])
})

test('lines of a list are sentences of their own', () => {
  assert.deepEqual(announced(['- Dogs\n', '- Cats\n', '- Bi', 'rds']), ['Dogs', 'Cats', 'Birds'])
})

test('other scripts have their own ends', () => {
  assert.deepEqual(announced(['十時まで開いています。日曜', '日は休みです。']), [
    '十時まで開いています。',
    '日曜日は休みです。',
  ])
})

test('nothing is said of nothing', () => {
  assert.deepEqual(finishedSentences('', 0, true), { said: [], next: 0 })
  assert.deepEqual(announced(['[1]', ' ']), [])
})
