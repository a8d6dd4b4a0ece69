import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { makePdf } from '@lectern/testing/documents'
import { page, startSite } from '@lectern/testing/site'
import { type CrawlEnd, type CrawlOptions, type CrawlReceipt, crawlSite, type SiteState } from '../src/index.ts'

const quick: CrawlOptions = { pauseMs: 0, retryWaitMs: 10 }

async function crawled(start: string, options: CrawlOptions) {
  const receipts: CrawlReceipt[] = []
  let end: CrawlEnd | undefined
  for await (const receipt of crawlSite(start, { ...quick, ...options })) {
    assert.equal(end, undefined, 'the end comes last')
    if (receipt.outcome === 'end') end = receipt
    else receipts.push(receipt)
  }
  assert.ok(end)
  const path = (url: string) => new URL(url).pathname + new URL(url).search
  const told = receipts.map((receipt) => {
    const why =
      receipt.outcome === 'gone' ? ` ${receipt.reason}` : receipt.outcome === 'failed' ? ` ${receipt.error.code}` : ''
    return `${receipt.outcome}${why} ${path(receipt.url)}`
  })
  const paths = (outcome: string) =>
    receipts
      .filter((receipt) => receipt.outcome === outcome)
      .map(({ url }) => path(url))
      .sort()
  return { receipts, told: told.sort(), paths, end, state: end.state }
}

test('a site is read along its links, on its own host, each page once', async (t) => {
  const site = await startSite(t, {
    '/': page('Home', [
      '/tea',
      '/tea/',
      '/tea#top',
      '/tea?utm_source=home',
      'coffee',
      'https://other.example/',
      '/photo.jpg',
    ]),
    '/tea': page('Tea', ['/', '/tea/green', '//other.example/']),
    '/coffee': page('Coffee', ['/menu.pdf', '/missing']),
    '/tea/green': page('Green tea'),
    '/menu.pdf': { headers: { 'content-type': 'application/pdf' }, body: makePdf(['Menu']) },
  })
  const { told, end, state, receipts } = await crawled(site.url('/'), site.options)
  assert.deepEqual(told, [
    'failed not_found /missing',
    'new /',
    'new /coffee',
    'new /menu.pdf',
    'new /tea',
    'new /tea/green',
  ])
  assert.equal(end.stopped, null)
  assert.deepEqual(
    Object.keys(state.pages).sort(),
    ['/', '/coffee', '/menu.pdf', '/tea', '/tea/green'].map((path) => site.url(path)).sort(),
  )
  const tea = receipts.find(({ url }) => url === site.url('/tea'))
  assert.ok(tea?.outcome === 'new' && tea.page.title === 'Tea' && tea.page.body.includes('about Tea'))
  assert.deepEqual(new Set(site.paths()).size, site.hits.length, 'nothing was asked for twice')
})

test('the next crawl tells what is new, changed, unchanged and gone', async (t) => {
  const versioned = (text: string) => ({ headers: { etag: `"${text}"` }, body: page(text) })
  const site = await startSite(t, {
    '/': page('Home', ['/same', '/dated', '/noise', '/edited', '/removed', '/closed']),
    '/same': (request, response) => {
      const isSame = request.headers['if-none-match'] === '"1"'
      response
        .writeHead(isSame ? 304 : 200, { etag: '"1"', 'content-type': 'text/html' })
        .end(isSame ? '' : page('Same'))
    },
    '/noise': page('Noise', [], '<meta name="token" content="1">'),
    '/edited': versioned('First'),
    '/removed': page('Removed'),
    '/closed': page('Closed'),
  })
  const first = await crawled(site.url('/'), site.options)
  assert.deepEqual(first.paths('new'), ['/', '/closed', '/edited', '/noise', '/removed', '/same'])

  site.hits.length = 0
  site.replies['/'] = page('Home', ['/same', '/noise', '/edited', '/added', '/edited', '/edited'])
  site.replies['/noise'] = page('Noise', [], '<meta name="token" content="2"><script>var at = 2</script>')
  site.replies['/edited'] = versioned('Second')
  site.replies['/added'] = page('Added')
  site.replies['/removed'] = { status: 410 }
  site.replies['/closed'] = { status: 403 }
  const second = await crawled(site.url('/'), { ...site.options, state: first.state })
  assert.deepEqual(second.told, [
    'changed /edited',
    'failed refused /closed',
    'gone not_found /removed',
    'new /added',
    'unchanged /',
    'unchanged /noise',
    'unchanged /same',
  ])
  assert.equal(site.hits.find(({ path }) => path === '/edited')?.headers['if-none-match'], '"First"')
  assert.equal(second.state.pages[site.url('/edited')]?.etag, '"Second"')
  assert.deepEqual(second.state.pages[site.url('/closed')], first.state.pages[site.url('/closed')], 'what fails stays')
  assert.equal(second.state.pages[site.url('/removed')], undefined)

  const third = await crawled(site.url('/'), { ...site.options, state: JSON.parse(JSON.stringify(second.state)) })
  assert.deepEqual(
    third.paths('unchanged'),
    ['/', '/added', '/edited', '/noise', '/same'],
    'the state can be kept as JSON',
  )
  assert.equal(third.receipts.length, 6)
})

