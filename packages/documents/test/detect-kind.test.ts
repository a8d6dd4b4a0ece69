import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeDocx, makePdf, makePptx, makeZip } from '@lectern/testing/documents'
import { detectKind, documentKinds } from '../src/index.ts'

const kindOf = async (content: string | Uint8Array, name: string) =>
  (await detectKind(Buffer.from(content), name))?.kind
const compoundFile = Buffer.from('d0cf11e0a1b11ae1'.padEnd(2048, '0'), 'hex')

test('every kind of text is known by its extension, in whatever case', async () => {
  const texts = documentKinds.filter(({ kind }) => !['pdf', 'docx', 'doc', 'pptx'].includes(kind))
  for (const { kind, mime, extensions } of texts)
    for (const ext of extensions) {
      assert.deepEqual(await detectKind(Buffer.from('Words.'), `a.${ext}`), { kind, mime, ext })
      assert.equal(await kindOf('Words.', `A.${ext.toUpperCase()}`), kind)
    }
})

test('no extension belongs to two kinds', () => {
  const extensions = documentKinds.flatMap((each) => [...each.extensions])
  assert.equal(new Set(extensions).size, extensions.length)
})

test('PDF and Office files are known by what is in them, whatever they are called', async () => {
  for (const name of ['a.txt', 'a.png', 'a', 'a.pdf']) {
    assert.equal(await kindOf(makePdf(['A']), name), 'pdf')
    assert.equal(await kindOf(makeDocx(['A']), name), 'docx')
    assert.equal(await kindOf(makePptx([{ title: 'A' }]), name), 'pptx')
  }
  assert.equal(await kindOf(Buffer.concat([Buffer.from('\r\n\r\n'), makePdf(['A'])]), 'a.pdf'), 'pdf')
})

test('an old Word file, or a new one with a password', async () => {
  const word = Buffer.concat([compoundFile, Buffer.from('WordDocument', 'utf16le')])
  assert.equal(await kindOf(word, 'a.txt'), 'doc')
  assert.equal(await kindOf(compoundFile, 'a.docx'), 'docx')
  assert.equal(await kindOf(compoundFile, 'a.pptx'), 'pptx')
  assert.equal(await kindOf(compoundFile, 'a.xls'), undefined)
})

test('words under the name of a PDF or an Office file are none', async () => {
  for (const name of ['a.pdf', 'a.docx', 'a.doc', 'a.pptx']) assert.equal(await kindOf('Words.', name), undefined)
})

test('what is no text is none, under whatever name', async () => {
  const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
  const gif = Buffer.from('GIF89a\x01\x01', 'latin1')
  for (const name of ['a.txt', 'a.md', 'a.html', 'a.png', 'a.pdf'])
    for (const content of [png, gif, Buffer.alloc(100), Buffer.alloc(100, 2), makeZip({ 'a.txt': 'a' })])
      assert.equal(await kindOf(content, name), undefined)
})

test('text may be in UTF-16, and hold a stray control character', async () => {
  assert.equal(await kindOf(Buffer.from('\ufeffWords.', 'utf16le'), 'a.txt'), 'text')
  assert.equal(await kindOf(Buffer.from('Words.', 'utf16le'), 'a.csv'), 'csv')
  assert.equal(await kindOf(Buffer.from('Words.', 'utf16le').swap16(), 'a.txt'), 'text')
  assert.equal(await kindOf('bell\u0007', 'a.txt'), 'text')
})

test('an empty file is what its name says', async () => {
  assert.equal(await kindOf('', 'a.pdf'), 'pdf')
  assert.equal(await kindOf('', 'a.xyz'), undefined)
  assert.equal(await kindOf('', ''), undefined)
})
