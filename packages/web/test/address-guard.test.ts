import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startSite } from '@lectern/testing/site'
import { createGuard, parseAddress } from '../src/address-guard.ts'
import { fetchPage, WebError, type WebErrorCode } from '../src/index.ts'

async function codeOf(work: () => Promise<unknown>): Promise<WebErrorCode | 'none'> {
  try {
    await work()
    return 'none'
  } catch (error) {
    if (error instanceof WebError) return error.code
    throw error
  }
}

const unresolved = async (name: string): Promise<string[]> => {
  throw new Error(`${name} was looked up`)
}

const refused: Record<string, string[]> = {
  'loopback in all spellings': [
    'http://127.0.0.1/',
    'http://127.0.0.1./',
    'http://127.1/',
    'http://127.0.1/',
    'http://127.8.9.10/',
    'http://2130706433/',
    'http://017700000001/',
    'http://0177.0.0.1/',
    'http://0x7f000001/',
    'http://0x7f.0.0.1/',
    'http://0x7f.1/',
    'http://0X7F.0x0.0x0.0x1/',
    'http://127.0.0.1:8080/',
    'http://%31%32%37.0.0.1/',
    'http://127%2e0%2e0%2e1/',
    'http://１２７.0.0.1/',
    'http://127。0。0。1/',
    'http://①②⑦.⓪.⓪.①/',
    'http:\\\\127.0.0.1\\',
    'http:/127.0.0.1/',
    'http:127.0.0.1',
    '  http://127.0.0.1/',
    'ht\ntp://127.0.0.1/',
    'HTTP://127.0.0.1/',
    'https://127.0.0.1/',
    'http://0/',
    'http://0.0.0.0/',
    'http://0.1.2.3/',
  ],
  'private IPv4': [
    'http://10.0.0.1/',
    'http://10.255.255.255/',
    'http://167772161/',
    'http://172.16.0.1/',
    'http://172.31.255.255/',
    'http://192.168.1.1/',
    'http://0300.0250.1.1/',
    'http://0xc0a80101/',
    'http://100.64.0.1/',
    'http://100.127.255.255/',
    'http://169.254.1.1/',
  ],
  'reserved IPv4': [
    'http://192.0.0.1/',
    'http://192.0.2.1/',
    'http://192.88.99.1/',
    'http://198.18.0.1/',
    'http://198.19.255.255/',
    'http://198.51.100.7/',
    'http://203.0.113.7/',
    'http://224.0.0.1/',
    'http://239.255.255.255/',
    'http://240.0.0.1/',
    'http://255.255.255.255/',
  ],
  'cloud metadata': [
    'http://169.254.169.254/latest/meta-data/',
    'http://2852039166/',
    'http://0xa9fea9fe/',
    'http://0251.0376.0251.0376/',
    'http://169.254.170.2/',
    'http://100.100.100.200/',
    'http://168.63.129.16/',
    'http://192.0.0.192/',
    'http://[fd00:ec2::254]/',
    'http://[fd20:ce::254]/',
    'http://metadata.google.internal/computeMetadata/v1/',
    'http://METADATA.google.internal./',
    'http://metadata.goog/',
    'http://instance-data.ec2.internal/',
    'http://metadata/',
  ],
  'private IPv6': [
    'http://[::]/',
    'http://[::1]/',
    'http://[0:0:0:0:0:0:0:1]/',
    'http://[0000::0001]/',
    'http://[fe80::1]/',
    'http://[febf::1]/',
    'http://[fec0::1]/',
    'http://[fc00::1]/',
    'http://[fdff::1]/',
    'http://[ff02::1]/',
  ],
  'IPv4 inside IPv6': [
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[::ffff:8.8.8.8]/',
    'http://[::ffff:0:127.0.0.1]/',
    'http://[::127.0.0.1]/',
    'http://[::7f00:1]/',
    'http://[64:ff9b::127.0.0.1]/',
    'http://[64:ff9b::a9fe:a9fe]/',
    'http://[64:ff9b:1::7f00:1]/',
    'http://[2002:7f00:1::]/',
    'http://[2002:a9fe:a9fe::1]/',
    'http://[2001:0:7f00:1::]/',
  ],
  'reserved IPv6': [
    'http://[100::1]/',
    'http://[2001:2::1]/',
    'http://[2001:db8::1]/',
    'http://[2001:10::1]/',
    'http://[2001:20::1]/',
    'http://[3fff::1]/',
    'http://[4000::1]/',
    'http://[5f00::1]/',
  ],
  'names of private networks': [
    'http://localhost/',
    'http://LOCALHOST/',
    'http://localhost./',
    'http://ｌｏｃａｌｈｏｓｔ/',
    'http://%6c%6f%63alhost/',
    'http://db.localhost/',
    'http://printer.local/',
    'http://kafka/',
    'http://kafka.default.svc.cluster.local/',
    'http://wiki.intranet/',
    'http://router.home.arpa/',
    'http://nas.lan/',
  ],
  'ports of other services': [
    'http://93.184.215.14:22/',
    'http://93.184.215.14:6379/',
    'http://example.com:9200/',
    'https://example.com:8444/',
  ],
}

