import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import type { EventPayload } from '@lectern/contracts/events'
import type { IncomingEvent } from '@lectern/service'
import { until } from '@lectern/testing'
import { makePdf, makeScannedPdf } from '@lectern/testing/documents'
import { page, type Reply, startSite } from '@lectern/testing/site'
import mongoose from 'mongoose'
import { buildApp } from '../src/app.ts'
import { crawlModel } from '../src/models/crawl.ts'
import { aroundIngestion } from './ingestion.ts'

const around = await aroundIngestion()
const { outside, chunksOf, jobOf, blobs, embedder } = around
const names = Array.from({ length: 20 }, (_, index) => `site${index}.example`)
const unused = [...names]
const site = await startSite({ after }, {}, names)
const web = { ...site.options, pauseMs: 0, retryWaitMs: 10, totalMs: 1000, idleMs: 500 }
const app = await buildApp(around.config, { web })
before(() => app.ready())

/** What knowledge answers: a page that was found is to be read, one that vanished is deleted. `takes` may say no. */
let takes = (_url: string) => true
let answered = 0
const answering = setInterval(async () => {
  const unanswered = outside.received.slice(answered)
  answered += unanswered.length
  for (const event of unanswered) {
    const { orgId, aggregateId, version } = event
    if (event.type === 'document.crawled') {
      const { kbId, name, ext, url, blobKey } = event.payload as EventPayload<'document.crawled'>
      if (takes(url))
        await outside.send('document.uploaded', { orgId, aggregateId, version }, { kbId, name, ext, url, blobKey })
      else await outside.send('document.deleted', { orgId, aggregateId, version }, { kbId })
    }
    if (event.type === 'document.vanished')
      await outside.send('document.deleted', { orgId, aggregateId, version: 99 }, { kbId: 'kb-1' })
  }
}, 20)
around.removeAfter(() => {
  clearInterval(answering)
  return app.close()
})

/** A website with a name of its own, and how it is read. */
function website(pages: Record<string, Reply>) {
  const name = unused.shift() ?? ''
  const crawlId = `crawl-${name}`
  const set = (path: string, reply: Reply) => {
    site.replies[name + path] = reply
  }
  const url = (path: string) => site.url(path, name)
  for (const [path, reply] of Object.entries(pages)) set(path, reply)
  const finishes = () =>
    outside.received.filter(
      (event): event is IncomingEvent<'crawl.finished'> =>
        event.type === 'crawl.finished' && event.aggregateId === crawlId,
    )
  const request = (run: number, more: object = {}) =>
    outside.send(
      'crawl.requested',
      { orgId: 1, aggregateId: crawlId, version: run },
      { kbId: 'kb-1', url: url('/'), maxPages: 50, maxDepth: 5, run, ...more },
    )
  const finished = async (run: number) => {
    const { payload } = await until(`run ${run} of ${name}`, () =>
      finishes().find((event) => event.payload.run === run),
    )
    const { pagesNew, pagesChanged, pagesUnchanged, pagesRemoved, pagesFailed, stopped, error } = payload
    return {
      counts: [pagesNew, pagesChanged, pagesUnchanged, pagesRemoved, pagesFailed],
      problems: payload.problems.map((each) => `${new URL(each.url).pathname} ${each.message}`),
      chunks: [payload.chunks, payload.chunksEmbedded],
      stopped,
      error,
    }
  }
  const crawled = (path: string) =>
    outside.received.filter(
      (event): event is IncomingEvent<'document.crawled'> =>
        event.type === 'document.crawled' && (event.payload as EventPayload<'document.crawled'>).url === url(path),
    )
  const fileOf = (path: string) => crawled(path).at(-1)?.aggregateId ?? ''
  return {
    ...{ name, crawlId, set, url, request, finished, finishes, crawled, fileOf },
    read: async (run: number, more: object = {}) => {
      await request(run, more)
      return finished(run)
    },
    textsOf: async (path: string) => (await chunksOf(fileOf(path))).map(({ text }) => text).join('\n'),
    hits: (path: string) => site.hits.filter((hit) => hit.host === name && hit.path === path).length,
  }
}