test('pages behind unchanged ones are found: those that failed, and those beyond the limit', async (t) => {
  const site = await startSite(t, {
    '/': (request, response) => {
      const isSame = request.headers['if-none-match'] === '"1"'
      const body = page('Home', ['/down', '/late'])
      response.writeHead(isSame ? 304 : 200, { etag: '"1"', 'content-type': 'text/html' }).end(isSame ? '' : body)
    },
    '/down': { status: 500 },
    '/late': page('Late'),
  })
  const first = await crawled(site.url('/'), { ...site.options, maxPages: 1 })
  assert.deepEqual(first.told, ['new /'])
  assert.equal(first.end.stopped, 'page_limit')
  const second = await crawled(site.url('/'), { ...site.options, state: first.state })
  assert.deepEqual(second.told, ['failed server_error /down', 'new /late', 'unchanged /'])
  site.replies['/down'] = page('Up again')
  const third = await crawled(site.url('/'), { ...site.options, state: second.state })
  assert.deepEqual(third.told, ['new /down', 'unchanged /', 'unchanged /late'])
})

test('pages of one canonical address stand once, under it', async (t) => {
  const canonical = (path: string) => `<link rel="canonical" href="${path}">`
  const site = await startSite(t, {
    '/': page('Home', ['/shoes?sort=price', '/shoes?sort=name', '/lonely', '/a', '/same-1', '/same-2']),
    '/shoes?sort=price': page('Shoes by price', ['/trap/1'], canonical('/shoes')),
    '/shoes?sort=name': page('Shoes by name', ['/trap/2'], canonical('/shoes')),
    '/shoes': page('Shoes', [], canonical('/shoes/')),
    '/lonely': page('Lonely', [], canonical('/nowhere')),
    '/a': page('A', [], canonical('/b')),
    '/b': page('B', [], canonical('/a')),
    '/same-1': page('Same'),
    '/same-2': page('Same'),
  })
  const { told, state } = await crawled(site.url('/'), site.options)
  assert.deepEqual(told, ['failed not_found /nowhere', 'new /', 'new /b', 'new /lonely', 'new /same-1', 'new /shoes'])
  site.replies['/lonely'] = page('Lonely', [], canonical('/shoes'))
  const again = await crawled(site.url('/'), { ...site.options, state })
  assert.deepEqual(
    again.told.filter((line) => !line.startsWith('unchanged')),
    ['gone duplicate /lonely'],
  )
})

test('redirects within the site lead to the page itself, those away from it are left alone', async (t) => {
  const to = (location: string) => ({ status: 301, headers: { location } })
  const names = ['site.example', 'other.example']
  const site = await startSite(
    t,
    {
      '/': page('Home', ['/old', '/away', '/docs', '/loop']),
      '/old': to('/new'),
      '/new': page('New'),
      '/docs': to('/docs/'),
      '/docs/': page('Docs', ['intro']),
      '/docs/intro': page('Intro'),
      '/loop': to('/loop/'),
      '/loop/': to('/loop'),
    },
    names,
  )
  site.replies['/away'] = to(site.url('/other', 'other.example'))
  const { told, state } = await crawled(site.url('/'), site.options)
  assert.deepEqual(told, ['failed too_many_redirects /loop', 'new /', 'new /docs/', 'new /docs/intro', 'new /new'])
  assert.ok(site.hits.every(({ host }) => host === 'site.example'))

  site.replies['/new'] = to('/newer')
  site.replies['/newer'] = page('Newer')
  const again = await crawled(site.url('/'), { ...site.options, state })
  assert.deepEqual(again.paths('gone'), ['/new'])
  assert.deepEqual(again.paths('new'), ['/newer'])
})

