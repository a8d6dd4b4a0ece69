import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { describe, test } from 'node:test'
import { answerTexts, errors, fieldMessages } from '@lectern/contracts'
import { brokenOff, tooSlow, unreachable } from '@lectern/conversation'
import { en } from '../src/panel/texts/en.ts'

type Texts = Record<string, string | Record<string, string>>

const folder = new URL('../src/panel/texts/', import.meta.url)
const languages = readdirSync(folder)
  .map((file) => file.replace('.ts', ''))
  .filter((name) => name !== 'en')
const gapsOf = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort()

test('the panel speaks fourteen languages', () => {
  assert.deepEqual(languages, ['ar', 'da', 'de', 'es', 'fr', 'it', 'ja', 'nl', 'pl', 'pt', 'sv', 'tr', 'zh'])
})

test('English says what the contracts say', () => {
  assert.equal(en.blank, fieldMessages.promptBlank)
  assert.equal(en.tooLong.replace('{max}', '7'), fieldMessages.tooLong(7))
  assert.equal(en.missing, errors.chat_not_found.message)
  assert.equal(en.fillIn, fieldMessages.required)
  assert.equal(en.badEmail, fieldMessages.email)
  assert.equal(en.refused, errors.embed_refused.message)
})

for (const language of languages)
  describe(language, async () => {
    const { texts } = (await import(new URL(`${language}.ts`, folder).href)) as { texts: Texts }

    test('says everything, with the same gaps', () => {
      for (const [name, text] of Object.entries(en)) {
        const own = texts[name]
        if (typeof text !== 'string') continue
        assert.ok(typeof own === 'string' && own.trim() !== '', name)
        assert.deepEqual(gapsOf(own), gapsOf(text), name)
      }
    })

    test('knows the sentences of the server, and the errors that a visitor may meet', () => {
      // A suggested question is in the language of the documents' reader, and is sent as it stands.
      const { askAbout: _, ...sentences } = answerTexts
      assert.deepEqual(Object.keys(texts.said ?? {}).sort(), Object.keys(sentences).sort())
      for (const { code } of [unreachable, tooSlow, brokenOff]) assert.ok(code in Object(texts.errors), code)
      for (const code of Object.keys(Object(texts.errors)))
        assert.ok(code in errors || [unreachable, tooSlow, brokenOff].some((each) => each.code === code), code)
    })
  })
