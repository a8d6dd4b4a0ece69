import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { describe, test } from 'node:test'
import { type Crawl, defaults, errors, fieldMessages, limits } from '@lectern/contracts'
import type { EventInit } from '@lectern/contracts/events'
import { until } from '@lectern/testing'
import { startKnowledge } from './knowledge.ts'

const knowledge = await startKnowledge()
const { app, config, outside, call, createChat, status, listFiles, uploaded, heard, collection, blobs } = knowledge
const site = 'https://site.example/'
const crawlsOf = (chatId: string) => `/api/w/knowledge-bases/${chatId}/crawls`
const start = (chatId: string, body: object = {}) => call('POST', crawlsOf(chatId), { body: { url: site, ...body } })
const list = async (chatId: string): Promise<Crawl[]> => (await call('GET', crawlsOf(chatId))).json().crawls
const codeOf = (answer: { statusCode: number; json: () => { code?: string } }) => [
  answer.statusCode,
  answer.json().code,
]

async function started(body: object = {}) {
  const chat = await createChat()
  const answer = await start(chat.id, body)
  assert.equal(answer.statusCode, 200)
  return { chatId: chat.id, crawl: answer.json().crawl as Crawl }
}

const finished = {
  ...{ run: 1, pagesNew: 2, pagesChanged: 0, pagesUnchanged: 0, pagesRemoved: 0, pagesFailed: 1 },
  ...{ chunks: 8, chunksEmbedded: 2, problems: [{ url: `${site}closed`, message: 'It is closed.' }] },
}
type Finish = Partial<typeof finished & { stopped: string; error: string }>
const finish = (crawl: Crawl, more: Finish = {}) =>
  outside.send(
    'crawl.finished',
    { orgId: 1, aggregateId: crawl.id },
    { kbId: crawl.knowledge_base_id, ...finished, ...more },
  )
const rests = (chatId: string) =>
  until('the website to rest', async () => (await list(chatId)).find((crawl) => crawl.status !== 'running'))

/** A page as ingestion tells of it, its original kept. */
async function found(crawl: Crawl, id: string, version = 1, name = 'Tea') {
  const blobKey = `1/${id}-${version}`
  await blobs.put(blobKey, Readable.from([Buffer.from(name)]))
  const page = { url: `${site}tea`, name, ext: 'html', mime: 'text/html', size: BigInt(name.length), blobKey }
  const payload = { kbId: crawl.knowledge_base_id, crawlId: crawl.id, ...page }
  return { payload, event: await outside.send('document.crawled', { orgId: 1, aggregateId: id, version }, payload) }
}
const uploadsOf = (id: string) =>
  outside.received.filter(({ type, aggregateId }) => type === 'document.uploaded' && aggregateId === id)
const fileNamed = (chatId: string, name: string) =>
  until(`the file ${name}`, async () => (await listFiles(chatId)).find((file) => file.name === name))
const isKept = async (key: string) => {
  try {
    for await (const _ of await blobs.open(key)) return true
    return false
  } catch {
    return false
  }
}

