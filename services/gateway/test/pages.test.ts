import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Organization, type PageUser, type PublicChatAnswer, pageMeta } from '@lectern/contracts'
import { identityTold, pageScript, startGateway, startUpstream, testSession } from './gateway.ts'

const evil = `"><script>alert('1')</script>&amp;$&$1`
const organization: Organization = {
  id: 7,
  user_id: 'user-1',
  name: evil,
  description: 'kept from pages',
  system_prompt: 'kept from pages',
  color: '#123456',
  image_url: null,
  enterprise: true,
  plan: { id: 2 },
}
const chat: PublicChatAnswer = {
  organization: { id: 7, name: 'Harbor Library', color: '#123456', image_url: null },
  kb: {
    unqid: 'abcd1234',
    name: evil,
    title: 'Harbor',
    intro_message: 'Hello',
    color: null,
    button_color: '#930de3',
    image_url: null,
    pre_question_1: '',
    pre_question_2: '',
    pre_question_3: '',
    pre_question_4: '',
    contact_form: true,
    has_model: false,
  },
  allowed_domains: [],
}

const org = await startUpstream((_request, response) => {
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ organization }))
})
const chats = await startUpstream((request, response) => {
  const known = request.url === '/api/w/public-chats/7/abcd1234'
  response.writeHead(known ? 200 : 404, { 'content-type': 'application/json' })
  response.end(JSON.stringify(known ? chat : { message: 'no', code: 'chat_not_found' }))
})
const gateway = await startGateway({ org: org.url, chat: chats.url })
/** A gateway whose services are all away, under its address over https. */
const alone = await startGateway({}, { LECTERN_PUBLIC_URL: 'https://lectern.example' })
const { open } = gateway
let cookie = ''

before(async () => {
  cookie = (await gateway.signIn({ name: evil })).cookie
})
after(async () => {
  await Promise.all([gateway.close(), alone.close()])
  await Promise.all([org.close(), chats.close()])
})

const site = [
  '/login',
  '/signup',
  '/signup?ivt=abc',
  '/forgot-password',
  '/renew-password',
  '/renew-password/AB12C',
  '/support',
  '/about',
]
const dashboard = [
  '/admin',
  '/chats',
  '/chats/1',
  '/chat',
  '/chat/1',
  '/chat-logs',
  '/chat-logs/1',
  '/organization',
  '/users',
  '/logs',
  '/settings',
  '/help',
]

describe('which shell a page is', () => {
  for (const path of ['/', '/plans', ...site])
    test(`${path} is the site for who is not logged in`, async () => {
      const { status, meta, headers } = await open(path)
      assert.equal(status, 200)
      assert.deepEqual(
        { ...meta, 'csrf-token': '' },
        { type: 'site', 'csrf-token': '', 'logged-in': 'false', verified: 'false' },
      )
      assert.match(String(meta['csrf-token']), /^[\w-]{43}$/)
      assert.equal(headers.get('cache-control'), 'no-store')
      assert.equal(headers.get('content-type'), 'text/html; charset=utf-8')
    })

  for (const path of dashboard)
    test(`${path} is the dashboard, and the login for who is not logged in`, async () => {
      const { status, meta } = await open(path, { cookie })
      assert.equal(status, 200)
      assert.equal(meta.type, 'dashboard')
      const away = await open(path)
      assert.equal(away.status, 302)
      assert.equal(away.headers.get('location'), '/login')
    })

  for (const path of ['/', '/plans'])
    test(`${path} is the dashboard for who is logged in`, async () => {
      assert.equal((await open(path, { cookie })).meta.type, 'dashboard')
    })

  for (const path of ['/login', '/signup?ivt=abc'])
    test(`${path} leads who is logged in to the dashboard`, async () => {
      const { status, headers } = await open(path, { cookie })
      assert.equal(status, 302)
      assert.equal(headers.get('location'), '/')
    })

  test('what is no page is 404, and a page that helps', async () => {
    for (const path of ['/nothing', '/chats/1/2', '/embed/7', '/index.html', '/chat/7/abcd1234/more', '/.env']) {
      const { status, meta } = await open(path)
      assert.equal(status, 404, path)
      assert.equal(meta.type, 'site', path)
    }
  })

  test('who wants no page gets none', async () => {
    for (const path of ['/login', '/picture.png', '/chat/7/abcd1234']) {
      const { status, html } = await open(path, { accept: 'image/png,application/json' })
      assert.equal(status, 404)
      assert.equal(JSON.parse(html).code, 'not_found')
    }
    const answer = await fetch(`${gateway.url}/login`, { method: 'POST' })
    assert.equal(answer.status, 404)
  })
})

