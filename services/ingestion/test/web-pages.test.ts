import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { until } from '@lectern/testing'
import { makePdf, makeScannedPdf } from '@lectern/testing/documents'
import { page, startSite } from '@lectern/testing/site'
import { buildApp } from '../src/app.ts'
import { aroundIngestion } from './ingestion.ts'

const picture = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
let hangs = true

const site = await startSite(
  { after },
  {
    '/tea': page('Tea & more', ['/coffee'], '<meta name="description" content="x">'),
    '/old': { status: 301, headers: { location: '/tea' } },
    '/menu.pdf': {
      headers: { 'content-type': 'application/pdf' },
      body: makePdf(['The menu has soup.', 'And bread.']),
    },
    '/scan.pdf': { headers: { 'content-type': 'application/pdf' }, body: makeScannedPdf() },
    '/notes.csv': { headers: { 'content-type': 'text/csv' }, body: 'name,drink\nAda,tea' },
    '/picture': { headers: { 'content-type': 'image/png' }, body: picture },
    '/picture.html': { headers: { 'content-type': 'text/html' }, body: picture },
    '/large': { headers: { 'content-type': 'text/plain' }, body: 'x'.repeat(300_000) },
    '/loop': { status: 302, headers: { location: '/loop' } },
    '/inside': { status: 302, headers: { location: 'http://127.0.0.1/admin' } },
    '/metadata': { status: 307, headers: { location: 'http://169.254.169.254/latest/meta-data/' } },
    '/file': { status: 302, headers: { location: 'file:///etc/passwd' } },
    '/closed': { status: 403 },
    '/slow': (_request, response) => {
      if (!hangs) response.writeHead(200, { 'content-type': 'text/html' }).end(page('At last'))
    },
  },
)
const around = await aroundIngestion()
const { heard, ended, chunksOf, jobOf, blobs, outside, remove } = around
const web = { ...site.options, maxBytes: 200_000, totalMs: 400, idleMs: 300 }
const app = await buildApp(around.config, { web })
before(() => app.ready())
around.removeAfter(() => app.close())

let count = 0
/** Has a page read as knowledge would. */
async function scrape(url: string, id = `page-${++count}`) {
  const payload = { kbId: 'kb-1', name: url.slice(0, 155), url, toFetch: true, blobKey: around.blobKey(id) }
  await outside.send('document.uploaded', { orgId: 1, aggregateId: id }, payload)
  return id
}

describe('a page', () => {
  test('is fetched, kept, told of and read, and its passages know where it is', async () => {
    const id = await scrape(site.url('/tea'))
    const { payload } = await heard('document.fetched', id)
    const { url, name, ext, mime, kbId, size } = payload
    assert.deepEqual(
      { url, name, ext, mime, kbId },
      { url: site.url('/tea'), name: 'Tea & more', ext: 'html', mime: 'text/html', kbId: 'kb-1' },
    )
    const kept = await buffer(await blobs.open(around.blobKey(id)))
    assert.equal(kept.length, Number(size))
    assert.match(kept.toString(), /All that there is to say about Tea/)
    await heard('document.ingested', id)
    const [chunk] = await chunksOf(id)
    assert.deepEqual([chunk?.url, chunk?.fileName], [site.url('/tea'), 'Tea & more'])
    assert.match(chunk?.text ?? '', /All that there is to say/)
  })

  test('that has moved is read where it is now', async () => {
    const id = await scrape(site.url('/old'))
    assert.equal((await heard('document.fetched', id)).payload.url, site.url('/tea'))
    await heard('document.ingested', id)
    assert.equal((await chunksOf(id))[0]?.url, site.url('/tea'))
  })

  test('may be a document of another kind', async () => {
    const [pdf, csv] = [await scrape(site.url('/menu.pdf')), await scrape(site.url('/notes.csv'))]
    assert.deepEqual([(await heard('document.fetched', pdf)).payload.name, 'pdf'], ['menu.pdf', 'pdf'])
    await heard('document.ingested', pdf)
    await heard('document.ingested', csv)
    assert.deepEqual(
      (await chunksOf(pdf)).map((chunk) => chunk.page),
      [1, 2],
    )
    assert.match((await chunksOf(csv))[0]?.text ?? '', /Ada/)
  })

  test('that is deleted while it is fetched leaves nothing', async () => {
    const id = await scrape(site.url('/slow'))
    await until('the fetching', async () => (await jobOf(id))?.status === 'running')
    await remove(id)
    await until('the deletion', async () => (await jobOf(id))?.status === 'deleted')
    const next = await scrape(site.url('/tea'))
    await heard('document.ingested', next)
    assert.deepEqual(await chunksOf(id), [])
    await assert.rejects(async () => buffer(await blobs.open(around.blobKey(id))))
  })

  test('of a site that is slow is tried again, and read when it answers', async () => {
    const id = await scrape(site.url('/slow'))
    await until('a failed try', async () => {
      const job = await jobOf(id)
      return job?.attempts === 1 && job.status === 'waiting'
    })
    hangs = false
    await heard('document.ingested', id)
    assert.equal((await chunksOf(id))[0]?.fileName, 'At last')
    hangs = true
  })

  test('of a site that stays slow fails with a sentence', async () => {
    const id = 'stays-slow'
    const past = new Date(Date.now() - 60_000)
    const job = { _id: id, orgId: 1, kbId: 'kb-1', url: site.url('/slow'), toFetch: true, blobKey: around.blobKey(id) }
    await around.jobs.model.create({ ...job, status: 'waiting', attempts: 3, leaseUntil: past, createdAt: past })
    const { payload } = await heard('document.failed', id)
    assert.deepEqual([payload.code, payload.message], ['timeout', 'The site took too long to answer. Try again later.'])
  })
})