describe('a website', () => {
  test('is read page by page, and says what it came to', async () => {
    const { read, url, crawled, textsOf, fileOf, crawlId } = website({
      '/': page('Home', ['/tea', '/menu.pdf', '/missing']),
      '/tea': page('Tea', ['/']),
      '/menu.pdf': { headers: { 'content-type': 'application/pdf' }, body: makePdf(['Soup and bread.']) },
    })
    const { counts, problems, chunks, error, stopped } = await read(1)
    assert.deepEqual(counts, [3, 0, 0, 0, 1])
    assert.deepEqual(chunks, [3, 3])
    assert.match(problems.join(), /^\/missing There is no page at this address\..*\.$/)
    assert.deepEqual([error, stopped], ['', ''])
    const [event] = crawled('/tea')
    const { kbId, url: at, name, ext, mime, blobKey, size, crawlId: of } = event?.payload ?? assert.fail()
    assert.deepEqual([kbId, of, at, name, ext, mime], ['kb-1', crawlId, url('/tea'), 'Tea', 'html', 'text/html'])
    assert.equal((await buffer(await blobs.open(blobKey))).length, Number(size))
    assert.match(await textsOf('/tea'), /about Tea/)
    assert.match(await textsOf('/menu.pdf'), /Soup and bread/)
    assert.equal((await chunksOf(fileOf('/tea')))[0]?.url, url('/tea'))
  })

  test('read again reads only what is new or changed, and what is gone answers no more', async () => {
    const { read, set, fileOf, textsOf, crawled } = website({
      '/': page('Home', ['/same', '/edited', '/removed', '/closed']),
      '/same': page('Same'),
      '/edited': page('First'),
      '/removed': page('Removed'),
      '/closed': page('Closed'),
    })
    assert.deepEqual((await read(1)).counts, [5, 0, 0, 0, 0])
    const [edited, removed, same] = [fileOf('/edited'), fileOf('/removed'), fileOf('/same')]
    const sameBefore = await chunksOf(same)

    set('/', page('Home', ['/same', '/edited', '/closed', '/added']))
    set('/edited', page('Second'))
    set('/removed', { status: 410 })
    set('/closed', { status: 403 })
    set('/added', page('Added'))
    const texts = embedder.state.texts
    const { counts, chunks, problems } = await read(2)
    // The start's text names its links alone, so it is the same.
    assert.deepEqual(counts, [1, 1, 2, 1, 1])
    assert.deepEqual(chunks, [5, 2])
    assert.equal(embedder.state.texts - texts, 2, 'nothing that is the same was embedded anew')
    assert.match(problems.join(), /^\/closed The site does not let this page be fetched/)
    assert.equal(fileOf('/edited'), edited, 'a page keeps its file')
    assert.match(await textsOf('/edited'), /about Second/)
    assert.doesNotMatch(await textsOf('/edited'), /First/)
    assert.deepEqual(await chunksOf(removed), [])
    assert.deepEqual(await chunksOf(same), sameBefore)
    assert.match(await textsOf('/closed'), /about Closed/)
    assert.equal(crawled('/same').length, 1)
    const vanished = outside.received.filter(({ type }) => type === 'document.vanished')
    assert.deepEqual([...new Set(vanished.map(({ aggregateId }) => aggregateId))], [removed])

    // What was gone comes back as a file of its own.
    set('/removed', page('Back again'))
    set('/', page('Home', ['/same', '/edited', '/added', '/removed']))
    const third = await read(3)
    assert.deepEqual(third.counts, [1, 0, 4, 0, 1])
    assert.notEqual(fileOf('/removed'), removed)
    assert.match(await textsOf('/removed'), /Back again/)
  })

  test('answers with the old text of a page until the new one is there', async () => {
    const { request, read, finished, set, fileOf, textsOf } = website({
      '/': page('Home', ['/hours']),
      '/hours': page('Open at nine'),
    })
    await read(1)
    set('/hours', page('Open at ten'))
    embedder.state.mode = 'stalls'
    await request(2)
    await until('the new reading', async () => {
      const job = await jobOf(fileOf('/hours'))
      return job?.revision === 2 && job.status === 'running'
    })
    assert.match(await textsOf('/hours'), /Open at nine/)
    embedder.state.mode = 'ok'
    assert.deepEqual((await finished(2)).counts, [0, 1, 1, 0, 0])
    assert.match(await textsOf('/hours'), /Open at ten/)
    assert.doesNotMatch(await textsOf('/hours'), /nine/)
  })

  test('has no more pages than it may, and goes on where it stopped', async () => {
    const links = Array.from({ length: 6 }, (_, index) => `/page-${index}`)
    const { read } = website({
      '/': page('Home', links),
      ...Object.fromEntries(links.map((path) => [path, page(`About ${path}`)])),
    })
    const { counts, stopped } = await read(1, { maxPages: 3 })
    assert.deepEqual([counts, stopped], [[3, 0, 0, 0, 0], 'page_limit'])
    const second = await read(2)
    assert.deepEqual([second.counts, second.stopped], [[4, 0, 3, 0, 0], ''])
  })

  test('a page that cannot be read is told as failed, and tried again', async () => {
    const scan = { headers: { 'content-type': 'application/pdf' }, body: makeScannedPdf() }
    const { read, set } = website({ '/': page('Home', ['/scan.pdf']), '/scan.pdf': scan })
    const first = await read(1)
    assert.deepEqual(first.counts, [1, 0, 0, 0, 1])
    assert.match(first.problems.join(), /^\/scan.pdf .*(scan|picture)/i)
    const again = await read(2)
    assert.deepEqual(again.counts, [0, 0, 1, 0, 1], 'as it was')
    set('/scan.pdf', { ...scan, body: makePdf(['Now with text.']) })
    assert.deepEqual((await read(3)).counts, [0, 1, 1, 0, 0])
  })

  test('a page whose file somebody deleted stays away, also when it changes', async () => {
    const { read, set, fileOf, crawled } = website({ '/': page('Home', ['/unwanted']), '/unwanted': page('Unwanted') })
    await read(1)
    await around.remove(fileOf('/unwanted'))
    await until('its deletion', async () => (await jobOf(fileOf('/unwanted')))?.status === 'deleted')
    set('/unwanted', page('Unwanted still'))
    assert.deepEqual((await read(2)).counts, [0, 0, 2, 0, 0])
    assert.equal(crawled('/unwanted').length, 1)
    assert.deepEqual(await chunksOf(fileOf('/unwanted')), [])
  })

  test('a page that the chat has no room for is told as failed, and taken when there is', async () => {
    const { read, url } = website({ '/': page('Home', ['/more']), '/more': page('More') })
    takes = (address) => address !== url('/more')
    const first = await read(1)
    assert.deepEqual(first.counts, [1, 0, 0, 0, 1])
    assert.match(first.problems.join(), /^\/more This page was not taken/)
    takes = () => true
    assert.deepEqual((await read(2)).counts, [1, 0, 1, 0, 0])
  })
})

