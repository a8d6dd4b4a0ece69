import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { type ErrorCode, errors, limits } from '@lectern/contracts'
import { endSession } from '@lectern/service'
import { Redis } from 'ioredis'
import { visitorTickets } from '../src/tickets.ts'
import { identityTold, startGateway, startUpstream, testSession } from './gateway.ts'

const upstream = await startUpstream()
const gateway = await startGateway({ auth: upstream.url, chat: upstream.url, knowledge: upstream.url })
const { host } = new URL(gateway.url)
const redis = new Redis(gateway.config.REDIS_URL)
const tickets = visitorTickets(gateway.config.LECTERN_SECRET)

after(async () => {
  await Promise.all([gateway.close(), redis.quit()])
  await upstream.close()
})

type Headers = Record<string, string>
const ajax = { 'x-requested-with': 'XMLHttpRequest' }

/** Sends a call; the answer tells its status, its code, and whether the service was reached. */
async function send(path: string, headers: Headers = {}, method = 'POST') {
  const before = upstream.received.length
  const answer = await fetch(`${gateway.url}${path}`, { method, headers })
  const body = (await answer.json()) as { code?: ErrorCode; message?: string; err?: boolean; ticket?: string }
  return { status: answer.status, body, reached: upstream.received.length > before }
}

const refused = (answer: Awaited<ReturnType<typeof send>>, code: ErrorCode) => {
  assert.equal(answer.body.code, code)
  assert.equal(answer.body.message, errors[code].message)
  assert.equal(answer.status, errors[code].status)
  assert.equal(answer.reached, false, 'the service was reached')
}
const passed = (answer: Awaited<ReturnType<typeof send>>) =>
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
const lastIdentity = () =>
  identityTold(upstream.received.at(-1) ?? assert.fail('nothing'), 'chat', gateway.config.LECTERN_JWKS)

describe('a call that changes something', () => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
    test(`${method} passes with the page's token, and not without`, async () => {
      const { cookie, ...page } = await gateway.signIn()
      passed(await send('/api/w/knowledge-bases/1', { cookie, ...page }, method))
      refused(await send('/api/w/knowledge-bases/1', { cookie, ...ajax }, method), 'page_outdated')
    })

  test('the mark of a script is needed too', async () => {
    const { cookie, 'x-csrf-token': token } = await gateway.signIn()
    const headers = { cookie, 'x-csrf-token': token }
    refused(await send('/api/w/knowledge-bases', headers), 'page_outdated')
    refused(await send('/api/w/knowledge-bases', { ...headers, 'x-requested-with': 'other' }), 'page_outdated')
  })

  test("another session's token does not count, nor one cut, lengthened or made up", async () => {
    const user = await gateway.signIn()
    const token = user['x-csrf-token']
    const other = (await gateway.signIn())['x-csrf-token']
    for (const wrong of [other, token.slice(1), `${token}A`, '', 'a.b.c', 'null', 'ÿ'.repeat(43)])
      refused(await send('/api/w/knowledge-bases', { ...user, 'x-csrf-token': wrong }), 'page_outdated')
  })

  test('another site may not send it, whatever it carries', async () => {
    const user = await gateway.signIn()
    for (const origin of [
      'https://evil.example',
      'null',
      `http://${host}.evil.example`,
      'http://localhost:1',
      'nonsense',
    ])
      refused(await send('/api/w/knowledge-bases', { ...user, origin }), 'foreign_origin')
    for (const origin of [`http://${host}`, gateway.config.LECTERN_PUBLIC_URL])
      passed(await send('/api/w/knowledge-bases', { ...user, origin }))
  })

  test('with neither session nor page it needs a login', async () => {
    refused(await send('/api/w/knowledge-bases'), 'unauthenticated')
    refused(await send('/api/w/knowledge-bases', { cookie: 'lectern=short' }), 'unauthenticated')
    refused(await send('/api/w/settings', { ...ajax, 'x-csrf-token': 'made up' }), 'unauthenticated')
    refused(await send('/api/login', ajax), 'page_outdated')
  })

  test('once the session has ended it needs a login, and the old token is worth nothing', async () => {
    const user = await gateway.signIn()
    await endSession(redis, gateway.config.NAMESPACE, user.cookie.replace('lectern=', ''), testSession.userId)
    refused(await send('/api/w/knowledge-bases', user), 'unauthenticated')
    refused(await send('/api/login', user), 'page_outdated')
  })
})