describe('a website', () => {
  test('is asked for with its limits, and others are told to read it', async () => {
    const { chatId, crawl } = await started({ max_pages: 20, max_depth: 2, every: 'day' })
    const { id, created_at, date_format, ...rest } = crawl
    assert.ok(created_at && date_format)
    assert.deepEqual(rest, {
      ...{ knowledge_base_id: chatId, url: site, max_pages: 20, max_depth: 2, every: 'day', status: 'running' },
      ...{ error: null, pages: 0, next_at: null, receipts: [] },
    })
    assert.deepEqual(await list(chatId), [crawl])
    const event = await heard('crawl.requested', id)
    const { $typeName, ...told } = event.payload as unknown as Record<string, unknown>
    assert.deepEqual(told, { kbId: chatId, url: site, maxPages: 20, maxDepth: 2, run: 1 })
    assert.equal(event.actor?.id, 'user-1')
  })

  test('has limits of its own where none are given', async () => {
    const { crawl } = await started()
    const { max_pages, max_depth, every } = crawl
    assert.deepEqual([max_pages, max_depth, every], [defaults.crawlPages, defaults.crawlDepth, 'never'])
  })

  test('rests with its receipt, once for each run', async () => {
    const { chatId, crawl } = await started({ every: 'week' })
    await finish(crawl)
    const { status: now, receipts, next_at } = await rests(chatId)
    assert.equal(now, 'done')
    const [{ started_at, finished_at, ...receipt } = { started_at: '', finished_at: '' }] = receipts
    assert.deepEqual(receipt, {
      ...{ new: 2, changed: 0, unchanged: 0, removed: 0, failed: 1, embedded: 0.25, stopped: null, error: null },
      problems: [{ url: `${site}closed`, message: 'It is closed.' }],
    })
    assert.ok(started_at <= finished_at)
    assert.equal(Date.parse(next_at ?? '') - Date.parse(started_at), 7 * 24 * 3_600_000)

    const again = await call('POST', `${crawlsOf(chatId)}/${crawl.id}/recrawl`)
    assert.equal(again.json().crawl.status, 'running')
    await finish(crawl) // the first run's once more
    await finish(crawl, { run: 2, pagesNew: 0, pagesUnchanged: 2, chunksEmbedded: 0, stopped: 'page_limit' })
    const second = await rests(chatId)
    assert.deepEqual(
      second.receipts.map((each) => [each.new, each.unchanged, each.embedded, each.stopped]),
      [
        [0, 2, 0, 'page_limit'],
        [2, 0, 0.25, null],
      ],
    )
  })

  test('that cannot be read has failed, with the reason', async () => {
    const { chatId, crawl } = await started()
    await finish(crawl, { error: 'The site cannot be reached.' })
    const { status: now, error } = await rests(chatId)
    assert.deepEqual([now, error], ['failed', 'The site cannot be reached.'])
  })

  test('that is being read is not read twice at once', async () => {
    const { chatId, crawl } = await started()
    const url = `${crawlsOf(chatId)}/${crawl.id}/recrawl`
    assert.deepEqual(codeOf(await call('POST', url)), [409, 'crawl_running'])
    await finish(crawl)
    await rests(chatId)
    const answers = await Promise.all([1, 2, 3].map(() => call('POST', url)))
    assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [200, 409, 409])
  })

  test('that is due is read again by itself', async () => {
    const { chatId, crawl } = await started({ every: 'day' })
    await finish(crawl)
    await rests(chatId)
    await collection('crawls').updateOne({ _id: crawl.id }, { $set: { nextAt: new Date(Date.now() - 1000) } })
    const { buildApp } = await import('../src/app.ts')
    const another = await buildApp(config)
    await another.ready()
    await until('the second run', async () => (await list(chatId))[0]?.status === 'running')
    await another.close()
    const requests = () =>
      outside.received.filter(({ type, aggregateId }) => type === 'crawl.requested' && aggregateId === crawl.id)
    await until('its event', () => requests().length === 2)
    assert.deepEqual(
      requests().map(({ payload }) => (payload as { run?: number }).run),
      [1, 2],
    )
  })
})

