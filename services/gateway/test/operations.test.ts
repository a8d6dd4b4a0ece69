import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { type AdminHealth, errors } from '@lectern/contracts'
import { until } from '@lectern/testing'
import { startGateway, startUpstream } from './gateway.ts'

const state = { ready: true }
const document = (path: string, schema: string) => ({
  openapi: '3.1.0',
  info: { title: schema, version: '1' },
  paths: { [path]: { get: { summary: schema, responses: {} } } },
  components: { schemas: { [schema]: { type: 'object' } } },
})
const service = (openapi: object) =>
  startUpstream((request, response) => {
    const ready = request.url !== '/ready' || state.ready
    response.writeHead(ready ? 200 : 503, { 'content-type': 'application/json' })
    const checks = { mongodb: 'ok', kafka: openapi === oneDocument ? 'ok' : 'down' }
    response.end(JSON.stringify(request.url === '/openapi.json' ? openapi : { checks }))
  })
const oneDocument = document('/api/w/one', 'One')
const one = await service(oneDocument)
const two = await service(document('/api/w/two', 'Two'))
const all = { auth: one.url, org: one.url, knowledge: one.url, ingestion: one.url, billing: one.url, chat: two.url }
const gateway = await startGateway(all)
const lame = await startGateway({ ...all, billing: undefined })
const noRedis = await startGateway({ chat: two.url }, { REDIS_URL: 'redis://127.0.0.1:9' })

after(async () => {
  await Promise.all([gateway.close(), lame.close(), noRedis.close()])
  await Promise.all([one.close(), two.close()])
})

const health = async (url: string) => {
  const answer = await fetch(`${url}/health`)
  return { status: answer.status, body: (await answer.json()) as { status: string; services: Record<string, string> } }
}

describe('health', () => {
  const services = { auth: 'ok', org: 'ok', knowledge: 'ok', ingestion: 'ok', chat: 'ok', billing: 'ok' }

  test('is ok when every service is ready', async () => {
    assert.deepEqual(await health(gateway.url), { status: 200, body: { status: 'ok', services } })
  })

  test('is not when one is away, and names it', async () => {
    assert.deepEqual(await health(lame.url), {
      status: 503,
      body: { status: 'down', services: { ...services, billing: 'down' } },
    })
  })

  test('is not while they are starting, and is again', async () => {
    state.ready = false
    await until('the change', async () => (await health(gateway.url)).status === 503)
    state.ready = true
    await until('the change back', async () => (await health(gateway.url)).status === 200)
  })

  test('asks the services once, however many want to know', async () => {
    await until('a fresh state', async () => (await health(gateway.url)).status === 200)
    const before = two.received.length
    await Promise.all(Array.from({ length: 20 }, () => health(gateway.url)))
    assert.ok(two.received.length - before <= 1)
  })

  test('of the gateway itself depends on Redis', async () => {
    assert.equal((await fetch(`${gateway.url}/ready`)).status, 200)
    assert.equal((await fetch(`${noRedis.url}/ready`)).status, 503)
  })
})

test('metrics and readiness are for those who run it, not for who comes through a proxy', async () => {
  for (const path of ['/metrics', '/ready', '/live']) {
    assert.equal((await fetch(gateway.url + path)).status, 200, path)
    const outside = await fetch(gateway.url + path, { headers: { 'x-forwarded-for': '203.0.113.7' } })
    assert.equal(outside.status, 404, path)
  }
})

describe('the health of services and engines', () => {
  test('is for root users', async () => {
    const call = (headers: Record<string, string> = {}) => fetch(`${gateway.url}/api/w/admin/health`, { headers })
    assert.equal((await call()).status, 401)
    assert.equal((await call(await gateway.signIn())).status, 403)
    const answer = await call(await gateway.signIn({ isRoot: true }))
    assert.equal(answer.status, 200)
    const { services, engines, grafana_url } = (await answer.json()) as AdminHealth
    assert.equal(services.chat, 'ok')
    // Two services can reach it and one cannot.
    assert.deepEqual(engines, { kafka: 'down', mongodb: 'ok' })
    assert.equal(grafana_url, null)
  })
})

describe('the documentation', () => {
  test('is one document of all services and of the gateway', async () => {
    const answer = await fetch(`${gateway.url}/api/docs/openapi.json`)
    assert.equal(answer.status, 200)
    const merged = (await answer.json()) as {
      openapi: string
      paths: Record<string, unknown>
      components: { schemas: object; securitySchemes: object }
    }
    assert.equal(merged.openapi, '3.1.0')
    assert.deepEqual(Object.keys(merged.paths), [
      '/api/w/admin/health',
      '/api/w/one',
      '/api/w/refused-sites/{unqid}',
      '/api/w/tickets/{organization_id}/{unqid}',
      '/api/w/two',
    ])
    for (const name of ['ErrorAnswer', 'FailedAnswer', 'One', 'Two']) assert.ok(name in merged.components.schemas, name)
    for (const name of ['session', 'csrf', 'ajax', 'ticket']) assert.ok(name in merged.components.securitySchemes, name)
  })

  test('has a page that shows it', async () => {
    const page = await fetch(`${gateway.url}/api/docs`, { headers: { accept: 'text/html' } })
    assert.equal(page.status, 200)
    assert.match(String(page.headers.get('content-security-policy')), /^default-src 'self';/)
    const html = await page.text()
    assert.ok(!/<script(?![^>]*\bsrc=)/.test(html), 'no script within the page')
    for (const [, file] of html.matchAll(/(?:src|href)="(\/api\/docs\/[^"]+)"/g))
      assert.equal((await fetch(`${gateway.url}${file}`)).status, 200, file)
    const shown = (await (await fetch(`${gateway.url}/api/docs/json`)).json()) as { paths: object }
    assert.ok('/api/w/one' in shown.paths)
  })

  test('leaves out a service that is away', async () => {
    const answer = await fetch(`${noRedis.url}/api/docs/openapi.json`)
    const { paths } = (await answer.json()) as { paths: object }
    assert.deepEqual(Object.keys(paths), [
      '/api/w/admin/health',
      '/api/w/refused-sites/{unqid}',
      '/api/w/tickets/{organization_id}/{unqid}',
      '/api/w/two',
    ])
  })
})

describe('while Redis is away', () => {
  const cookie = `lectern=${'a'.repeat(43)}`

  test('who has a session is told to try again, not that it has ended', async () => {
    const call = await fetch(`${noRedis.url}/api/w/transcripts`, { headers: { cookie } })
    assert.equal(call.status, 503)
    assert.deepEqual(await call.json(), { message: errors.unavailable.message, code: 'unavailable' })
    assert.ok(Number(call.headers.get('retry-after')) > 0)
    const page = await noRedis.open('/chats', { cookie })
    assert.equal(page.status, 503)
    assert.match(page.html, /Try again in a moment/)
  })

  test('who has none goes on', async () => {
    assert.equal((await noRedis.open('/login')).status, 200)
    assert.equal((await fetch(`${noRedis.url}/api/w/transcripts`)).status, 200)
  })
})