describe('a call that only reads', () => {
  test('needs no token; who asks is for the service to judge', async () => {
    const { cookie } = await gateway.signIn()
    passed(await send('/api/w/transcripts', { cookie }, 'GET'))
    assert.equal((await lastIdentity()).userId, testSession.userId)
    passed(await send('/api/w/transcripts', {}, 'GET'))
    assert.equal(upstream.received.at(-1)?.headers.authorization, undefined)
  })
})

describe('a guest', () => {
  test('may call with the token of a page and the cookie that came with it', async () => {
    const { cookie, token } = await gateway.open('/login')
    assert.match(cookie, /^lectern-guest=[\w-]{43}$/)
    passed(await send('/api/login', { ...ajax, cookie, 'x-csrf-token': token }))
    refused(await send('/api/login', { ...ajax, 'x-csrf-token': token }), 'page_outdated')
    refused(await send('/api/login', { ...ajax, cookie }), 'page_outdated')
    const other = await gateway.open('/login')
    refused(await send('/api/login', { ...ajax, cookie: other.cookie, 'x-csrf-token': token }), 'page_outdated')
  })

  test("'s token is worth nothing for a session of the same id, nor the other way round", async () => {
    const { cookie, 'x-csrf-token': sessionToken } = await gateway.signIn()
    const id = cookie.replace('lectern=', '')
    const asGuest = await gateway.open('/login', { cookie: `lectern-guest=${id}` })
    refused(await send('/api/w/knowledge-bases', { ...ajax, cookie, 'x-csrf-token': asGuest.token }), 'page_outdated')
    refused(
      await send('/api/login', { ...ajax, cookie: `lectern-guest=${id}`, 'x-csrf-token': sessionToken }),
      'page_outdated',
    )
  })

  test('who logged in elsewhere meanwhile has an outdated page', async () => {
    const guest = await gateway.open('/login')
    const { cookie } = await gateway.signIn()
    const both = { ...ajax, cookie: `${cookie}; ${guest.cookie}`, 'x-csrf-token': guest.token }
    refused(await send('/api/w/knowledge-bases', both), 'page_outdated')
  })
})

