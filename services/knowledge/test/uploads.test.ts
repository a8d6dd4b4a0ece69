import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { afterEach, describe, test } from 'node:test'
import { errors, fieldMessages, limits } from '@lectern/contracts'
import { asIdentity } from '@lectern/testing'
import { makeDocx, makeEncryptedPdf, makePdf, makePptx, makeScannedPdf, makeZip } from '@lectern/testing/documents'
import { encodeForm, type Part, startKnowledge } from './knowledge.ts'

const knowledge = await startKnowledge()
const { app, call, sendForm, createChat, status, listFiles, upload, uploaded, heard, headers, kept } = knowledge
const { outside, blobs, collection } = knowledge
const url = '/api/w/knowledge-base-files'
const png = Buffer.from('89504e470d0a1a0a0000000d4948445200000001', 'hex')
const compoundFile = (stream: string) =>
  Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(504), Buffer.from(stream, 'utf16le')])
const form = (chatId: string, name = 'a.txt'): Part[] => [
  ['id', chatId],
  ['file', { name, content: 'Text.' }],
]

// Whatever happened: no upload is left open, and there is an original for each file.
afterEach(async () => {
  const { originals, pieces, uploads } = await kept()
  const files = await collection('files').countDocuments()
  assert.deepEqual(
    { originals, uploads, hasPieces: pieces > 0 },
    { originals: files, uploads: 0, hasPieces: files > 0 },
  )
})