describe('what cannot be read ends failed, with a plain sentence and nothing kept:', () => {
  for (const [what, address, code] of [
    ['a page that is not there', site.url('/nothing'), 'not_found'],
    ['a page that is refused', site.url('/closed'), 'refused'],
    ['a picture', site.url('/picture'), 'not_a_document'],
    ['a picture that calls itself a page', site.url('/picture.html'), 'not_a_document'],
    ['a page that is too large', site.url('/large'), 'too_large'],
    ['an address that leads to itself', site.url('/loop'), 'too_many_redirects'],
    ['an address that leads to this machine', site.url('/inside'), 'forbidden_address'],
    ['an address that leads to the cloud’s metadata', site.url('/metadata'), 'forbidden_address'],
    ['an address that leads to a file', site.url('/file'), 'bad_address'],
    ['this machine', 'http://127.0.0.1:8080/', 'forbidden_address'],
    ['this machine by name', 'http://localhost/', 'forbidden_address'],
    ['this machine as one number', 'http://2130706433/', 'forbidden_address'],
    ['this machine in hexadecimal', 'http://0x7f.1/', 'forbidden_address'],
    ['this machine in IPv6', 'http://[::1]/', 'forbidden_address'],
    ['this machine as IPv4 in IPv6', 'http://[::ffff:127.0.0.1]/', 'forbidden_address'],
    ['the private network', 'http://10.0.0.1/', 'forbidden_address'],
    ['the cloud’s metadata', 'http://169.254.169.254/latest/meta-data/', 'forbidden_address'],
    ['a database', `http://127.0.0.1:27017/`, 'forbidden_address'],
    ['a name that is nobody’s', 'http://nobody.example/', 'unreachable'],
  ] as const)
    test(what, async () => {
      const id = await scrape(address)
      const { payload, type } = await ended(id)
      assert.ok('code' in payload, type)
      assert.equal(payload.code, code)
      assert.match(payload.message, /^[A-Z].{20,}\.$/)
      assert.deepEqual(await chunksOf(id), [])
      await assert.rejects(async () => buffer(await blobs.open(around.blobKey(id))))
    })

  test('a document without text, which is told by its reader', async () => {
    const { payload } = await ended(await scrape(site.url('/scan.pdf')))
    assert.equal('code' in payload && payload.code, 'scanned')
  })
})

describe('a newer upload of a file', () => {
  const send = async (id: string, version: number, text: string) => {
    const blobKey = `${around.blobKey(id)}-${version}`
    await blobs.put(blobKey, Readable.from([Buffer.from(text)]))
    const payload = { kbId: 'kb-1', name: 'note.txt', blobKey }
    return outside.send('document.uploaded', { orgId: 1, aggregateId: id, version }, payload)
  }
  const textsOf = async (id: string) => (await chunksOf(id)).map(({ text }) => text)
  const endsOf = (id: string) => around.eventsOf(id).filter(({ type }) => type === 'document.ingested').length

  test('takes the place of the one before, whose passages answer until then', async () => {
    await send('note-1', 1, 'The office opens at nine.')
    await heard('document.ingested', 'note-1')
    around.embedder.state.mode = 'stalls'
    await send('note-1', 3, 'The office opens at ten.')
    await until('the new reading', async () => (await jobOf('note-1'))?.status === 'running')
    assert.deepEqual(await textsOf('note-1'), ['The office opens at nine.'])
    around.embedder.state.mode = 'ok'
    await until('the new end', () => endsOf('note-1') === 2)
    assert.deepEqual(await textsOf('note-1'), ['The office opens at ten.'])
  })

  test('heard twice, or before an older one, is read once', async () => {
    const { type, payload, ...event } = await send('note-2', 2, 'The newer text.')
    await heard('document.ingested', 'note-2')
    await outside.send(type, event, { kbId: 'kb-1', name: 'note.txt', blobKey: `${around.blobKey('note-2')}-2` })
    await send('note-2', 1, 'The older text.')
    await send('note-3', 1, 'Another text.')
    await heard('document.ingested', 'note-3')
    assert.deepEqual([await textsOf('note-2'), endsOf('note-2')], [['The newer text.'], 1])
  })

  test('that cannot be read leaves the passages of the one before', async () => {
    await send('note-4', 1, 'What was there before.')
    await heard('document.ingested', 'note-4')
    await send('note-4', 2, ' \n ')
    await heard('document.failed', 'note-4')
    assert.deepEqual(await textsOf('note-4'), ['What was there before.'])
  })

  test('that comes while the one before is read leaves nothing of it', async () => {
    around.embedder.state.mode = 'stalls'
    await send('note-5', 1, 'The first text.')
    await until('the first reading', async () => (await jobOf('note-5'))?.status === 'running')
    await send('note-5', 2, 'The second text.')
    await until('the second reading', async () => (await jobOf('note-5'))?.revision === 2)
    around.embedder.state.mode = 'ok'
    await heard('document.ingested', 'note-5')
    await until('only the second text', async () => (await textsOf('note-5')).join() === 'The second text.')
  })
})