describe('what a page is told', () => {
  test('its reader, with the organization as its service tells it', async () => {
    const { meta } = await open('/', { cookie })
    const { 'csrf-token': token, user, ...rest } = meta
    assert.deepEqual(rest, { type: 'dashboard', 'logged-in': 'true', verified: 'true', 'user-id': 'user-1' })
    assert.match(String(token), /^[\w-]{43}$/)
    const expected: PageUser = {
      id: 'user-1',
      name: evil,
      email: testSession.email,
      organization_id: 7,
      type_id: 2,
      is_root: false,
      organization: { id: 7, name: evil, color: '#123456', image_url: null, enterprise: true, plan: { id: 2 } },
    }
    assert.deepEqual(JSON.parse(String(user)), expected)
    const asked = org.received.at(-1) ?? assert.fail('org was not asked')
    assert.equal((await identityTold(asked, 'org', gateway.config.LECTERN_JWKS)).orgId, 7)
  })

  test('whether the reader is verified', async () => {
    const unverified = await gateway.signIn({ verified: false })
    assert.equal((await open('/', unverified)).meta.verified, 'false')
  })

  test('without the organization while its service is away', async () => {
    const user = await alone.signIn()
    // Over https the cookie has another name.
    const { status, meta } = await alone.open('/', { cookie: `__Host-${user.cookie}` })
    assert.equal(status, 200)
    assert.equal(JSON.parse(String(meta.user)).organization, null)
  })

  test('the organization is asked for once in a while, not for each page', async () => {
    await open('/', { cookie })
    const before = org.received.length
    await Promise.all(Array.from({ length: 10 }, () => open('/chats', { cookie })))
    assert.ok(org.received.length - before <= 1, `asked ${org.received.length - before} times`)
  })

  test('by names of the contract only, all escaped', async () => {
    for (const page of [await open('/', { cookie }), await open('/chat/7/abcd1234')]) {
      for (const name of Object.keys(page.meta)) assert.ok((pageMeta as readonly string[]).includes(name), name)
      assert.ok(!page.html.includes('<script>alert'), page.html)
      assert.ok(!page.html.includes('<!--page-metadata-->'))
    }
  })

  test('the same token as long as the cookie is the same', async () => {
    const first = await open('/login')
    const again = await open('/signup', { cookie: first.cookie })
    assert.equal(again.token, first.token)
    assert.equal(again.headers.get('set-cookie'), null)
  })
})

describe('a public chat', () => {
  for (const shell of ['chat', 'embed'])
    test(`/${shell} shows organization and chat, gives a ticket, and sets no cookie`, async () => {
      const { status, meta, headers } = await open(`/${shell}/7/abcd1234`)
      assert.equal(status, 200)
      assert.equal(meta.type, shell)
      assert.deepEqual(JSON.parse(String(meta.organization)), chat.organization)
      assert.deepEqual(JSON.parse(String(meta.kb)), chat.kb)
      assert.equal(String(meta['csrf-token']).split('.').length, 3)
      assert.equal(headers.get('set-cookie'), null)
    })

  test('knows nobody, even where one is logged in', async () => {
    const { meta, headers } = await open('/chat/7/abcd1234', { cookie })
    assert.equal(meta['logged-in'], 'false')
    assert.equal(meta.user, undefined)
    assert.equal(headers.get('set-cookie'), null)
  })

  test('that does not exist is 404, in the same shell', async () => {
    for (const path of [
      '/chat/7/other',
      '/chat/8/abcd1234',
      '/chat/x/abcd1234',
      '/embed/0/abcd1234',
      `/chat/7/${'a'.repeat(65)}`,
    ]) {
      const { status, meta } = await open(path)
      assert.equal(status, 404, path)
      assert.equal(meta.type, path.split('/')[1])
      assert.equal(meta.kb, undefined)
      assert.equal(meta['csrf-token'], '')
    }
  })

  test('takes an id for nothing but an id', async () => {
    const before = chats.received.length
    await open('/chat/7/..%2F..%2Ftranscripts%3Fpage=1')
    assert.deepEqual(
      chats.received.slice(before).map(({ url }) => url),
      ['/api/w/public-chats/7/..%2F..%2Ftranscripts%3Fpage%3D1'],
    )
  })

  test('whose service is away says so, to be tried again', async () => {
    const { status, headers, html } = await alone.open('/chat/7/abcd1234')
    assert.equal(status, 503)
    assert.ok(Number(headers.get('retry-after')) > 0)
    assert.match(html, /not reachable right now/)
  })
})