for (const [what, addresses] of Object.entries(refused)) {
  test(`${what} cannot be fetched from`, async () => {
    for (const address of addresses) {
      assert.equal(await codeOf(() => fetchPage(address, { resolve: unresolved })), 'forbidden_address', address)
    }
  })
}

test('what is no address of a page is told so', async () => {
  const addresses = [
    '',
    'example.com',
    'ftp://example.com/',
    'file:///etc/passwd',
    'gopher://127.0.0.1/',
    'javascript:alert(1)',
    'data:text/html,hello',
    'http://',
    'http://user:secret@example.com/',
    'http://user@127.0.0.1/',
    'http://example.com@127.0.0.1/',
    'http://[fe80::1%25eth0]/',
    'http://[fe80::1%eth0]/',
    'http://[::1/',
    'http://256.1.1.1/',
    'http://1.2.3.4.5/',
    'http://example..com/',
    'http://example.com../',
    'http://exa mple.com/',
    'http://example.com:99999/',
    'http://-x.example.com/',
    `http://example.com/${'a'.repeat(2_048)}`,
  ]
  for (const address of addresses) {
    assert.equal(await codeOf(() => fetchPage(address, { resolve: unresolved })), 'bad_address', address)
  }
})

test('addresses of the public internet pass', () => {
  const { check } = createGuard()
  for (const address of [
    'http://93.184.215.14/',
    'https://8.8.8.8:8443/',
    'http://172.32.0.1:8080/',
    'http://100.128.0.1/',
    'http://[2606:4700:4700::1111]/',
    'https://[2a00:1450:4001:800::200e]/',
    'https://example.com/',
    'https://docs.example.com./',
    'https://bücher.example/',
    'https://local.example.com/',
    'https://my_site.example.com/',
  ]) {
    check(parseAddress(address))
  }
})

test('a name with a private address is refused, even if it has public ones beside it', async () => {
  const answers = {
    'loopback.example': ['127.0.0.1'],
    'six.example': ['::1'],
    'mapped.example': ['::ffff:10.0.0.1'],
    'zone.example': ['fe80::1%eth0'],
    'nat64.example': ['64:ff9b::7f00:1'],
    'cloud.example': ['169.254.169.254'],
    'both.example': ['93.184.215.14', '10.0.0.1'],
    'nonsense.example': ['0177.0.0.1'],
  }
  for (const [name, addresses] of Object.entries(answers)) {
    assert.equal(
      await codeOf(() => fetchPage(`http://${name}/`, { resolve: async () => addresses })),
      'forbidden_address',
      name,
    )
  }
})

test('a name that is unknown is told from one that is down for now', async () => {
  const failing = (code: string) => async () => {
    throw Object.assign(new Error(code), { code })
  }
  const unknown = fetchPage('http://no.example/', { resolve: failing('ENOTFOUND') })
  await assert.rejects(unknown, { code: 'unreachable', temporary: false, message: /no site of this name/ })
  await assert.rejects(fetchPage('http://no.example/', { resolve: async () => [] }), { temporary: false })
  const down = fetchPage('http://no.example/', { resolve: failing('EAI_AGAIN') })
  await assert.rejects(down, { code: 'unreachable', temporary: true })
})

