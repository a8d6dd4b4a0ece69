import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { json } from 'node:stream/consumers'
import { afterEach, before, test } from 'node:test'
import { errors, limits } from '@lectern/contracts'
import { until } from '@lectern/testing'
import { startKnowledge } from './knowledge.ts'

const knowledge = await startKnowledge()
const { app, call, createChat, listFiles, status, headers, kept, collection, uploaded } = knowledge
const line = 'A line of text that is not long.\n'
const megabyte = Buffer.alloc(1024 * 1024, line)
const end = '\r\n--x--\r\n'
let origin = ''

before(async () => {
  origin = await app.listen({ host: '127.0.0.1', port: 0 })
})

// Nothing is half written, whatever was sent.
afterEach(async () => {
  await until('the uploads to end', async () => (await kept()).uploads === 0)
  // Of a file that is deleted the original goes first, then its record.
  await until('an original for each record, and nothing else', async () => {
    const files = await collection('files').countDocuments()
    const { originals, pieces } = await kept()
    return originals === files && pieces > 0 === files > 0
  })
})

/** The beginning of a form, up to the first byte of its file. */
const beginning = (chatId: string) =>
  `--x\r\ncontent-disposition: form-data; name="id"\r\n\r\n${chatId}\r\n--x\r\ncontent-disposition: form-data; name="file"; filename="long.txt"\r\n\r\n`

/** Starts to send a form that stays open; more of it is written by the test. */
async function startUpload(chatId: string, more: Record<string, string | number> = {}) {
  const sending = request(`${origin}/api/w/knowledge-base-files`, {
    method: 'POST',
    headers: { ...(await headers()), 'content-type': 'multipart/form-data; boundary=x', ...more },
  })
  sending.write(beginning(chatId))
  const answer = once(sending, 'response').then(async ([response]: IncomingMessage[]) => ({
    status: response?.statusCode,
    body: (response ? await json(response) : {}) as { code: string; message: string },
  }))
  answer.catch(() => {})
  return { sending, answer }
}

async function sendMegabytes(sending: ClientRequest, count: number) {
  for (let sent = 0; sent < count; sent++) if (!sending.write(megabyte)) await once(sending, 'drain')
}

const somethingKept = () => until('a piece of the file to be kept', async () => (await kept()).pieces > 0)

for (const [what, megabytes, isTold] of [
  ['a file just over the limit', 51, false],
  ['a file of 200 MB', 200, false],
  ['a file of 200 MB whose sender tells its length', 200, true],
] as const)
  test(`${what} is refused with what to do`, async () => {
    const { id } = await createChat()
    const length = Buffer.byteLength(beginning(id) + end) + megabytes * megabyte.length
    const { sending, answer } = await startUpload(id, isTold ? { 'content-length': length } : {})
    await sendMegabytes(sending, megabytes)
    sending.end(end)
    const { status: code, body } = await answer
    assert.deepEqual([code, body.code, body.message], [413, 'file_too_large', errors.file_too_large.message])
    assert.deepEqual(await listFiles(id), [])
    assert.equal((await status(id)).is_ready, true)
  })

test('a file that is exactly at the limit is taken from a sender that does not tell its length', async () => {
  const { id } = await createChat()
  const { sending, answer } = await startUpload(id)
  await sendMegabytes(sending, limits.uploadBytes / megabyte.length)
  sending.end(end)
  assert.equal((await answer).status, 200)
  assert.equal((await listFiles(id))[0]?.size, limits.uploadBytes)
  await call('DELETE', `/api/w/knowledge-bases/${id}`)
  await until('the file to be removed', async () => (await kept()).originals === 0)
})

for (const [what, ending] of [
  ['in the middle of its file', ''],
  ['within its last boundary', '\r\n--x'],
  ['before a part is whole', '\r\n--x\r\ncontent-disposition: form-da'],
] as const)
  test(`a form that ends ${what} is refused, and nothing of it is kept`, async () => {
    const { id } = await createChat()
    const { sending, answer } = await startUpload(id)
    await sendMegabytes(sending, 3)
    await somethingKept()
    sending.end(ending)
    const { status: code, body } = await answer
    assert.deepEqual([code, body.code], [422, 'malformed_body'])
    assert.deepEqual(await listFiles(id), [])
  })

test('a sender that breaks off leaves nothing, and the others go on', async () => {
  const { id } = await createChat()
  const { sending } = await startUpload(id)
  await sendMegabytes(sending, 3)
  await somethingKept()
  sending.destroy()
  await until('what was kept to go', async () => (await kept()).pieces === 0)
  assert.deepEqual(await listFiles(id), [])
  assert.equal((await uploaded(id)).status, 'processing')
  await call('DELETE', `/api/w/knowledge-bases/${id}`)
  await until('the file to be removed', async () => (await kept()).originals === 0)
})

test('a chat that is deleted while a file for it is received gets none', async () => {
  const { id } = await createChat()
  const { sending, answer } = await startUpload(id)
  await sendMegabytes(sending, 3)
  await somethingKept()
  assert.equal((await call('DELETE', `/api/w/knowledge-bases/${id}`)).statusCode, 200)
  sending.end(end)
  const { status: code, body } = await answer
  assert.deepEqual([code, body.code], [404, 'chat_not_found'])
})

test('a file for an unknown chat is not kept while it is still being sent', async () => {
  const { sending, answer } = await startUpload('unknown')
  await sendMegabytes(sending, 20)
  assert.deepEqual(await kept(), { originals: 0, pieces: 0, uploads: 0 })
  sending.end(end)
  const { status: code, body } = await answer
  assert.deepEqual([code, body.code], [404, 'chat_not_found'])
})
