import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { errors } from '@lectern/contracts'
import { visitorTickets } from '../src/tickets.ts'
import { startGateway, startUpstream } from './gateway.ts'

const upstream = await startUpstream()
/** A hundredth of the usual: 12 calls a minute an address, 6 a user. Clients are told apart by what their proxy says. */
const gateway = await startGateway({ chat: upstream.url }, { LECTERN_RATE_LIMIT_FACTOR: 0.01, TRUST_PROXY: 'loopback' })
/** Only the questions of visitors are few: 2 a minute. */
const asking = await startGateway({ chat: upstream.url }, { LECTERN_RATE_LIMIT_FACTOR: 0.1, TRUST_PROXY: 'loopback' })

after(async () => {
  await Promise.all([gateway.close(), asking.close()])
  await upstream.close()
})

const from = (address: string) => ({ 'x-forwarded-for': address })
const statuses = async (count: number, send: () => Promise<Response>) => {
  const found: number[] = []
  for (let n = 0; n < count; n++) found.push((await send()).status)
  return found
}

describe('calls', () => {
  test('of one address are bounded, those of another go on', async () => {
    const call = (address: string) => fetch(`${gateway.url}/api/w/transcripts`, { headers: from(address) })
    assert.deepEqual(await statuses(12, () => call('10.0.0.1')), Array(12).fill(200))
    const refused = await call('10.0.0.1')
    assert.equal(refused.status, 429)
    assert.deepEqual(await refused.json(), { message: errors.rate_limited.message, code: 'rate_limited' })
    const wait = Number(refused.headers.get('retry-after'))
    assert.ok(wait > 0 && wait <= 60, `Retry-After ${wait}`)
    assert.equal((await call('10.0.0.2')).status, 200)
  })

  test('refused do not reach the service', async () => {
    const before = upstream.received.length
    await statuses(3, () => fetch(`${gateway.url}/api/w/transcripts`, { headers: from('10.0.0.1') }))
    assert.equal(upstream.received.length, before)
  })

  test('of one user are bounded, from wherever they come', async () => {
    const { cookie } = await gateway.signIn({ userId: 'user-2' })
    let n = 0
    const call = (headers: Record<string, string>) =>
      fetch(`${gateway.url}/api/w/transcripts`, { headers: { ...headers, ...from(`10.1.0.${n++}`) } })
    assert.deepEqual(await statuses(6, () => call({ cookie })), Array(6).fill(200))
    assert.equal((await call({ cookie })).status, 429)
    const other = await gateway.signIn({ userId: 'user-3' })
    assert.equal((await call({ cookie: other.cookie })).status, 200)
  })

  test('pages count too, files and health do not', async () => {
    const page = () => gateway.open('/login', from('10.0.2.1'))
    for (let n = 0; n < 12; n++) assert.equal((await page()).status, 200)
    const refused = await page()
    assert.equal(refused.status, 429)
    assert.match(refused.html, /Too many tries/)
    for (const path of ['/assets/index-abc123.js', '/favicon.svg'])
      assert.equal((await fetch(`${gateway.url}${path}`, { headers: from('10.0.2.1') })).status, 200)
    assert.equal((await fetch(`${gateway.url}/health`, { headers: from('10.0.2.1') })).status, 503)
  })
})

describe('what visitors send is bounded', () => {
  const { host } = new URL(asking.url)
  const tickets = visitorTickets(asking.config.LECTERN_SECRET)
  const send = async (address: string, chatUnqid: string, visitor?: string, path = '/api/w/messages') =>
    fetch(`${asking.url}${path}`, {
      method: 'POST',
      headers: {
        ...from(address),
        'x-requested-with': 'XMLHttpRequest',
        'x-csrf-token': await tickets.issue({ orgId: 7, chatUnqid, host, site: null, visitor }),
      },
    })

  test('for each visitor of a chat, wherever they come from', async () => {
    assert.deepEqual(await statuses(2, () => send('10.0.0.1', 'one', 'ada')), [200, 200])
    const refused = await send('10.0.0.2', 'one', 'ada')
    assert.equal(refused.status, 429)
    const body = (await refused.json()) as { err: boolean; type: string; code: string }
    assert.deepEqual([body.err, body.type, body.code], [true, 'error', 'rate_limited'])
    assert.equal((await send('10.0.0.1', 'two', 'ada')).status, 200)
    assert.equal((await send('10.0.0.1', 'one', 'grace')).status, 200)
  })

  test('for each address and chat, since pages can be opened anew', async () => {
    assert.deepEqual(await statuses(12, () => send('10.0.1.1', 'three')), Array(12).fill(200))
    assert.equal((await send('10.0.1.1', 'three')).status, 429)
    assert.equal((await send('10.0.1.2', 'three')).status, 200)
  })

  test('for each chat, however many ask', async () => {
    let n = 0
    const anybody = () => send(`10.0.2.${Math.floor(n++ / 10)}`, 'four')
    assert.deepEqual(await statuses(120, anybody), Array(120).fill(200))
    assert.equal((await anybody()).status, 429)
    assert.equal((await send('10.0.2.0', 'five')).status, 200)
  })

  test('and messages to a person more than questions', async () => {
    const write = () => send('10.0.3.1', 'six', undefined, '/api/w/messages/contact')
    assert.deepEqual(await statuses(2, write), [200, 429])
    assert.equal((await send('10.0.3.1', 'six')).status, 200)
  })
})
