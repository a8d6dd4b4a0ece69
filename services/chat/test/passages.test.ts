import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { limits } from '@lectern/contracts'
import { readConfig } from '@lectern/service'
import { asIdentity, testUser } from '@lectern/testing'
import { makePdf } from '@lectern/testing/documents'
import { buildApp } from '../src/app.ts'
import { Config } from '../src/config.ts'
import { startChatSpace } from './chat-space.ts'

const space = await startChatSpace({ documents: true })
const pages = Array.from(
  { length: 30 },
  (_, index) => `# Part ${index + 1}\nChapter ${index + 1} tells of animal${index + 1}.`,
)
let chat: Awaited<ReturnType<typeof space.addChat>>
let fileId: string
before(async () => {
  chat = await space.addChat()
  fileId = await space.addDocument(chat, 'animals.pdf', makePdf(pages))
})
after(() => space.close())

const read = (query: string, orgId = 1) => space.call('GET', `/api/w/passages?${query}`, testUser({ orgId }))

test('what was read from a file is listed in its order, page by page', async () => {
  const first = await read(`file_id=${fileId}`)
  assert.equal(first.status, 200)
  assert.equal(first.body.total, 30)
  assert.equal(first.body.passages.length, limits.pageSize)
  const { page, heading, text, start, end } = first.body.passages[0]
  assert.deepEqual({ page, heading, start }, { page: 1, heading: 'Part 1', start: 0 })
  assert.match(text, /animal1\.$/)
  assert.equal(end, text.length)
  const second = await read(`file_id=${fileId}&page=2`)
  assert.equal(second.body.passages.length, 10)
  assert.equal(second.body.passages.at(-1).page, 30)
  const late = await read(`file_id=${fileId}&from_page=29`)
  assert.deepEqual(
    late.body.passages.map((passage: { page: number }) => passage.page),
    [29, 30],
  )
})

test('another organization sees nothing of it', async () => {
  assert.deepEqual((await read(`file_id=${fileId}`, 2)).body.passages, [])
})

test('a question is tried: the passages with their scores, what would be quoted, and no chat is counted', async () => {
  const { remaining } = await space.allowance()
  const question = 'Which chapter tells of animal7?'
  const { status, body } = await space.post('/api/w/passages/search', { kb_id: chat.id, question })
  assert.equal(status, 200)
  const [best] = body.passages
  assert.equal(best.file_id, fileId)
  assert.equal(best.page, 7)
  assert.ok(best.score >= body.passages[1].score)
  assert.ok(best.similarity > 0 && best.words > 0)
  assert.ok(body.support >= body.enough)
  assert.match(body.sources[0].quote, /animal7/)
  assert.equal(body.pair, null)
  assert.equal((await space.allowance()).remaining, remaining)
})

test('a question that the documents do not tell of is said to be refused', async () => {
  const { body } = await space.post('/api/w/passages/search', {
    kb_id: chat.id,
    question: 'Who painted the Mona Lisa?',
  })
  assert.ok(body.support < body.enough)
  assert.deepEqual(body.sources, [])
  const stranger = testUser({ orgId: 2 })
  const elsewhere = await space.post('/api/w/passages/search', { kb_id: chat.id, question: 'Who?' }, stranger)
  assert.deepEqual([elsewhere.status, elsewhere.body.code], [404, 'chat_not_found'])
})

test('while the index is of another embedder, passages are found and answers given by words', async () => {
  const elsewhere = await buildApp(readConfig(Config, { ...space.settings, EMBEDDING_MODEL: 'another' }))
  const url = await elsewhere.listen({ host: '127.0.0.1', port: 0 })
  const search = async (question: string) => {
    const answer = await fetch(`${url}/api/w/passages/search`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(await asIdentity(testUser(), 'chat')) },
      body: JSON.stringify({ kb_id: chat.id, question }),
    })
    return (await answer.json()) as {
      passages: { page: number; similarity: number | null }[]
      support: number
      enough: number
    }
  }
  try {
    const told = await search('Which chapter tells of animal7?')
    assert.deepEqual([told.passages[0]?.page, told.passages[0]?.similarity], [7, null])
    assert.ok(told.support >= told.enough, `${told.support}`)
    const untold = await search('Which chapter explains how pianos are tuned?')
    assert.ok(untold.support < untold.enough, `${untold.support}`)
  } finally {
    await elsewhere.close()
  }
})