test('the site is where its start leads', async (t) => {
  const site = await startSite(
    t,
    { 'www.site.example/': page('Home', ['/tea']), 'www.site.example/tea': page('Tea') },
    ['site.example', 'www.site.example'],
  )
  site.replies['site.example/'] = { status: 301, headers: { location: site.url('/', 'www.site.example') } }
  const { receipts } = await crawled(site.url('/'), site.options)
  assert.deepEqual(
    receipts.map(({ url }) => url).sort(),
    ['/', '/tea'].map((path) => site.url(path, 'www.site.example')),
  )

  site.replies['www.site.example/'] = { status: 301, headers: { location: site.url('/') } }
  const circle = await crawled(site.url('/'), site.options)
  assert.deepEqual(circle.paths('failed'), ['/'], 'a start that leads in circles is told')
})

test('robots.txt is obeyed under our own name, and for what was known before', async (t) => {
  const site = await startSite(t, {
    '/robots.txt': {
      headers: { 'content-type': 'text/plain' },
      body: 'User-agent: *\nDisallow: /\n\nUser-agent: lectern\nDisallow: /private\nAllow: /private/open\nDisallow: /*.pdf$\n',
    },
    '/': page('Home', ['/private/a', '/private/open', '/menu.pdf', '/hop', '/tea']),
    '/private/a': page('A'),
    '/private/open': page('Open'),
    '/hop': { status: 302, headers: { location: '/private/a' } },
    '/tea': page('Tea'),
  })
  const first = await crawled(site.url('/'), site.options)
  assert.deepEqual(first.paths('new'), ['/', '/private/open', '/tea'])
  assert.ok(!site.paths().includes('/private/a'))
  const stranger = await crawled(site.url('/'), { ...site.options, userAgent: 'Stranger/1.0' })
  assert.deepEqual(stranger.told, ['failed refused /'])

  site.replies['/robots.txt'] = 'User-agent: *\nDisallow: /tea'
  const second = await crawled(site.url('/'), { ...site.options, state: first.state })
  assert.deepEqual(
    second.told.filter((line) => line.startsWith('gone')),
    ['gone disallowed /tea'],
  )
})

test('a site that fails to give its robots.txt is not crawled for now', async (t) => {
  const site = await startSite(t, { '/robots.txt': { status: 503 }, '/': page('Home') })
  await assert.rejects(crawled(site.url('/'), site.options), {
    name: 'WebError',
    code: 'server_error',
    temporary: true,
  })
  assert.ok(site.paths().every((path) => path === '/robots.txt'))
  for (const status of [401, 403, 404]) {
    site.replies['/robots.txt'] = { status }
    assert.deepEqual((await crawled(site.url('/'), site.options)).told, ['new /'], `${status} allows all`)
  }
})

// With a matcher that tries all ways, the first of these rules would not end in a lifetime.
test('a hostile robots.txt does not hold up a crawl, and a long one is read as far as its last whole line', async (t) => {
  const slow = `Disallow: /${'*a'.repeat(400)}b\n`
  const long = `/${'a'.repeat(900)}`
  const site = await startSite(t, { '/': page('Home', [long]), [long]: page('Long') })
  for (const rules of [
    slow.repeat(700),
    `Disallow: /${'*'.repeat(400_000)}b`,
    'Disallow: /aaaaaaaaaab\n'.repeat(50_000),
  ]) {
    site.replies['/robots.txt'] = `User-agent: *\n${rules}`
    assert.deepEqual((await crawled(site.url('/'), site.options)).paths('new'), ['/', long])
  }
})

