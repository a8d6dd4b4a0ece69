import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { startSite } from '@lectern/testing/site'
import { fetchPage } from '../src/index.ts'

const html = { 'content-type': 'text/html' }
const mebibyte = Buffer.alloc(1024 * 1024, 'a ')

/** Sends without end, as fast as it is taken, and counts what was taken. */
function pour(response: ServerResponse, bytes: Buffer, count: (sent: number) => void): void {
  const more = () => {
    while (!response.destroyed) {
      count(bytes.length)
      if (!response.write(bytes)) return
    }
  }
  response.on('drain', more)
  more()
}

test('a body that is too large is refused: by what it says, or where it gets so', async (t) => {
  let sent = 0
  const site = await startSite(t, {
    '/declared': (_request, response) => {
      response.writeHead(200, { ...html, 'content-length': 1e9 }).write('<p>')
    },
    '/endless': (_request, response) => {
      response.writeHead(200, html)
      pour(response, mebibyte, (bytes) => {
        sent += bytes
      })
    },
    '/exact': 'a'.repeat(2_000),
  })
  await assert.rejects(fetchPage(site.url('/declared'), site.options), {
    code: 'too_large',
    message: /more than 10 MB/,
  })
  await assert.rejects(fetchPage(site.url('/endless'), site.options), { code: 'too_large', temporary: false })
  assert.ok(sent < 40e6, `${sent} bytes were sent`)
  assert.equal((await fetchPage(site.url('/exact'), { ...site.options, maxBytes: 2_000 })).status, 'fetched')
  await assert.rejects(fetchPage(site.url('/exact'), { ...site.options, maxBytes: 1_999 }), { code: 'too_large' })
})

test('a bomb is stopped while it unpacks', async (t) => {
  const gigabyteOfZeros = Buffer.concat(Array(1_000).fill(gzipSync(Buffer.alloc(1024 * 1024))))
  const site = await startSite(t, {
    '/gzip': { headers: { 'content-encoding': 'gzip' }, body: gigabyteOfZeros },
    '/brotli': {
      headers: { 'content-encoding': 'br' },
      body: brotliCompressSync(Buffer.alloc(200 * 1024 * 1024), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
    },
    '/endless-nothing': (_request, response) => {
      response.writeHead(200, { ...html, 'content-encoding': 'gzip' })
      pour(response, Buffer.concat(Array(5_000).fill(gzipSync(''))), () => {})
    },
  })
  const before = process.memoryUsage().rss
  for (const path of Object.keys(site.replies)) {
    await assert.rejects(fetchPage(site.url(path), site.options), { code: 'too_large' }, path)
  }
  const grown = (process.memoryUsage().rss - before) / 1e6
  assert.ok(grown < 300, `${Math.round(grown)} MB more memory`)
})

test('a page that drips is given up when its time is over', async (t) => {
  const site = await startSite(t, {
    '/drip': (request, response) => {
      response.writeHead(200, html)
      const timer = setInterval(() => response.write('a'), 20)
      request.socket.on('close', () => clearInterval(timer))
    },
  })
  const started = performance.now()
  const dripping = fetchPage(site.url('/drip'), { ...site.options, totalMs: 400, idleMs: 200 })
  await assert.rejects(dripping, { code: 'timeout', temporary: true })
  const took = performance.now() - started
  assert.ok(took >= 390 && took < 2_000, `${Math.round(took)} ms`)
})

test('the time is that of all redirects together', async (t) => {
  const site = await startSite(t, {
    '/slow': (_request, response) => {
      setTimeout(() => response.writeHead(302, { location: '/slow' }).end(), 150)
    },
  })
  const slow = fetchPage(site.url('/slow'), { ...site.options, totalMs: 400 })
  await assert.rejects(slow, { code: 'timeout' })
})

test('a site that falls silent is given up: before its answer, within it, and while its name is looked up', async (t) => {
  const site = await startSite(t, {
    '/silent': () => {},
    '/stalls': (_request, response) => {
      response.writeHead(200, html).write('<p>')
    },
  })
  const silent = { code: 'timeout' }
  const started = performance.now()
  await assert.rejects(fetchPage(site.url('/silent'), { ...site.options, idleMs: 150 }), silent)
  await assert.rejects(fetchPage(site.url('/stalls'), { ...site.options, idleMs: 150 }), silent)
  assert.ok(performance.now() - started < 10_000, 'long before the time for all of it')
  const resolve = () => new Promise<string[]>(() => {})
  await assert.rejects(fetchPage('http://no.example/', { resolve, totalMs: 200 }), silent)
})

test('a fetch can be called off', async (t) => {
  const site = await startSite(t, { '/silent': () => {} })
  const reason = new Error('enough')
  const calling = new AbortController()
  const going = fetchPage(site.url('/silent'), { ...site.options, signal: calling.signal })
  setTimeout(() => calling.abort(reason), 100)
  await assert.rejects(going, (error) => error === reason)
  await assert.rejects(fetchPage(site.url('/silent'), { ...site.options, signal: AbortSignal.abort(reason) }), reason)
})

test('headers without end are refused', async (t) => {
  const site = await startSite(t, {
    '/': (request) => void request.socket.end(`HTTP/1.1 200 OK\r\n${'x-a: aaaaaaaaaaaaaaaa\r\n'.repeat(10_000)}\r\n`),
  })
  await assert.rejects(fetchPage(site.url('/'), site.options), { code: 'server_error' })
})

test('markup made to be slow is gone through in no time', async (t) => {
  const bodies = {
    '/deep': '<div>'.repeat(1_000_000),
    '/unclosed': `${'<b>'.repeat(1_000_000)}${'</i>'.repeat(1_000_000)}`,
    '/attributes': `<a ${'x=1 '.repeat(1_000_000)}>`,
    '/titles': '<title>a'.repeat(500_000),
    '/open': '<'.repeat(4_000_000),
    '/entities': '&amp;'.repeat(1_000_000),
    '/links': Array.from({ length: 200_000 }, (_, i) => `<a href=/${i}>`).join(''),
  }
  const site = await startSite(t, bodies)
  for (const path of Object.keys(bodies)) {
    const started = performance.now()
    const found = await fetchPage(site.url(path), site.options)
    const took = performance.now() - started
    assert.ok(took < 5_000, `${path}: ${Math.round(took)} ms`)
    assert.ok(found.status === 'fetched' && found.links.length <= 5_000)
    assert.ok((found.title?.length ?? 0) <= 300)
  }
})