describe('the visitor of a public chat', () => {
  const chat = { orgId: 7, chatUnqid: 'abcd1234', host, site: null }
  const withTicket = async (fields = {}) => ({
    ...ajax,
    'x-csrf-token': await tickets.issue({ ...chat, ...fields }),
  })

  test('asks with a ticket and no cookie', async () => {
    passed(await send('/api/w/messages', await withTicket()))
    assert.deepEqual(await lastIdentity(), { kind: 'visitor', orgId: 7, chatUnqid: 'abcd1234' })
  })

  test('stays a visitor in a browser that is logged in', async () => {
    const { cookie } = await gateway.signIn()
    passed(await send('/api/w/messages', { ...(await withTicket()), cookie }))
    assert.equal((await lastIdentity()).kind, 'visitor')
  })

  test('may do nothing else with it', async () => {
    const ticket = await withTicket()
    refused(await send('/api/w/knowledge-bases', ticket), 'unauthenticated')
    refused(await send('/api/w/transcripts/1', ticket, 'DELETE'), 'unauthenticated')
    refused(await send('/api/logout', ticket), 'page_outdated')
    const { cookie } = await gateway.signIn()
    refused(await send('/api/w/knowledge-bases', { ...ticket, cookie }), 'page_outdated')
    passed(await send('/api/w/transcripts', { ...ticket }, 'GET'))
    assert.equal(upstream.received.at(-1)?.headers.authorization, undefined)
  })

  test('is refused with a ticket of another host, another secret, or none', async () => {
    const forged = visitorTickets('another secret of thirty-two characters')
    for (const token of [
      await tickets.issue({ ...chat, host: 'other.example' }),
      await forged.issue(chat),
      `${(await tickets.issue(chat)).split('.').slice(0, 2).join('.')}.`,
      // "alg": "none"
      `eyJhbGciOiJub25lIn0.${(await tickets.issue(chat)).split('.')[1]}.a`,
    ]) {
      const answer = await send('/api/w/messages', { ...ajax, 'x-csrf-token': token })
      assert.ok(['page_outdated', 'unauthenticated'].includes(String(answer.body.code)), token)
      assert.equal(answer.reached, false)
      assert.equal(answer.body.err, true, 'as a question that failed')
    }
    refused(await send('/api/w/messages', ajax), 'unauthenticated')
    refused(await send('/api/w/messages', { 'x-csrf-token': await tickets.issue(chat) }), 'page_outdated')
    refused(
      await send('/api/w/messages', { ...(await withTicket()), origin: 'https://evil.example' }),
      'foreign_origin',
    )
  })

  test('is refused when the ticket has ended', async (t) => {
    const ticket = await withTicket()
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + (limits.ticketSeconds + 1) * 1000 })
    refused(await send('/api/w/messages', ticket), 'page_outdated')
  })

  test('a session is no ticket: an identity made inside cannot be sent in', async () => {
    await send('/api/w/messages', await withTicket())
    const inner = String(upstream.received.at(-1)?.headers.authorization).replace('Bearer ', '')
    refused(await send('/api/w/messages', { ...ajax, 'x-csrf-token': inner }), 'page_outdated')
  })
})

describe('a fresh ticket', () => {
  const chat = { orgId: 7, chatUnqid: 'abcd1234', host, site: null }
  const renew = (path: string, token?: string) =>
    send(path, token === undefined ? {} : { 'x-csrf-token': token }, 'GET')

  test('is for the page that shows an earlier one, and holds as long', async (t) => {
    const first = await tickets.issue(chat)
    const started = Date.now()
    t.mock.timers.enable({ apis: ['Date'], now: started + (limits.ticketSeconds - 5) * 1000 })
    const answer = await renew('/api/w/tickets/7/abcd1234', first)
    assert.equal(answer.status, 200)
    assert.deepEqual(Object.keys(answer.body).sort(), ['expires_in', 'ticket'])
    t.mock.timers.setTime(started + (2 * limits.ticketSeconds - 10) * 1000)
    passed(await send('/api/w/messages', { ...ajax, 'x-csrf-token': String(answer.body.ticket) }))
    refused(await send('/api/w/messages', { ...ajax, 'x-csrf-token': first }), 'page_outdated')
  })

  test('can be had for a day after the earlier one has ended, not longer', async (t) => {
    const first = await tickets.issue(chat)
    const ended = Date.now() + limits.ticketSeconds * 1000
    t.mock.timers.enable({ apis: ['Date'], now: ended + 86_390 * 1000 })
    assert.equal((await renew('/api/w/tickets/7/abcd1234', first)).status, 200)
    t.mock.timers.setTime(ended + 86_410 * 1000)
    refused(await renew('/api/w/tickets/7/abcd1234', first), 'page_outdated')
  })

  test('is not for another chat, another organization, another host, or who has none', async () => {
    const first = await tickets.issue(chat)
    refused(await renew('/api/w/tickets/7/other', first), 'page_outdated')
    refused(await renew('/api/w/tickets/8/abcd1234', first), 'page_outdated')
    refused(await renew('/api/w/tickets/7/abcd1234', await tickets.issue({ ...chat, host: 'x' })), 'page_outdated')
    refused(await renew('/api/w/tickets/7/abcd1234', 'a.b.c'), 'page_outdated')
    refused(await renew('/api/w/tickets/7/abcd1234'), 'page_outdated')
    assert.equal((await renew('/api/w/tickets/x/abcd1234', first)).status, 422)
    assert.equal((await send('/api/w/tickets/7/abcd1234', {}, 'POST')).status, 404)
  })
})