test('requests keep their distance, as far as the site asks', async (t) => {
  const site = await startSite(t, {
    '/robots.txt': 'User-agent: *\nCrawl-delay: 0.3',
    '/': page('Home', ['/a', '/b']),
    '/a': page('A'),
    '/b': { status: 302, headers: { location: '/b/' } },
    '/b/': page('B'),
  })
  await crawled(site.url('/'), { ...site.options, pauseMs: 50 })
  const times = site.hits.map(({ at }) => at)
  const gaps = times.slice(1).map((at, index) => at - (times[index] ?? 0))
  assert.equal(gaps.length, 5)
  assert.ok(
    gaps.slice(1).every((gap) => gap >= 290),
    `${gaps.map(Math.round)} ms apart`,
  )
})

test('sitemaps are read: named in robots.txt, by index, packed, as plain text, and broken ones passed over', async (t) => {
  const urlset = (paths: string[]) =>
    `<?xml version="1.0"?><urlset xmlns="x">${paths.map((path) => `<url><loc>\n ${path} </loc><lastmod>2026</lastmod></url>`).join('')}</urlset>`
  const xml = (body: string | Uint8Array) => ({ headers: { 'content-type': 'application/xml' }, body })
  const site = await startSite(t, { '/': page('Home') })
  const address = (path: string) => site.url(path)
  Object.assign(site.replies, {
    '/robots.txt': `Sitemap: ${address('/index.xml')}\nSitemap: ${address('/list.txt')}\nSitemap: nonsense`,
    '/index.xml': xml(
      `<sitemapindex>${['/a.xml', '/b.xml.gz', '/bomb.gz', '/broken.xml', '/missing.xml', '/index.xml']
        .map((path) => `<sitemap><loc>${address(path)}</loc></sitemap>`)
        .join('')}</sitemapindex>`,
    ),
    '/a.xml': xml(urlset([address('/a?x=1&amp;y=2'), `<![CDATA[${address('/cdata')}]]>`, 'https://other.example/'])),
    '/b.xml.gz': { headers: { 'content-type': 'application/x-gzip' }, body: gzipSync(urlset([address('/b')])) },
    '/bomb.gz': { body: gzipSync(Buffer.alloc(100 * 1024 * 1024)) },
    '/broken.xml': xml(`<urlset><url><loc>${address('/c')}</loc></url><url><loc>${address('/d')}`),
    '/list.txt': { headers: { 'content-type': 'text/plain' }, body: `${address('/e')}\r\n${address('/f')}\n\n` },
    '/sitemap.xml': xml(urlset([address('/not-asked-for')])),
  })
  for (const path of ['/a?x=1&y=2', '/cdata', '/b', '/c', '/e', '/f']) site.replies[path] = page(path)
  const { told } = await crawled(site.url('/'), site.options)
  assert.deepEqual(told, ['new /', 'new /a?x=1&y=2', 'new /b', 'new /c', 'new /cdata', 'new /e', 'new /f'])

  site.replies['/robots.txt'] = { status: 404 }
  site.replies['/not-asked-for'] = page('Standard')
  assert.deepEqual((await crawled(site.url('/'), site.options)).paths('new'), ['/', '/not-asked-for'])
})

test('an endless calendar ends at the limits, and does not keep the rest of the site from being read', async (t) => {
  const site = await startSite(t, {
    '/': page('Home', ['/calendar/2026/11', '/tea']),
    '/tea': page('Tea', ['/tea/green']),
    '/tea/green': page('Green tea', ['/tea/green/sencha']),
    '/tea/green/sencha': page('Sencha'),
  })
  site.replies['/calendar/2026/11'] = page('November', ['/calendar/2026/12'])
  const endless = new Proxy(site.replies, {
    get(replies, path: string) {
      const month = /^\/calendar\/(\d+)\/(\d+)$/.exec(path)
      if (!month) return replies[path]
      const next = Array.from(
        { length: 30 },
        (_, day) => `/calendar/${Number(month[1]) + 1}/${Number(month[2]) * 30 + day}`,
      )
      return page(`Month ${path}`, next)
    },
  })
  const trap = await startSite(t, endless)
  const { paths, end } = await crawled(trap.url('/'), { ...trap.options, maxPages: 14 })
  assert.equal(end.stopped, 'page_limit')
  assert.equal(paths('new').length, 14)
  for (const path of ['/tea', '/tea/green', '/tea/green/sencha']) assert.ok(paths('new').includes(path), path)
})