describe('a website that cannot be read', () => {
  for (const [what, url, reason] of [
    ['has a name that is nobody’s', 'http://nobody.example/', /no site of this name/],
    ['is this machine', 'http://127.0.0.1:9200/', /cannot be fetched/],
    ['is the cloud’s metadata', 'http://169.254.169.254/latest/', /cannot be fetched/],
  ] as const)
    test(`as it ${what}, ends with a plain reason`, async () => {
      const { read } = website({})
      const { error, counts } = await read(1, { url })
      assert.match(error, reason)
      assert.match(error, /^[A-Z].*\.$/)
      assert.deepEqual(counts.slice(0, 4), [0, 0, 0, 0])
    })

  test('as its start is not there, ends with a plain reason', async () => {
    const { error } = await website({}).read(1)
    assert.match(error, /There is no page at this address/)
  })

  test('as it has no text, ends with a plain reason', async () => {
    const { error } = await website({ '/': '<html><body><script>render()</script></body></html>' }).read(1)
    assert.match(error, /no text on this page/)
  })

  test('by robots, ends with a plain reason', async () => {
    const robots = { headers: { 'content-type': 'text/plain' }, body: 'User-agent: *\nDisallow: /' }
    const { error } = await website({ '/': page('Home'), '/robots.txt': robots }).read(1)
    assert.match(error, /robots\.txt/)
  })

  test('any more keeps its pages, and says so', async () => {
    const { read, set, textsOf } = website({ '/': page('Home', ['/tea']), '/tea': page('Tea') })
    await read(1)
    set('/', { status: 503 })
    set('/tea', { status: 503 })
    const { counts, error } = await read(2)
    assert.deepEqual([counts, error], [[0, 0, 0, 0, 2], ''])
    assert.match(await textsOf('/tea'), /about Tea/)
  })
})