describe('a page of a website', () => {
  test('becomes a file of the chat that is to be read', async () => {
    const { chatId, crawl } = await started()
    const { event, payload } = await found(crawl, 'page-1')
    const file = await fileNamed(chatId, 'Tea')
    assert.deepEqual(
      [file.id, file.url, file.ext, file.size, file.crawl_id, file.status],
      ['page-1', `${site}tea`, 'html', 3, crawl.id, 'processing'],
    )
    const { $typeName, ...told } = (await heard('document.uploaded', 'page-1'))
      .payload as unknown as EventInit<'kb.changed'>
    const { crawlId: _, ...upload } = payload
    assert.deepEqual(told, { ...upload, toFetch: false })
    assert.deepEqual([(await list(chatId))[0]?.pages, (await status(chatId)).file_count], [1, 1])
    // Delivered again, it changes nothing.
    await outside.send('document.crawled', { orgId: 1, aggregateId: 'page-1', version: 1, id: event.id }, payload)
    await found(crawl, 'page-2', 1, 'Coffee')
    await fileNamed(chatId, 'Coffee')
    assert.deepEqual([(await listFiles(chatId)).length, uploadsOf('page-1').length], [2, 1])
  })

  test('that changed gets its newer original, and stays ready meanwhile', async () => {
    const { chatId, crawl } = await started()
    await found(crawl, 'page-3', 1, 'Tea')
    const about = { orgId: 1, aggregateId: 'page-3' }
    await fileNamed(chatId, 'Tea')
    await outside.send('document.ingested', about, { kbId: chatId, pages: 1, chunks: 1 })
    await until('it to be ready', async () => (await status(chatId)).is_ready)
    const { payload } = await found(crawl, 'page-3', 2, 'Green tea')
    const file = await fileNamed(chatId, 'Green tea')
    assert.deepEqual([file.status, file.size, (await status(chatId)).is_ready], ['ready', 9, true])
    await until('it to be told', () => uploadsOf('page-3').length === 2)
    assert.deepEqual(
      uploadsOf('page-3').map(({ version }) => version),
      [1, 2],
    )
    await until('the older original to go', async () => !(await isKept('1/page-3-1')))
    assert.ok(await isKept('1/page-3-2'))
    await outside.send('document.failed', about, { kbId: chatId, code: 'empty', message: 'Empty.' })
    await outside.send('document.crawled', { ...about, version: 1 }, { ...payload, name: 'Older' })
    await found(crawl, 'page-4', 1, 'Coffee')
    await fileNamed(chatId, 'Coffee')
    const names = (await listFiles(chatId)).map(({ name, status: now }) => `${name} ${now}`)
    assert.deepEqual(names.sort(), ['Coffee processing', 'Green tea ready'])
  })

  test('that could not be read is being read again when it changed', async () => {
    const { chatId, crawl } = await started()
    await found(crawl, 'page-5')
    await fileNamed(chatId, 'Tea')
    const failed = { kbId: chatId, code: 'empty', message: 'Empty.' }
    await outside.send('document.failed', { orgId: 1, aggregateId: 'page-5' }, failed)
    await until('it to fail', async () => (await status(chatId)).is_failed)
    await found(crawl, 'page-5', 2, 'Better tea')
    const { status: now, error } = await fileNamed(chatId, 'Better tea')
    assert.deepEqual([now, error], ['processing', null])
    await until('the chat to be read again', async () => !(await status(chatId)).is_failed)
  })

  test('that vanished is deleted, and does not come back by an event that is late', async () => {
    const { chatId, crawl } = await started()
    const { payload } = await found(crawl, 'page-6')
    await fileNamed(chatId, 'Tea')
    await outside.send('document.vanished', { orgId: 1, aggregateId: 'page-6', version: 2 }, { kbId: chatId })
    const event = await heard('document.deleted', 'page-6')
    assert.equal(event.actor, null)
    assert.deepEqual(await listFiles(chatId), [])
    await until('its original to go', async () => !(await isKept(payload.blobKey)))
  })

  test('of a website or a chat that is gone by then is taken back', async () => {
    const { chatId, crawl } = await started()
    await call('DELETE', `${crawlsOf(chatId)}/${crawl.id}`)
    const { payload } = await found(crawl, 'page-7')
    await heard('document.deleted', 'page-7')
    await until('its original to go', async () => !(await isKept(payload.blobKey)))
    assert.deepEqual([await listFiles(chatId), uploadsOf('page-7')], [[], []])
  })

  test('that finds the chat full is taken back', async () => {
    const { chatId, crawl } = await started()
    const record = await collection('files').findOne({})
    const many = Array.from({ length: limits.filesPerChat }, (_each, index) => ({
      ...record,
      ...{ _id: `full-${index}`, orgId: 1, chatId, deletedAt: undefined, blobKey: 'none' },
    }))
    await collection('files').insertMany(many)
    await found(crawl, 'page-8')
    await heard('document.deleted', 'page-8')
    await collection('files').deleteMany({ _id: { $in: many.map(({ _id }) => _id) } })
    assert.deepEqual(await listFiles(chatId), [])
  })
})