test('links lead no deeper than allowed, and not around in circles of relative links', async (t) => {
  const site = await startSite(t, {
    '/': page('0', ['/1']),
    '/1': page('1', ['/2']),
    '/2': page('2', ['/3']),
    '/3': page('3'),
  })
  assert.deepEqual((await crawled(site.url('/'), { ...site.options, maxDepth: 2 })).paths('new'), ['/', '/1', '/2'])

  const relative = await startSite(
    t,
    new Proxy(
      {},
      { get: (_, path: string) => (/robots|sitemap|example/.test(path) ? undefined : page(path, ['a/b/'])) },
    ),
  )
  const { end, paths } = await crawled(relative.url('/'), { ...relative.options, maxDepth: 100 })
  assert.equal(end.stopped, null)
  assert.equal(paths('new').length, 4)
})

test('a site that goes down is left in peace, and keeps what is known of it', async (t) => {
  const paths = Array.from({ length: 20 }, (_, index) => `/${index}`)
  const site = await startSite(t, { '/': page('Home') })
  const text = (body: string) => ({ headers: { 'content-type': 'text/plain' }, body })
  site.replies['/sitemap.xml'] = paths.map((path) => site.url(path)).join('\n')
  for (const path of paths) site.replies[path] = text(path)
  const first = await crawled(site.url('/'), site.options)
  assert.equal(first.paths('new').length, 21)
  for (const path of paths) site.replies[path] = { status: 502 }
  site.hits.length = 0
  const second = await crawled(site.url('/'), { ...site.options, state: first.state })
  assert.equal(second.end.stopped, 'site_trouble')
  assert.equal(second.paths('failed').length, 5)
  assert.equal(Object.keys(second.state.pages).length, 21)
  assert.ok(site.hits.length < 20, `${site.hits.length} requests`)
})

test('a page without text says why, and its links are followed all the same', async (t) => {
  const site = await startSite(t, {
    '/': '<html><body><nav><a href="/tea">Tea</a></nav><div id="root"></div><script src="/app.js"></script></body></html>',
    '/tea': page('Tea'),
  })
  const { told, receipts } = await crawled(site.url('/'), site.options)
  assert.deepEqual(told, ['failed not_a_document /', 'new /tea'])
  const [first] = receipts
  assert.ok(first?.outcome === 'failed')
  assert.match(first.error.message, /made by scripts/)
})

test('a crawl goes nowhere private, wherever its links and redirects lead', async (t) => {
  const site = await startSite(t, {
    '/': page('Home', ['http://127.0.0.1/', 'http://localhost:6379/', '/redirect']),
    '/redirect': { status: 302, headers: { location: 'http://169.254.169.254/latest/meta-data/' } },
    '/robots.txt': 'Sitemap: http://10.0.0.1/sitemap.xml',
  })
  const { told } = await crawled(site.url('/'), site.options)
  assert.deepEqual(told, ['failed forbidden_address /redirect', 'new /'])
  await assert.rejects(crawled('http://127.0.0.1/', {}), { code: 'forbidden_address' })
  await assert.rejects(crawled('example.com', {}), { code: 'bad_address' })
})

test('a crawl can be called off, and ends when its time is over', async (t) => {
  const site = await startSite(t, { '/': page('Home', ['/a']), '/a': page('A') })
  const reason = new Error('enough')
  const calling = new AbortController()
  const going = (async () => {
    for await (const { outcome } of crawlSite(site.url('/'), {
      ...site.options,
      pauseMs: 60_000,
      signal: calling.signal,
    }))
      assert.equal(outcome, 'never')
  })()
  setTimeout(() => calling.abort(reason), 100)
  await assert.rejects(going, (error) => error === reason)

  const late = await crawled(site.url('/'), { ...site.options, maxMs: 0 })
  assert.equal(late.end.stopped, 'time_limit')
  const state: SiteState = late.state
  assert.deepEqual(state, { pages: {}, pending: [{ url: site.url('/'), depth: 0 }] })
})