describe('an upload', () => {
  test('keeps the original, tells of it, and the chat is being read again', async () => {
    const chat = await createChat()
    const content = makePdf(['Dogs are welcome.'])
    const answer = await sendForm(url, [
      ['id', chat.id],
      ['r_ref', 'row-7'],
      ['file', { name: 'rules.pdf', content }],
    ])
    assert.equal(answer.statusCode, 200)
    const { file, r_ref } = answer.json()
    assert.equal(r_ref, 'row-7')
    const { id, created_at, date_format, size_format, ...rest } = file
    assert.match(size_format, /^\d+ B$|^\d+\.\d\d KB$/)
    assert.ok(created_at && date_format)
    assert.deepEqual(rest, {
      knowledge_base_id: chat.id,
      name: 'rules.pdf',
      url: null,
      crawl_id: null,
      ext: 'pdf',
      size: content.length,
      status: 'processing',
      error: null,
      pages: null,
      pages_done: 0,
    })
    assert.deepEqual(await listFiles(chat.id), [file])
    const { file_count, is_ready, is_failed } = await status(chat.id)
    assert.deepEqual({ file_count, is_ready, is_failed }, { file_count: 1, is_ready: false, is_failed: false })

    const event = await heard('document.uploaded', id)
    assert.deepEqual([event.orgId, event.version], [1, 1])
    const { $typeName, blobKey, ...told } = event.payload as unknown as Record<string, string>
    assert.deepEqual(told, {
      kbId: chat.id,
      name: 'rules.pdf',
      ext: 'pdf',
      mime: 'application/pdf',
      size: BigInt(content.length),
      url: '',
      toFetch: false,
    })
    assert.deepEqual(await buffer(await blobs.open(blobKey ?? '')), Buffer.from(content))
  })

  test('may name its parts in any order, and others beside them', async () => {
    const { id } = await createChat()
    const parts: Part[] = [
      ['file', { name: 'a.txt', content: 'Text.' }],
      ['scrape_url', ''],
      ['r_ref', ''],
      ['id', id],
    ]
    for (const order of [parts, parts.toReversed()]) {
      const answer = await sendForm(url, order)
      assert.equal(answer.statusCode, 200)
      assert.equal(answer.json().r_ref, '')
    }
    const without = await sendForm(url, form(id))
    assert.equal(without.json().r_ref, null)
    assert.equal((await listFiles(id)).length, 3)
  })

  const pptx = makePptx([{ title: 'Plan' }])
  const docx = makeDocx(['Text.'])
  for (const [name, content, ext, mime] of [
    ['a.pdf', makePdf(['Text.']), 'pdf', 'application/pdf'],
    ['a.docx', docx, 'docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    ['a.pptx', pptx, 'pptx', 'application/vnd.openxmlformats-officedocument.presentationml.presentation'],
    ['a.doc', compoundFile('WordDocument'), 'doc', 'application/msword'],
    ['a.html', '<p>Text.</p>', 'html', 'text/html'],
    ['a.HTM', '<p>Text.</p>', 'htm', 'text/html'],
    ['a.md', '# Text', 'md', 'text/markdown'],
    ['a.txt', 'Text.', 'txt', 'text/plain'],
    ['a.csv', 'a,b\n1,2', 'csv', 'text/csv'],
    ['a.json', '{"a":1}', 'json', 'application/json'],
    ['a.tex', '\\section{A}', 'tex', 'text/x-tex'],
    ['a.c', 'int main;', 'c', 'text/x-c'],
    ['a.cpp', 'int main;', 'cpp', 'text/x-c++'],
    ['a.cs', 'class A {}', 'cs', 'text/x-csharp'],
    ['a.css', 'a { }', 'css', 'text/css'],
    ['a.go', 'package a', 'go', 'text/x-golang'],
    ['A.java', 'class A {}', 'java', 'text/x-java'],
    ['a.js', 'let a', 'js', 'text/javascript'],
    ['a.php', '<?php echo 1;', 'php', 'text/x-php'],
    ['a.py', 'import a', 'py', 'text/x-python'],
    ['a.rb', 'puts 1', 'rb', 'text/x-ruby'],
    ['a.sh', '#!/bin/sh\n', 'sh', 'application/x-sh'],
    ['a.ts', 'let a: 1', 'ts', 'application/typescript'],
    ['a scan.pdf', makeScannedPdf(), 'pdf', 'application/pdf'],
    ['locked.pdf', makeEncryptedPdf(), 'pdf', 'application/pdf'],
    ['utf-16.txt', Buffer.from('\ufeffText.', 'utf16le'), 'txt', 'text/plain'],
    ['a PDF named.txt', makePdf(['Text.']), 'pdf', 'application/pdf'],
    ['a PDF without an extension', makePdf(['Text.']), 'pdf', 'application/pdf'],
    ['word.pptx', docx, 'docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ] as const)
    test(`${name} is taken as ${mime}`, async () => {
      const chat = await createChat()
      const answer = await upload(chat.id, { name, content })
      assert.equal(answer.statusCode, 200)
      const { file } = answer.json()
      assert.deepEqual([file.name, file.ext], [name, ext])
      const { payload } = await heard('document.uploaded', file.id)
      assert.equal((payload as { mime?: string }).mime, mime)
    })

  for (const [given, shown] of [
    ['C:\\Users\\me\\plan.txt', 'plan.txt'],
    ['../../etc/passwd.txt', 'passwd.txt'],
    ['Überblick – 東京.txt', 'Überblick – 東京.txt'],
    ['invoice\u202etxt.exe.txt', 'invoicetxt.exe.txt'],
    [`${'long '.repeat(100)}.txt`, `${'long '.repeat(100).slice(0, limits.name - 4)}.txt`],
  ] as const)
    test(`named ${given.slice(0, 40)} is shown with a name that fits a list`, async () => {
      const { id } = await createChat()
      assert.equal((await uploaded(id, { name: given, content: 'Text.' })).name, shown)
    })

  test('of several at once each becomes a file', async () => {
    const { id } = await createChat()
    await Promise.all(Array.from({ length: 8 }, (_, index) => uploaded(id, { name: `${index}.txt`, content: 'Text.' })))
    assert.deepEqual(
      (await listFiles(id)).map(({ name }) => name).sort(),
      [...'01234567'].map((n) => `${n}.txt`),
    )
    assert.equal((await status(id)).file_count, 8)
  })

  test('of the largest size is kept whole', async () => {
    const { id } = await createChat()
    const content = Buffer.alloc(limits.uploadBytes, 'A line of text that is not long.\n')
    const file = await uploaded(id, { name: 'large.txt', content })
    assert.equal(file.size, limits.uploadBytes)
    assert.equal(file.size_format, '50.00 MB')
    const { payload } = await heard('document.uploaded', file.id)
    assert.ok(content.equals(await buffer(await blobs.open((payload as { blobKey: string }).blobKey))))
  })
})

describe('what is refused leaves nothing', () => {
  const refused = async (send: (chatId: string) => ReturnType<typeof sendForm>) => {
    const { id } = await createChat()
    const events = outside.received.filter(({ type }) => type === 'document.uploaded').length
    const answer = await send(id)
    assert.deepEqual(await listFiles(id), [])
    assert.equal(outside.received.filter(({ type }) => type === 'document.uploaded').length, events)
    const { message, code, errors } = answer.json()
    return { status: answer.statusCode, message, code, ...(errors ? { errors } : {}) }
  }

  for (const [name, content] of [
    ['photo.png', png],
    ['photo.txt', png],
    ['photo.pdf', png],
    ['photo.docx', png],
    ['words.pdf', 'These are only words.'],
    ['words.docx', 'These are only words.'],
    ['things.zip', makeZip({ 'a.txt': 'a' })],
    ['sheet.docx', makeZip({ 'xl/workbook.xml': '<a/>' })],
    ['text.odt', makeZip({ mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': '<a/>' })],
    ['program.txt', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(2000)])],
    ['controls.txt', Buffer.alloc(1000, 1)],
    ['unknown.xyz', 'Text.'],
    ['no extension', 'Text.'],
  ] as const)
    test(`${name}: not a document, by what is in it`, async () => {
      assert.deepEqual(await refused((id) => upload(id, { name, content })), {
        status: 415,
        code: 'not_a_document',
        message: `File ${name} not a document type`,
      })
    })

  test('a picture that begins like a text is found out before it is kept', async () => {
    const content = Buffer.concat([Buffer.alloc(30_000, 'text '), Buffer.alloc(200_000)])
    assert.equal((await refused((id) => upload(id, { name: 'a.txt', content }))).code, 'not_a_document')
  })

  const field = (name: string, message: string) => ({
    status: 422,
    code: 'invalid',
    message,
    errors: { [name]: [message] },
  })

  test('an empty file', async () => {
    const answer = await refused((id) => upload(id, { name: 'empty.txt', content: '' }))
    assert.deepEqual(answer, field('file', fieldMessages.fileEmpty))
  })

  test('no file, or a file field that was left empty', async () => {
    for (const parts of [
      [],
      [['file', { name: '', content: '' }]],
      [['file', 'text']],
      [['image', { name: 'a.txt', content: 'a' }]],
    ] as Part[][])
      assert.deepEqual(
        await refused((id) => sendForm(url, [['id', id], ...parts])),
        field('file', fieldMessages.fileMissing),
      )
  })

  test('no chat', async () => {
    for (const parts of [[], [['id', '']]] as Part[][])
      assert.deepEqual(
        await refused(() => sendForm(url, [...parts, ['file', { name: 'a.txt', content: 'a' }]])),
        field('id', fieldMessages.chooseChat),
      )
  })

  test('an empty form names all that is missing', async () => {
    const answer = await refused(() => sendForm(url, [['r_ref', '1']]))
    assert.deepEqual(answer.errors, { id: [fieldMessages.chooseChat], file: [fieldMessages.fileMissing] })
  })

  test('a reference that is too long', async () => {
    const answer = await refused((id) => sendForm(url, [['r_ref', 'x'.repeat(256)], ...form(id)]))
    assert.deepEqual(answer.errors, { r_ref: [fieldMessages.tooLong(255)] })
  })

  test('an id that is an object', async () => {
    const body = `--x\r\ncontent-disposition: form-data; name="id"\r\ncontent-type: application/json\r\n\r\n{"$ne":""}\r\n--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nText.\r\n--x--\r\n`
    const answer = await refused(async () =>
      app.inject({
        method: 'POST',
        url,
        payload: body,
        headers: { ...(await headers()), 'content-type': 'multipart/form-data; boundary=x' },
      }),
    )
    assert.deepEqual(answer, field('id', fieldMessages.invalid))
  })

  for (const first of ['the chat', 'the file'])
    test(`an unknown, a deleted and another organization’s chat, when ${first} comes first`, async () => {
      const deleted = await createChat()
      await call('DELETE', `/api/w/knowledge-bases/${deleted.id}`)
      const others = await createChat('Theirs', { orgId: 2, userId: 'user-2' })
      for (const id of ['unknown', deleted.id, others.id, 'x'.repeat(1000)]) {
        const parts = first === 'the chat' ? form(id) : form(id).toReversed()
        const answer = await refused(() => sendForm(url, parts))
        assert.deepEqual(answer, { status: 404, code: 'chat_not_found', message: errors.chat_not_found.message })
      }
    })

  test('two files in one form', async () => {
    const answer = await refused((id) => sendForm(url, [...form(id), ['file', { name: 'b.txt', content: 'b' }]]))
    assert.deepEqual([answer.status, answer.code], [413, 'body_too_large'])
  })

  test('anything but a form, or the address of a page as JSON', async () => {
    for (const [payload, type] of [
      ['id=1', 'application/x-www-form-urlencoded'],
      ['%PDF-1.4', 'application/pdf'],
    ]) {
      const answer = await refused(async () =>
        app.inject({ method: 'POST', url, payload, headers: { ...(await headers()), 'content-type': type } }),
      )
      assert.deepEqual([answer.status, answer.code], [415, 'unsupported_body'])
      assert.match(answer.message, /form/)
    }
    assert.equal((await refused(() => call('POST', url))).status, 415)
  })

  test('a file of anybody who is not signed in', async () => {
    const { id } = await createChat()
    const { body, type } = await encodeForm(form(id))
    const visitor = await asIdentity({ kind: 'visitor', orgId: 1, chatUnqid: 'abc' }, 'knowledge')
    for (const identity of [{}, visitor]) {
      const sent = { method: 'POST', url, payload: body, headers: { ...identity, 'content-type': type } } as const
      assert.equal((await refused(() => app.inject(sent))).status, 401)
    }
  })
})

test('a chat that holds all the files it can takes no more', async () => {
  const { id } = await createChat()
  const first = await uploaded(id)
  const record = await collection('files').findOne({ _id: first.id })
  const { kbId } = (await heard('document.uploaded', first.id)).payload as { kbId: string }
  const many = Array.from({ length: limits.filesPerChat - 1 }, (_, index) => ({
    ...record,
    _id: `full-${index}`,
    chatId: kbId,
  }))
  await collection('files').insertMany(many)
  try {
    for (const parts of [form(id), form(id).toReversed()]) {
      const answer = await sendForm(url, parts)
      assert.deepEqual([answer.statusCode, answer.json().code], [409, 'file_limit'])
    }
    assert.equal(await collection('files').countDocuments({ chatId: id }), limits.filesPerChat)
  } finally {
    await collection('files').deleteMany({ _id: { $in: many.map(({ _id }) => _id) } })
  }
})

test('files come newest first, a page at a time', async () => {
  const { id } = await createChat()
  const names = Array.from({ length: limits.pageSize + 1 }, (_, index) => `${index}.txt`)
  for (const name of names) await uploaded(id, { name, content: 'Text.' })
  const page = async (number: number) => (await call('GET', `${url}?id=${id}&page=${number}`)).json()
  const [first, second] = [await page(1), await page(2)]
  assert.equal(first.amount, limits.pageSize)
  assert.equal(first.kb.file_count, names.length)
  assert.deepEqual(
    [...first.files, ...second.files].map(({ name }) => name),
    names.toReversed(),
  )
})
