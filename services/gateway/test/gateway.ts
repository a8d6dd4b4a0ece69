import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { identityPlugin, type Session, startSession } from '@lectern/service'
import { listen, testSpace } from '@lectern/testing'
import fastify from 'fastify'
import { Redis } from 'ioredis'
import { buildApp } from '../src/app.ts'
import type { Config } from '../src/config.ts'
import { type ServiceName, serviceNames } from '../src/services.ts'

export const pageScript = 'console.log("the page")\n'.repeat(50)

/** A built frontend in small. */
function makeFrontend(): string {
  const dir = mkdtempSync(join(tmpdir(), 'lectern-frontend-'))
  mkdirSync(join(dir, 'assets'))
  writeFileSync(
    join(dir, 'index.html'),
    '<!doctype html><html><head><!--page-metadata--><title>Lectern</title></head><body></body></html>',
  )
  writeFileSync(join(dir, 'assets/index-abc123.js'), pageScript)
  writeFileSync(join(dir, 'assets/index-abc123.js.br'), brotliCompressSync(pageScript))
  writeFileSync(join(dir, 'theme.js'), '// theme')
  writeFileSync(join(dir, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"></svg>')
  return dir
}

/** A built widget in small. */
function makeWidget(): string {
  const dir = mkdtempSync(join(tmpdir(), 'lectern-widget-'))
  mkdirSync(join(dir, 'assets'))
  writeFileSync(
    join(dir, 'index.html'),
    '<!doctype html><html><head><!--page-metadata--><title>Chat</title></head><body><div id="panel"></div></body></html>',
  )
  writeFileSync(join(dir, 'assets/panel-abc123.js'), pageScript)
  for (const name of ['popup', 'inline']) {
    writeFileSync(join(dir, `${name}.js`), pageScript)
    writeFileSync(join(dir, `${name}.js.gz`), gzipSync(pageScript))
  }
  return dir
}

/** Nobody listens there. */
const nowhere = 'http://127.0.0.1:9'

/** A gateway that listens, with the test's own servers behind it; a service that is not given is away. */
export async function startGateway(urls: Partial<Record<ServiceName, string>> = {}, settings: Partial<Config> = {}) {
  const space = testSpace()
  const frontend = makeFrontend()
  const widget = makeWidget()
  const addresses = Object.fromEntries(
    serviceNames.map((name) => [`${name.toUpperCase()}_URL`, urls[name] ?? nowhere]),
  ) as Record<`${Uppercase<ServiceName>}_URL`, string>
  const folders = { FRONTEND_DIR: frontend, WIDGET_DIR: widget }
  const config: Config = { ...space.config, TRUST_PROXY: '', ...folders, ...addresses, ...settings }
  const app = await buildApp(config)
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const redis = new Redis(space.config.REDIS_URL)

  /** Loads a page: its answer, text, metadata and cookie. */
  const open = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${url}${path}`, { headers: { accept: 'text/html', ...headers }, redirect: 'manual' })
    const html = await answer.text()
    const meta = Object.fromEntries(
      [...html.matchAll(/<meta name="([^"]*)" content="([^"]*)"/g)].map(([, name, content]) => [
        name,
        unescaped(content),
      ]),
    )
    const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    return { status: answer.status, headers: answer.headers, html, meta, cookie, token: meta['csrf-token'] ?? '' }
  }

  return {
    url,
    app,
    config,
    space,
    open,
    /** What a page's script sends with a call. */
    async signIn(fields: Partial<Session> = {}) {
      const session = { ...testSession, ...fields }
      const cookie = `lectern=${await startSession(redis, config.NAMESPACE, session)}`
      const { token } = await open('/', { cookie })
      return { cookie, 'x-csrf-token': token, 'x-requested-with': 'XMLHttpRequest' }
    },
    async close() {
      await Promise.all([app.close(), redis.quit()])
      for (const dir of [frontend, widget]) rmSync(dir, { recursive: true, force: true })
      await space.remove()
    },
  }
}

export const testSession: Session = {
  userId: 'user-1',
  orgId: 7,
  typeId: 2,
  isRoot: false,
  verified: true,
  email: 'ada@example.com',
  name: 'Ada',
}

const signs: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" }
const unescaped = (text = '') => text.replace(/&(amp|lt|gt|quot|#39);/g, (entity) => signs[entity] ?? entity)

export type Received = { method: string; url: string; headers: IncomingHttpHeaders }

/** A service that keeps what it was sent and answers as the test says. */
export async function startUpstream(
  answer: (request: IncomingMessage, response: ServerResponse) => void = (_request, response) => {
    response.setHeader('content-type', 'application/json').end('{"ok":true}')
  },
) {
  const received: Received[] = []
  const server = createServer((request, response) => {
    received.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers })
    answer(request, response)
  })
  return {
    url: await listen(server),
    received,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Who a service believes to be asking, by the token it was sent. */
export async function identityTold({ headers }: Received, service: ServiceName, jwks: string) {
  const app = fastify()
  await app.register(identityPlugin, { service, jwks })
  app.get('/', (request) => ({ identity: request.identity }))
  const told = await app.inject({ url: '/', headers: { authorization: headers.authorization ?? '' } })
  await app.close()
  return told.json().identity
}
