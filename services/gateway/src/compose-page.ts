import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { frontendDir } from './built-files.ts'
import type { Config } from './config.ts'
import { type PageFacts, pageUser, withMetadata } from './page-metadata.ts'
import { pagePolicy } from './security-headers.ts'

/** What the frontend's own code answers, which is built beside it. */
type FirstView = {
  title: string | null
  links: string
  body: string
  style: string
  entry: string
  scripts: string[]
}
type Draw = (path: string, page: object) => Promise<FirstView | null>

export type ComposePage = (html: string, facts: PageFacts, path?: string) => Promise<{ html: string; policy: string }>

const remembered = { max: 500, ttl: 60_000 }

/**
 * The built page with its metadata; where a path is given, with what its screen shows first, drawn here, so that it is seen
 * before the scripts are there. Without the built code that draws, pages begin empty.
 */
export function pageComposer(config: Config): ComposePage {
  const file = join(frontendDir(config), 'first-view/first-view.js')
  const drawing: Promise<Draw | null> = existsSync(file)
    ? import(pathToFileURL(file).href).then(({ drawFirstView }) => drawFirstView)
    : Promise.resolve(null)
  const views = new LRUCache<string, { view: FirstView | null }>(remembered)

  async function viewOf(path: string, facts: PageFacts) {
    const draw = await drawing
    if (!draw) return null
    const page = {
      shell: facts.shell,
      loggedIn: facts.session !== null,
      verified: facts.session?.verified === true,
      user: facts.session && pageUser(facts.session, facts.organization ?? null),
      publicChat: facts.publicChat ? { organization: facts.publicChat.organization, kb: facts.publicChat.kb } : null,
    }
    const key = `${path} ${JSON.stringify(page)}`
    const known = views.get(key) ?? { view: await draw(path, page) }
    views.set(key, known)
    return known.view
  }

  return async (built, facts, path) => {
    const drawn = path === undefined ? null : await viewOf(path, facts)
    // While the frontend is being worked on, the page may be of a newer build.
    const view = drawn && built.includes(drawn.entry) ? drawn : null
    const html = withMetadata(view ? withView(built, view) : built, facts)
    return { html, policy: pagePolicy(inlineHashes(html, 'script'), view ? [hashOf(view.style)] : []) }
  }
}

function withView(html: string, { title, links, body, style, scripts }: FirstView) {
  const preloads = scripts.map((src) => `<link rel="modulepreload" crossorigin href="${src}">`).join('')
  return (
    html
      .replace(/<link rel="stylesheet"[^>]*>/, '')
      .replace(/<title>[^<]*<\/title>/, (plain) => links + (title === null ? plain : `<title>${title}</title>`))
      .replace('</head>', () => `<style>${style}</style>${preloads}</head>`)
      // What is seen comes before what makes it work.
      .replaceAll(/<(script type="module"|link rel="modulepreload")/g, '<$1 fetchpriority="low"')
      .replace('<!--first-view-->', () => body)
  )
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const inlineHashes = (html: string, tag: string) =>
  [...html.matchAll(new RegExp(`<${tag}>([^]*?)</${tag}>`, 'g'))].map(([, text = '']) => hashOf(text))

const packers = {
  br: (text: string) => promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (text: string) => promisify(gzip)(text, { level: 5 }),
}

/** Sends a page as small as the browser takes it. */
export async function sendPage(request: FastifyRequest, reply: FastifyReply, html: string) {
  reply.type('text/html; charset=utf-8').header('vary', 'accept-encoding')
  const accepted = request.headers['accept-encoding'] ?? ''
  const encoding = (['br', 'gzip'] as const).find((each) => new RegExp(`\\b${each}\\b(?!;q=0)`).test(accepted))
  if (!encoding) return reply.send(html)
  return reply.header('content-encoding', encoding).send(await packers[encoding](html))
}
