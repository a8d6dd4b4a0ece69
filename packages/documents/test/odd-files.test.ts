import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DocumentError } from '../src/index.ts'
import { oddFiles } from './odd-files.ts'
import { pagesOf, saved } from './reading.ts'

const withinMs = 60_000

for (const [name, content, becomes] of oddFiles)
  test(`${name} is ${'read' in becomes ? 'read' : `refused as ${becomes.refused}`}`, async (t) => {
    const file = await saved(t, name, content())
    const begun = performance.now()
    const end = await pagesOf(file).catch((error) => {
      if (error instanceof DocumentError) return error
      throw error
    })
    assert.ok(performance.now() - begun < withinMs)
    if ('refused' in becomes) {
      assert.ok(end instanceof DocumentError, `it was read: ${JSON.stringify(end).slice(0, 200)}`)
      assert.equal(end.code, becomes.refused, String(end.cause))
      assert.match(end.message, /^[A-Z].{40,}\.$/)
    } else {
      assert.ok(!(end instanceof DocumentError), end instanceof DocumentError ? `${end.code} ${end.cause}` : '')
      assert.ok(end.some(({ text }) => text.includes(becomes.read)))
    }
  })