test('only the very host and port that are allowed can be fetched from in spite of all', async (t) => {
  const site = await startSite(t, { '/': '<p>Inside</p>' })
  const { port } = site
  const allowed = (allowedHosts: string[]) => (address: string) =>
    codeOf(() => fetchPage(address, { allowedHosts, resolve: async () => ['127.0.0.1'] }))

  const byName = allowed([`wiki.example:${port}`])
  assert.equal(await byName(`http://wiki.example:${port}/`), 'none')
  assert.equal(await byName(`http://WIKI.example.:${port}/`), 'none')
  assert.equal(await byName(`http://127.0.0.1:${port}/`), 'forbidden_address')
  assert.equal(await byName(`http://other.example:${port}/`), 'forbidden_address')
  assert.equal(await byName('http://wiki.example/'), 'forbidden_address', 'another port')

  const byAddress = allowed([`127.0.0.1:${port}`])
  assert.equal(await byAddress(`http://2130706433:${port}/`), 'none', 'another spelling of the same')
  assert.equal(await byAddress(`http://127.0.0.2:${port}/`), 'forbidden_address')
  assert.equal(await byAddress(`http://[::ffff:127.0.0.1]:${port}/`), 'forbidden_address')
  assert.equal(site.hits.length, 3)
})

test('redirects are judged like first addresses', async (t) => {
  const site = await startSite(t, {
    '/private': { status: 302, headers: { location: 'http://10.0.0.1/' } },
    '/decimal': { status: 307, headers: { location: '//2130706433/' } },
    '/metadata': { status: 301, headers: { location: 'http://169.254.169.254/latest/' } },
    '/mapped': { status: 308, headers: { location: 'http://[::ffff:7f00:1]/' } },
    '/name': { status: 303, headers: { location: 'http://evil.example/' } },
    '/port': { status: 302, headers: { location: 'http://93.184.215.14:6379/' } },
    '/file': { status: 302, headers: { location: 'file:///etc/passwd' } },
    '/user': { status: 302, headers: { location: 'http://a:b@example.com/' } },
    '/twice': { status: 302, headers: { location: '/private' } },
  })
  const resolve = async (name: string) => (name === 'evil.example' ? ['192.168.0.1'] : ['127.0.0.1'])
  const codes: Record<string, string> = {}
  for (const path of Object.keys(site.replies))
    codes[path] = await codeOf(() => fetchPage(site.url(path), { ...site.options, resolve }))
  assert.deepEqual(codes, {
    '/private': 'forbidden_address',
    '/decimal': 'forbidden_address',
    '/metadata': 'forbidden_address',
    '/mapped': 'forbidden_address',
    '/name': 'forbidden_address',
    '/port': 'forbidden_address',
    '/file': 'bad_address',
    '/user': 'bad_address',
    '/twice': 'forbidden_address',
  })
})

test('a name server that changes its answer gets nowhere: each connection goes to the address that was judged', async (t) => {
  const site = await startSite(t, {
    '/': '<p>The first answer</p>',
    '/again': { status: 302, headers: { location: '/', connection: 'close' } },
  })
  const allowedHosts = [`127.0.0.1:${site.port}`]
  const rebinding = () => {
    const answers = [['127.0.0.1'], ['127.0.0.2'], ['10.0.0.1']]
    const asked: string[] = []
    return {
      asked,
      resolve: async (name: string) => {
        asked.push(name)
        return answers.shift() ?? []
      },
    }
  }
  const once = rebinding()
  const found = await fetchPage(`http://rebind.example:${site.port}/`, { allowedHosts, resolve: once.resolve })
  assert.equal(found.status, 'fetched')
  assert.deepEqual(once.asked, ['rebind.example'], 'asked once, and connected to that answer')

  const redirected = rebinding()
  const address = `http://rebind.example:${site.port}/again`
  assert.equal(
    await codeOf(() => fetchPage(address, { allowedHosts, resolve: redirected.resolve })),
    'forbidden_address',
    'the second connection is judged by the second answer',
  )
  assert.deepEqual(site.paths(), ['/', '/again'])
})
