import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { limits, type PublicChatAnswer } from '@lectern/contracts'
import { until } from '@lectern/testing'
import { pageScript, startGateway, startUpstream } from './gateway.ts'

const chatOf = (unqid: string, allowed_domains: string[]): PublicChatAnswer => ({
  organization: { id: 7, name: 'Harbor Library', color: '#123456', image_url: null },
  kb: {
    unqid,
    name: 'Guide',
    title: 'Harbor',
    intro_message: '',
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
  allowed_domains,
})
const known = new Map([
  ['anywhere', chatOf('anywhere', [])],
  ['bound', chatOf('bound', ['harbor.example', 'localhost:3000'])],
  ['moving', chatOf('moving', ['harbor.example'])],
  ['many', chatOf('many', ['harbor.example'])],
])
const state = { away: false }
const chats = await startUpstream((request, response) => {
  if (state.away) return void response.destroy()
  const chat = known.get(String(request.url?.split('/').at(-1)))
  response.writeHead(chat ? 200 : 404, { 'content-type': 'application/json' })
  response.end(JSON.stringify(chat ?? { message: 'no', code: 'chat_not_found' }))
})
const gateway = await startGateway({ chat: chats.url }, { LECTERN_RATE_LIMIT_FACTOR: 100 })
after(async () => {
  await gateway.close()
  await chats.close()
})

const allowed = 'https://www.harbor.example'
const copied = 'https://copied.example'
const embed = (unqid: string, site?: string, headers: Record<string, string> = {}) =>
  gateway.open(`/embed/7/${unqid}?theme=dark`, {
    'sec-fetch-dest': 'iframe',
    ...(site && { referer: `${site}/` }),
    ...headers,
  })
const ancestorsOf = (headers: Headers) => headers.get('content-security-policy')?.match(/frame-ancestors ([^;]*)/)?.[1]
const ajax = { 'x-requested-with': 'XMLHttpRequest' }
const renew = async (unqid: string, ticket: string) => {
  const answer = await fetch(`${gateway.url}/api/w/tickets/7/${unqid}`, {
    headers: { ...ajax, 'x-csrf-token': ticket },
  })
  return { status: answer.status, body: (await answer.json()) as { ticket: string; expires_in: number; code: string } }
}

describe('the panel in a frame', () => {
  test('may stand on any site while its chat names none', async () => {
    const { status, headers, html, meta } = await embed('anywhere', copied)
    assert.equal(status, 200)
    assert.equal(ancestorsOf(headers), '*')
    assert.match(html, /<div id="panel">/)
    assert.equal(meta.type, 'embed')
    assert.equal(JSON.parse(String(meta.kb)).name, 'Guide')
    assert.equal(headers.get('set-cookie'), null)
  })

  test('of a chat that names its sites may stand there, on their subdomains, and in our own preview', async () => {
    for (const site of [allowed, 'https://harbor.example', 'http://localhost:3000', gateway.url, undefined]) {
      const { status, headers, meta } = await embed('bound', site)
      assert.equal(status, 200, site)
      assert.equal(
        ancestorsOf(headers),
        "'self' harbor.example *.harbor.example localhost:3000 *.localhost:3000",
        'the browser enforces it, also where a site keeps its name to itself',
      )
      assert.ok(meta.kb && meta['csrf-token'])
    }
  })

  test('does not tell which sites those are in its metadata', async () => {
    assert.ok(!(await embed('bound', allowed)).html.includes('harbor.example'))
  })

  test('on another site shows the refusal, and nothing of the chat', async () => {
    for (const site of [copied, 'https://notharbor.example', 'https://harbor.example:8443', 'http://localhost']) {
      const { status, headers, meta } = await embed('bound', site)
      assert.equal(status, 403, site)
      assert.equal(ancestorsOf(headers), '*', 'so that the refusal can be read')
      assert.deepEqual(meta, {
        type: 'embed',
        'csrf-token': '',
        'logged-in': 'false',
        verified: 'false',
        refused: site,
      })
    }
  })

  test('opened by itself is the page that anybody may open, wherever the link was', async () => {
    assert.equal((await embed('bound', copied, { 'sec-fetch-dest': 'document' })).status, 200)
  })

  test('can be shown by pages that isolate themselves', async () => {
    const { headers } = await embed('anywhere')
    assert.equal(headers.get('cross-origin-resource-policy'), 'cross-origin')
    assert.equal(headers.get('cross-origin-embedder-policy'), 'require-corp')
  })

  test('of no chat, or without its service, can be read in its frame too', async () => {
    const missing = await embed('nothing', copied)
    assert.equal(missing.status, 404)
    assert.equal(missing.meta['csrf-token'], '')
    state.away = true
    const away = await embed('unread', copied)
    assert.equal(away.status, 503)
    for (const { headers } of [missing, away]) assert.equal(ancestorsOf(headers), '*')
    state.away = false
  })
})

describe('what many load at once', () => {
  test('is read once', async () => {
    const before = chats.received.length
    await Promise.all(Array.from({ length: 20 }, () => embed('many', allowed)))
    assert.ok(chats.received.length - before <= 1)
  })

  test('is told anew within moments, and served on while the chats are away', async () => {
    assert.equal((await embed('moving', copied)).status, 403)
    known.set('moving', chatOf('moving', []))
    await until('the change to be seen', async () => (await embed('moving', copied)).status === 200)
    state.away = true
    await new Promise((resolve) => setTimeout(resolve, 3200))
    assert.equal((await embed('moving', copied)).status, 200)
    state.away = false
  })
})

describe('a ticket of a frame', () => {
  test('holds for a minute and is renewed for the same site', async () => {
    const { token } = await embed('bound', allowed)
    const renewed = await renew('bound', token)
    assert.equal(renewed.status, 200)
    assert.equal(renewed.body.expires_in, 60)
    assert.equal(limits.ticketSeconds, 60)
    const { site } = JSON.parse(Buffer.from(String(renewed.body.ticket.split('.')[1]), 'base64url').toString())
    assert.equal(site, allowed)
  })

  test('is not renewed once its site may not show the chat any more', async () => {
    known.set('changing', chatOf('changing', []))
    const { token } = await embed('changing', copied)
    assert.equal((await renew('changing', token)).status, 200)
    known.set('changing', chatOf('changing', ['harbor.example']))
    const refused = await until('the change to be seen', async () => {
      const answer = await renew('changing', token)
      return answer.status === 403 && answer
    })
    assert.equal(refused.body.code, 'embed_refused')
  })
})

describe('refused sites', () => {
  const list = async (unqid: string, headers: Record<string, string>) => {
    const answer = await fetch(`${gateway.url}/api/w/refused-sites/${unqid}`, { headers })
    return { status: answer.status, body: (await answer.json()) as { sites: object[]; message: string } }
  }

  test('are counted for the owner, those that tried most first', async () => {
    known.set('counted', chatOf('counted', ['harbor.example']))
    for (const site of [copied, 'https://other.example', copied]) await embed('counted', site)
    await embed('counted', allowed)
    const { status, body } = await list('counted', await gateway.signIn())
    assert.equal(status, 200)
    assert.deepEqual(body.sites, [
      { site: copied, count: 2 },
      { site: 'https://other.example', count: 1 },
    ])
  })

  test('are nobody else’s to see', async () => {
    assert.equal((await list('counted', {})).status, 401)
    assert.deepEqual((await list('counted', await gateway.signIn({ orgId: 8 }))).body.sites, [])
  })

  test('that are made up do not fill the store', async () => {
    known.set('flooded', chatOf('flooded', ['harbor.example']))
    for (let n = 0; n < 60; n++) await embed('flooded', `https://site${n}.example`)
    assert.equal((await list('flooded', await gateway.signIn())).body.sites.length, 50)
  })
})

describe('the scripts for other sites', () => {
  const load = (path: string, headers: Record<string, string> = {}) => fetch(`${gateway.url}${path}`, { headers })

  for (const path of ['/widget/v1/popup.js', '/widget/v1/inline.js'])
    test(`${path} is small on its way, kept for a while, checked by ETag, and set no cookie by`, async () => {
      const answer = await load(path, { 'accept-encoding': 'gzip', origin: copied })
      assert.equal(answer.status, 200)
      assert.equal(answer.headers.get('content-encoding'), 'gzip')
      assert.equal(answer.headers.get('content-type'), 'application/javascript; charset=utf-8')
      assert.equal(answer.headers.get('cache-control'), 'public, max-age=600, stale-while-revalidate=86400')
      assert.equal(answer.headers.get('cross-origin-resource-policy'), 'cross-origin')
      assert.equal(answer.headers.get('access-control-allow-origin'), '*')
      assert.equal(answer.headers.get('set-cookie'), null)
      assert.equal(await answer.text(), pageScript)
      const again = await gateway.app.inject({
        url: path,
        headers: { 'if-none-match': String(answer.headers.get('etag')), 'accept-encoding': 'gzip' },
      })
      assert.equal(again.statusCode, 304)
    })

  test('what the panel loads is kept for a year', async () => {
    const answer = await load('/widget/v1/assets/panel-abc123.js')
    assert.equal(answer.headers.get('cache-control'), 'public, max-age=31536000, immutable')
    assert.ok(answer.headers.get('etag'))
  })

  test('the panel is no file, and others of another version are not there', async () => {
    for (const path of ['/widget/v1/index.html', '/widget/v2/popup.js', '/widget/v1/assets/old.js'])
      assert.equal((await load(path)).status, 404, path)
  })
})
