import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { test } from 'node:test'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { listen } from '@lectern/testing'
import { makeDocx, makePdf } from '@lectern/testing/documents'
import { page, startSite } from '@lectern/testing/site'
import { type FetchedPage, type FetchOptions, fetchPage, WebError, webOptions } from '../src/index.ts'

async function fetched(address: string, options: FetchOptions): Promise<FetchedPage> {
  const found = await fetchPage(address, options)
  assert.ok(found.status === 'fetched')
  return found
}

test('a web page comes with its address, its title, its own address, its links and what tells its version', async (t) => {
  const head = '<link rel="canonical" href="/tea#top"><base href="/shop/">'
  const links = ['green', '/about?x=1&amp;y=2#team', 'mailto:a@b.example', 'https://other.example/']
  const site = await startSite(t, {
    '/old': { status: 301, headers: { location: '/tea?ref=old' } },
    '/tea?ref=old': {
      headers: { etag: '"v1"', 'last-modified': 'Sat, 21 Nov 2026 08:00:00 GMT' },
      body: page('Tea &amp; more', links, head),
    },
  })
  const found = await fetched(site.url('/old'), site.options)
  assert.equal(found.url, site.url('/tea?ref=old'))
  assert.equal(found.canonicalUrl, site.url('/tea'))
  assert.equal(found.title, 'Tea & more')
  assert.equal(found.fileName, 'Tea & more.html')
  assert.deepEqual([found.kind, found.mime, found.charset], ['html', 'text/html', 'utf-8'])
  assert.equal(found.etag, '"v1"')
  assert.equal(found.lastModified, 'Sat, 21 Nov 2026 08:00:00 GMT')
  assert.deepEqual(found.links, [site.url('/shop/green'), site.url('/about?x=1&y=2'), 'https://other.example/'])
  assert.match(found.body.toString(), /All that there is to say/)
})

test('a canonical address on another host is none', async (t) => {
  const head = '<link rel=canonical href="https://copycat.example/tea">'
  const site = await startSite(t, { '/': page('Tea', [], head) })
  assert.equal((await fetched(site.url('/'), site.options)).canonicalUrl, null)
})

test('links that ask not to be followed are none', async (t) => {
  const site = await startSite(t, {
    '/link': '<a href=/a rel="noopener nofollow">A</a><a href=/b>B</a><map><area href=/c></map>',
    '/page': page('Tea', ['/a'], '<meta name="robots" content="noindex, NOFOLLOW">'),
    '/none': page('Tea', ['/a'], '<meta name=robots content=none>'),
    '/header': { headers: { 'x-robots-tag': 'nofollow' }, body: page('Tea', ['/a']) },
    '/refresh': '<meta http-equiv=refresh content="0; url=\'/next\'">',
  })
  const linksAt = async (path: string) => (await fetched(site.url(path), site.options)).links
  assert.deepEqual(await linksAt('/link'), [site.url('/b'), site.url('/c')])
  assert.deepEqual(await linksAt('/page'), [])
  assert.deepEqual(await linksAt('/none'), [])
  assert.deepEqual(await linksAt('/header'), [])
  assert.deepEqual(await linksAt('/refresh'), [site.url('/next')])
})

test('the site is told who asks', async (t) => {
  const site = await startSite(t, { '/': page('Tea') })
  const settings = { WEB_USER_AGENT: 'Teapot/2 (+https://tea.example)', WEB_FROM: 'bot@tea.example' }
  const named = webOptions({ ...settings, WEB_ALLOWED_HOSTS: ` site.example:${site.port} , ` })
  await fetchPage(site.url('/'), { ...named, resolve: site.options.resolve })
  const [hit] = site.hits
  assert.equal(hit?.headers['user-agent'], 'Teapot/2 (+https://tea.example)')
  assert.equal(hit?.headers.from, 'bot@tea.example')
  assert.equal(hit?.headers.host, `site.example:${site.port}`)
  assert.equal(hit?.headers.cookie, undefined)
})

test('a page that is still the same is not sent again', async (t) => {
  const site = await startSite(t, {
    '/': (request, response) => {
      const same = request.headers['if-none-match'] === '"v1"' || request.headers['if-modified-since'] !== undefined
      response.writeHead(same ? 304 : 200, { etag: '"v2"', 'content-type': 'text/html' }).end(same ? '' : page('Tea'))
    },
    '/odd': { status: 304 },
  })
  const since = 'Sat, 21 Nov 2026 08:00:00 GMT'
  for (const known of [{ etag: '"v1"' }, { lastModified: since }, { etag: '"v1"', lastModified: since }]) {
    assert.deepEqual(await fetchPage(site.url('/'), { ...site.options, known }), {
      status: 'unchanged',
      url: site.url('/'),
      etag: '"v2"',
      lastModified: known.lastModified ?? null,
    })
  }
  assert.equal((await fetched(site.url('/'), { ...site.options, known: { etag: '"v0"' } })).etag, '"v2"')
  await assert.rejects(fetchPage(site.url('/odd'), site.options), { code: 'server_error' }, 'nobody asked whether')
})

