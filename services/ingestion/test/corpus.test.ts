import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { buildApp } from '../src/app.ts'
import { aroundIngestion } from './ingestion.ts'

const corpus = process.env.LECTERN_CORPUS ?? ''
const skip = corpus ? false : 'LECTERN_CORPUS is not set'
const around = await aroundIngestion()
const app = await buildApp(around.config)
before(() => app.ready())
around.removeAfter(() => app.close())

/** The longest a file may take. */
const withinMs = 60_000

/** What becomes of each bad file: the code it is refused with, or words of it where it can be read in spite of its fault. */
const bad: Record<string, { refused: string } | { found: string }> = {
  'empty.txt': { refused: 'empty' },
  'fake-text-all-whitespace.txt': { refused: 'empty' },
  'password.pdf': { refused: 'encrypted' },
  'loremipsum-flat.pdf': { refused: 'scanned' },
  'fake.odt': { refused: 'unsupported' },
  'simple.zip': { refused: 'unsupported' },
  // It forbids copying, not reading.
  'copy-protected.pdf': { found: 'LayoutParser: A Unified Toolkit for Deep Learning Based Document Image Analysis' },
  // A text all the same.
  'fake-incomplete-json.txt': { found: '"email": "johndoe@example.com"' },
  // One slide can be read.
  'fake-power-point-malformed.pptx': { found: 'Test Slide' },
  // Its directory is wrong, its pages are whole.
  'invalid-pdf-structure-pdfminer-one-page.pdf': { found: 'Federal agencies and our nation’s critical infrastructure' },
}

describe('the corpus', () => {
  test('every document ends ingested, its passages in the index', { skip }, async () => {
    const names = await readdir(join(corpus, 'documents'))
    for (const name of names) await around.upload(name, name, await readFile(join(corpus, 'documents', name)))
    for (const name of names) {
      const { type, payload } = await around.ended(name, withinMs)
      assert.equal(type, 'document.ingested', `${name}: ${'message' in payload ? payload.message : ''}`)
      const chunks = await around.chunksOf(name)
      assert.ok('chunks' in payload && payload.chunks > 0 && payload.pages > 0, name)
      assert.equal(chunks.length, payload.chunks, name)
      assert.ok(
        chunks.every(({ text }) => text.trim() !== ''),
        name,
      )
    }
  })

  test('every bad file has its own clear end, and none is missing here', { skip }, async () => {
    const names = await readdir(join(corpus, 'bad'))
    assert.deepEqual(names, Object.keys(bad).sort())
    const idOf = (name: string) => `bad-${name}`
    for (const name of names) await around.upload(idOf(name), name, await readFile(join(corpus, 'bad', name)))
    for (const [name, expected] of Object.entries(bad)) {
      const { payload } = await around.ended(idOf(name), withinMs)
      const chunks = await around.chunksOf(idOf(name))
      if ('refused' in expected) {
        assert.ok('code' in payload, `${name} was read`)
        assert.equal(payload.code, expected.refused, name)
        assert.match(payload.message, /^[A-Z].{40,}\.$/)
        assert.deepEqual(chunks, [], name)
      } else {
        assert.ok('chunks' in payload, `${name}: ${'message' in payload ? payload.message : ''}`)
        assert.ok(
          chunks.some(({ text }) => text.includes(expected.found)),
          name,
        )
      }
    }
  })
})