describe('what the browser is told', () => {
  const rules = (headers: Headers) =>
    Object.fromEntries(
      String(headers.get('content-security-policy'))
        .split('; ')
        .map((rule) => [rule.split(' ')[0], rule.split(' ').slice(1).join(' ')]),
    )

  test('pages run and load nothing but our own, in no frame', async () => {
    const { headers } = await open('/')
    const policy = rules(headers)
    assert.equal(policy['default-src'], "'self'")
    assert.equal(policy['script-src'], "'self'")
    assert.match(String(policy['style-src']), /^'self'( 'sha256-[^']+')?$/)
    assert.equal(policy['img-src'], "'self' data: blob:")
    assert.equal(policy['object-src'], "'none'")
    assert.equal(policy['frame-ancestors'], "'none'")
    assert.equal(headers.get('x-content-type-options'), 'nosniff')
    assert.equal(headers.get('referrer-policy'), 'strict-origin-when-cross-origin')
    assert.ok(headers.get('permissions-policy'))
    assert.equal(headers.get('strict-transport-security'), null)
  })

  test('only the embedded chat may be shown in frames of others', async () => {
    assert.equal(rules((await open('/embed/7/abcd1234')).headers)['frame-ancestors'], '*')
    for (const path of ['/chat/7/abcd1234', '/embed/7', '/login', '/nothing'])
      assert.equal(rules((await open(path)).headers)['frame-ancestors'], "'none'", path)
  })

  test('over https to stay there, with cookies bound to the host', async () => {
    const { headers } = await alone.open('/login')
    assert.match(String(headers.get('strict-transport-security')), /max-age=31536000/)
    const set = String(headers.get('set-cookie'))
    assert.match(set, /^__Host-lectern-guest=[\w-]{43};/)
    for (const attribute of ['Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax']) assert.ok(set.includes(attribute), set)
    assert.ok(!/domain/i.test(set))
  })

  test('over http the guest cookie is out of reach for scripts and other sites', async () => {
    const set = String((await open('/login')).headers.get('set-cookie'))
    for (const attribute of ['Path=/', 'HttpOnly', 'SameSite=Lax']) assert.ok(set.includes(attribute), set)
    assert.ok(!set.includes('Secure'))
  })
})

describe('files of the frontend', () => {
  const file = (path: string, headers: Record<string, string> = {}) => fetch(`${gateway.url}${path}`, { headers })

  test('in assets are kept for a year, compressed where the browser can', async () => {
    const answer = await file('/assets/index-abc123.js', { 'accept-encoding': 'br' })
    assert.equal(answer.status, 200)
    assert.equal(answer.headers.get('cache-control'), 'public, max-age=31536000, immutable')
    assert.equal(answer.headers.get('content-type'), 'application/javascript; charset=utf-8')
    assert.equal(answer.headers.get('content-encoding'), 'br')
    assert.equal(await answer.text(), pageScript)
    const length = Number(answer.headers.get('content-length'))
    assert.ok(length < pageScript.length, `${length} bytes`)
    const plain = await file('/assets/index-abc123.js', { 'accept-encoding': 'identity' })
    assert.equal(plain.headers.get('content-encoding'), null)
    assert.equal(await plain.text(), pageScript)
  })

  test('are not sent again where the browser has them', async () => {
    const etag = String((await file('/assets/index-abc123.js')).headers.get('etag'))
    const again = await gateway.app.inject({ url: '/assets/index-abc123.js', headers: { 'if-none-match': etag } })
    assert.equal(again.statusCode, 304)
  })

  test('elsewhere are kept for a short time', async () => {
    for (const path of ['/theme.js', '/favicon.svg']) {
      const answer = await file(path)
      assert.equal(answer.status, 200)
      assert.equal(answer.headers.get('cache-control'), 'public, max-age=600')
    }
  })

  test('that are not there are 404, and no page in their place', async () => {
    const answer = await file('/assets/index-old.js', { accept: '*/*' })
    assert.equal(answer.status, 404)
    assert.equal(((await answer.json()) as { code: string }).code, 'not_found')
    assert.equal(answer.headers.get('cache-control'), null)
  })

  test('the page itself is not among them', async () => {
    const { status, html } = await open('/index.html')
    assert.equal(status, 404)
    assert.ok(!html.includes('<!--page-metadata-->'))
  })
})