test('documents of all kinds are known by type, by name and by what is in them', async (t) => {
  const typed = (type: string, body: string | Uint8Array, more: Record<string, string> = {}) => ({
    headers: { 'content-type': type, ...more },
    body,
  })
  const pdf = makePdf(['Tea'])
  const site = await startSite(t, {
    '/tea.pdf': typed('application/pdf', pdf),
    '/download?id=7': typed('application/octet-stream', pdf, {
      'content-disposition': `attachment; filename*=UTF-8''Gr%C3%BCner%20Tee.pdf`,
    }),
    '/called-html': typed('text/html', pdf),
    '/menu.docx': typed('application/octet-stream', makeDocx(['Tea'])),
    '/notes.md': typed('text/plain; charset=utf-8', '# Tea'),
    '/readme': typed('text/markdown', '# Tea'),
    '/plain': typed('text/plain', 'Tea'),
    '/prices.csv': typed('text/csv', 'tea,price\nsencha,4'),
    '/data': typed('application/ld+json', '{"tea":"sencha"}'),
    '/xhtml': typed('application/xhtml+xml', page('Tea')),
    '/brew.py': typed('text/x-python', 'brew()'),
    '/page.php': typed('text/html', page('Tea')),
  })
  const found: Record<string, string> = {}
  for (const path of Object.keys(site.replies)) {
    const { kind, fileName } = await fetched(site.url(path), site.options)
    found[path] = `${kind} ${fileName}`
  }
  assert.deepEqual(found, {
    '/tea.pdf': 'pdf tea.pdf',
    '/download?id=7': 'pdf Grüner Tee.pdf',
    '/called-html': 'pdf called-html.pdf',
    '/menu.docx': 'docx menu.docx',
    '/notes.md': 'markdown notes.md',
    '/readme': 'markdown readme.md',
    '/plain': 'text plain.txt',
    '/prices.csv': 'csv prices.csv',
    '/data': 'json data.json',
    '/xhtml': 'html Tea.html',
    '/brew.py': 'python brew.py',
    '/page.php': 'html Tea.html',
  })
})