describe('deleting a website', () => {
  test('deletes its pages and nothing else, and tells of it once', async () => {
    const { chatId, crawl } = await started()
    const own = await uploaded(chatId)
    for (const id of ['page-10', 'page-11', 'page-12']) await found(crawl, id, 1, id)
    await fileNamed(chatId, 'page-12')
    assert.equal((await list(chatId))[0]?.pages, 3)
    const answer = await call('DELETE', `${crawlsOf(chatId)}/${crawl.id}`)
    assert.deepEqual([answer.statusCode, answer.json().message], [200, 'Deleted.'])
    assert.deepEqual([await list(chatId), (await listFiles(chatId)).map(({ id }) => id)], [[], [own.id]])
    const event = await heard('crawl.deleted', crawl.id)
    assert.equal(event.actor?.id, 'user-1')
    for (const id of ['page-10', 'page-11', 'page-12']) assert.equal((await heard('document.deleted', id)).actor, null)
    await until('it to go', async () => (await collection('crawls').countDocuments({ _id: crawl.id })) === 0)
    assert.deepEqual(codeOf(await call('DELETE', `${crawlsOf(chatId)}/${crawl.id}`)), [404, 'crawl_not_found'])
  })

  test('happens with its chat', async () => {
    const { chatId, crawl } = await started()
    await found(crawl, 'page-13')
    await fileNamed(chatId, 'Tea')
    await call('DELETE', `/api/w/knowledge-bases/${chatId}`)
    await heard('crawl.deleted', crawl.id)
    await heard('document.deleted', 'page-13')
    await until('all to go', async () => (await collection('crawls').countDocuments({ chatId })) === 0)
  })
})

describe('limits', () => {
  test('a chat has only so many websites, however many are asked for at once', async () => {
    const { id } = await createChat()
    const answers = await Promise.all(
      Array.from({ length: limits.crawlsPerChat + 3 }, () => start(id, { max_pages: 2 })),
    )
    const refused = answers.filter(({ statusCode }) => statusCode !== 200)
    assert.equal(refused.length, 3)
    for (const answer of refused) assert.deepEqual(codeOf(answer), [409, 'crawl_limit'])
    assert.equal((await list(id)).length, limits.crawlsPerChat)
  })

  test('its websites have as many pages together as the chat has room for', async () => {
    const { id } = await createChat()
    const pagesOf = async () => (await start(id, { max_pages: limits.crawlPages })).json().crawl?.max_pages
    await uploaded(id)
    assert.deepEqual([await pagesOf(), await pagesOf()], [500, 499])
    assert.deepEqual(codeOf(await start(id)), [409, 'file_limit'])
  })
})

describe('is refused:', () => {
  for (const [what, body, field, message] of [
    ['no address', { url: ' ' }, 'url', fieldMessages.required],
    ['a path alone', { url: '/tea' }, 'url', undefined],
    ['credentials in it', { url: 'https://ada:x@site.example/' }, 'url', undefined],
    ['a file', { url: 'file:///etc/passwd' }, 'url', undefined],
    ['no page', { max_pages: 0 }, 'max_pages', fieldMessages.invalid],
    ['too many pages', { max_pages: limits.crawlPages + 1 }, 'max_pages', fieldMessages.invalid],
    ['too deep', { max_depth: limits.crawlDepth + 1 }, 'max_depth', fieldMessages.invalid],
    ['another rhythm', { every: 'minute' }, 'every', fieldMessages.invalid],
  ] as const)
    test(what, async () => {
      const { id } = await createChat()
      const answer = await start(id, body)
      assert.equal(answer.statusCode, 422)
      const { errors: fields } = answer.json()
      assert.deepEqual(Object.keys(fields), [field])
      assert.match(fields[field][0], /^[A-Z].*\.$/)
      if (message) assert.deepEqual(fields, { [field]: [message] })
      assert.deepEqual(await list(id), [])
    })

  test('another organization’s, an unknown one, another chat’s', async () => {
    const { chatId, crawl } = await started()
    const other = await createChat()
    const user = { orgId: 2, userId: 'user-2' }
    for (const [answer, code] of [
      [await call('GET', crawlsOf(chatId), { user }), 'chat_not_found'],
      [await call('POST', crawlsOf(chatId), { user, body: { url: site } }), 'chat_not_found'],
      [await call('POST', `${crawlsOf(chatId)}/${crawl.id}/recrawl`, { user }), 'crawl_not_found'],
      [await call('DELETE', `${crawlsOf(chatId)}/${crawl.id}`, { user }), 'crawl_not_found'],
      [await call('DELETE', `${crawlsOf(other.id)}/${crawl.id}`), 'crawl_not_found'],
      [await call('DELETE', `${crawlsOf(chatId)}/unknown`), 'crawl_not_found'],
      [await start('unknown'), 'chat_not_found'],
    ] as const) {
      assert.deepEqual(codeOf(answer), [404, code])
      assert.equal(answer.json().message, errors[code].message)
    }
    assert.equal((await app.inject({ method: 'GET', url: crawlsOf(chatId) })).statusCode, 401)
    assert.deepEqual(await list(chatId), [crawl])
  })
})