describe('a crawl', () => {
  test('asked for twice, or by an older event, runs once', async () => {
    const { request, read, finishes, hits } = website({ '/': page('Home') })
    await read(2)
    await request(2)
    await request(1)
    await website({ '/': page('Another') }).read(1)
    assert.deepEqual([finishes().length, hits('/')], [1, 1])
  })

  test('that was cut short goes on with what it kept, and counts it', async () => {
    const slow = Promise.withResolvers<void>()
    const { request, finished, crawled, crawlId, hits } = website({
      '/': page('Home', ['/tea', '/last']),
      '/tea': page('Tea'),
      '/last': async (_request, response) => {
        await slow.promise
        response.writeHead(200, { 'content-type': 'text/html' }).end(page('Last'))
      },
    })
    await request(1)
    await until('its first pages', () => crawled('/tea').length === 1)
    const { crawlModel } = await import('../src/models/crawl.ts')
    const crawls = crawlModel(around.jobs.model.db)
    // Another worker took it, and died.
    const taken = { leaseBy: 'a dead worker', leaseUntil: new Date(Date.now() + 1500) }
    await crawls.model.updateOne({ _id: crawlId }, { $set: taken })
    await until('it to be taken over', async () => {
      const crawl = await crawls.find(1, crawlId)
      return crawl?.status === 'running' && crawl.leaseBy !== 'a dead worker'
    })
    slow.resolve()
    assert.deepEqual((await finished(1)).counts, [3, 0, 0, 0, 0])
    assert.deepEqual([crawled('/tea').length, hits('/tea')], [1, 2])
  })

  test('deleted while it runs says no more and leaves no page', async () => {
    const slow = Promise.withResolvers<void>()
    const { request, crawlId, crawled, finishes, name } = website({
      '/': page('Home', ['/slow']),
      '/slow': async (_request, response) => {
        await slow.promise
        response.writeHead(200, { 'content-type': 'text/html' }).end(page('Slow'))
      },
    })
    await request(1)
    await until('its first page', () => crawled('/').length === 1)
    await outside.send('crawl.deleted', { orgId: 1, aggregateId: crawlId, version: 2 }, { kbId: 'kb-1', url: name })
    const { sitePageModel } = await import('../src/models/site-page.ts')
    const pages = sitePageModel(around.jobs.model.db)
    await until('its pages to go', async () => (await pages.list(1, crawlId)).length === 0)
    slow.resolve()
    await request(3)
    await website({ '/': page('Another') }).read(1)
    // A page that was on its way may still be told of; knowledge takes no page of a website that is gone.
    assert.deepEqual([finishes(), await pages.list(1, crawlId)], [[], []])
  })
})

test('of each organization one website after the other is taken, so that many of one keep nobody else waiting', async (t) => {
  const dbName = `${around.config.NAMESPACE.replaceAll('-', '_')}_turns`
  const connection = await mongoose.createConnection(around.config.MONGODB_URL, { dbName }).asPromise()
  t.after(async () => {
    await connection.dropDatabase()
    await connection.close()
  })
  const crawls = crawlModel(connection)
  const asked = { kbId: 'kb-1', url: 'http://a.example', maxPages: 10, maxDepth: 1, run: 1, cause: '', traceparent: '' }
  for (const id of ['many-1', 'many-2', 'many-3']) await crawls.request(1, id, asked)
  await crawls.request(2, 'few-1', asked)
  const taken: (string | undefined)[] = []
  for (let place = 0; place < 5; place += 1) taken.push((await crawls.claim('worker', 60_000))?._id)
  assert.deepEqual(taken, ['many-1', 'few-1', 'many-2', 'many-3', undefined])
})
