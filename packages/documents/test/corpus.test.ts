import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { bad, documents } from './expectations.ts'
import { errorOf, pagesOf } from './reading.ts'

const corpus = process.env.LECTERN_CORPUS ?? ''
const skip = corpus ? false : 'LECTERN_CORPUS is not set'
const file = (folder: string, name: string) => ({ path: join(corpus, folder, name), name })

describe('the corpus', () => {
  test('is all listed here', { skip }, async () => {
    assert.deepEqual(await readdir(join(corpus, 'documents')), Object.keys(documents).sort())
    assert.deepEqual(await readdir(join(corpus, 'bad')), Object.keys(bad).sort())
  })

  for (const [name, { pages: count, found }] of Object.entries(documents))
    test(`${name} is read with its words in their places`, { skip }, async () => {
      const pages = await pagesOf(file('documents', name))
      assert.deepEqual(
        pages.map(({ number }) => number),
        pages.map((_, index) => (count ? index + 1 : null)),
      )
      if (count) assert.equal(pages.length, count)
      for (const [words, page = null] of found)
        assert.ok(
          pages.some(({ number, text }) => number === page && text.includes(words)),
          words,
        )
      assert.ok(!pages.some(({ text }) => /\ufffd|[\u0080-\u009f]|function\s*\(\)\s*\{/.test(text)), 'clean')
    })

  for (const [name, code] of Object.entries(bad))
    test(`${name} is ${code ? `refused as ${code}` : 'read as far as it goes'}`, { skip }, async () => {
      if (code) assert.equal((await errorOf(file('bad', name))).code, code)
      else assert.ok((await pagesOf(file('bad', name))).some(({ text }) => text.length > 5))
    })
})