test('what is no document is refused, before its body is read if its type tells', async (t) => {
  let sent = 0
  const site = await startSite(t, {
    '/photo': (_request, response) => {
      response.writeHead(200, { 'content-type': 'image/png' })
      response.on('drain', () => response.write(Buffer.alloc(65_536)))
      sent += 1
      response.write(Buffer.alloc(1_000_000))
    },
    '/feed': { headers: { 'content-type': 'application/rss+xml' }, body: '<rss/>' },
    '/program': { headers: { 'content-type': 'application/octet-stream' }, body: '\x7fELF' },
    '/picture.html': { body: Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex') },
    '/fake.pdf': { headers: { 'content-type': 'application/pdf' }, body: '<p>No PDF</p>' },
    '/empty': '',
  })
  for (const path of Object.keys(site.replies)) {
    await assert.rejects(fetchPage(site.url(path), site.options), { code: 'not_a_document', temporary: false }, path)
  }
  assert.equal(sent, 1)
})

test('a text whose encoding only the header tells can be read without the header', async (t) => {
  const cyrillic = Buffer.from('<title>\xcf\xf0\xe8\xe2\xe5\xf2</title>', 'latin1')
  const typed = (type: string, body: Buffer) => ({ headers: { 'content-type': type }, body })
  const site = await startSite(t, {
    '/header': typed('text/html; charset="windows-1251"', cyrillic),
    '/meta': typed('text/html', Buffer.concat([Buffer.from('<meta charset=windows-1251>'), cyrillic])),
    '/lie': typed('text/html; charset=iso-8859-1', Buffer.from('<title>Привет</title>')),
    '/japanese': typed(
      'text/html; charset=iso-2022-jp',
      Buffer.from('<title>\x1b$B$3$s$K$A$O\x1b(B</title>', 'latin1'),
    ),
    '/wide': typed('text/html', Buffer.from('\ufeff<title>Привет</title>', 'utf16le')),
    '/western': typed('text/html', Buffer.from('<title>Caf\xe9</title>', 'latin1')),
    '/unheard-of': typed('text/html; charset=klingon', Buffer.from('<title>Qapla</title>')),
  })
  const at = (path: string) => fetched(site.url(path), site.options)
  const header = await at('/header')
  assert.equal(header.title, 'Привет')
  assert.equal(header.charset, 'utf-8')
  assert.equal(header.body.toString(), '\ufeff<title>Привет</title>')
  const meta = await at('/meta')
  assert.equal(meta.title, 'Привет')
  assert.ok(meta.body.includes(cyrillic), 'what the page tells itself is left as it is')
  assert.equal((await at('/lie')).title, 'Привет')
  assert.equal((await at('/japanese')).title, 'こんにちは')
  assert.equal((await at('/wide')).title, 'Привет')
  assert.equal((await at('/western')).title, 'Café')
  assert.equal((await at('/unheard-of')).title, 'Qapla')
})

test('compressed pages are unpacked', async (t) => {
  const tea = Buffer.from(page('Tea'))
  const packed = (encoding: string, body: Buffer) => ({ headers: { 'content-encoding': encoding }, body })
  const site = await startSite(t, {
    '/gzip': packed('gzip', gzipSync(tea)),
    '/x-gzip': packed('X-GZIP', gzipSync(tea)),
    '/deflate': packed('deflate', deflateSync(tea)),
    '/br': packed('br', brotliCompressSync(tea)),
    '/identity': packed('identity', tea),
    '/unknown': packed('lzma', tea),
    '/broken': packed('gzip', gzipSync(tea).subarray(0, -20)),
    '/not': packed('gzip', tea),
  })
  for (const path of ['/gzip', '/x-gzip', '/deflate', '/br', '/identity']) {
    assert.deepEqual((await fetched(site.url(path), site.options)).body, tea, path)
  }
  for (const path of ['/unknown', '/broken', '/not']) {
    await assert.rejects(fetchPage(site.url(path), site.options), { code: 'server_error' }, path)
  }
})

test("a site's refusals are told apart", async (t) => {
  const site = await startSite(
    t,
    Object.fromEntries([400, 401, 403, 404, 410, 500, 501].map((s) => [`/${s}`, { status: s }])),
  )
  const found: Record<string, unknown> = {}
  for (const path of Object.keys(site.replies)) {
    await fetchPage(site.url(path), site.options).catch((error: WebError) => {
      found[path] = [error.code, error.temporary, error.status]
    })
  }
  assert.deepEqual(found, {
    '/400': ['server_error', false, 400],
    '/401': ['refused', false, 401],
    '/403': ['refused', false, 403],
    '/404': ['not_found', false, 404],
    '/410': ['not_found', false, 410],
    '/500': ['server_error', true, 500],
    '/501': ['server_error', true, 501],
  })
})

test('what may pass is tried once more, but not before the site wants it', async (t) => {
  let asked = 0
  const site = await startSite(t, {
    '/': (_request, response) => {
      asked += 1
      response.writeHead(asked === 1 ? 503 : 200, { 'content-type': 'text/html' }).end(page('Tea'))
    },
    '/busy': { status: 429, headers: { 'retry-after': '120' } },
  })
  assert.equal((await fetched(site.url('/'), site.options)).title, 'Tea')
  const busy = fetchPage(site.url('/busy'), site.options)
  await assert.rejects(busy, { code: 'server_error', temporary: true, status: 429, retryAfterMs: 120_000 })
  assert.deepEqual(site.paths(), ['/', '/', '/busy'])
})

test('five redirects are followed and no more', async (t) => {
  const to = (location: string) => ({ status: 302, headers: { location } })
  const site = await startSite(t, {
    '/0': page('Tea'),
    ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((count) => [`/${count}`, to(`/${count - 1}`)])),
    '/loop': to('/loop'),
    '/nowhere': { status: 302 },
  })
  assert.equal((await fetched(site.url('/5'), site.options)).url, site.url('/0'))
  await assert.rejects(fetchPage(site.url('/6'), site.options), { code: 'too_many_redirects', temporary: false })
  await assert.rejects(fetchPage(site.url('/loop'), site.options), { code: 'too_many_redirects' })
  await assert.rejects(fetchPage(site.url('/nowhere'), site.options), { code: 'server_error' })
})

test('a site that is not there, and one that speaks no HTTP', async (t) => {
  const server = createServer()
  const { port } = new URL(await listen(server))
  await new Promise((resolve) => server.close(resolve))
  const options = { allowedHosts: [`127.0.0.1:${port}`] }
  const gone = fetchPage(`http://127.0.0.1:${port}/`, options)
  await assert.rejects(gone, { name: 'WebError', code: 'unreachable', temporary: true })

  const site = await startSite(t, {
    '/hang-up': (request) => request.socket.destroy(),
    '/nonsense': (request) => request.socket.end('SSH-2.0-OpenSSH_9.6\r\n'),
  })
  await assert.rejects(fetchPage(site.url('/hang-up'), site.options), { code: 'unreachable' })
  await assert.rejects(fetchPage(site.url('/nonsense'), site.options), { code: 'server_error' })
})

test('every error has words for people', () => {
  for (const code of ['bad_address', 'timeout', 'not_a_document'] as const) {
    assert.match(new WebError(code).message, /^[A-Z].+\.$/)
  }
})
