import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { listen } from './listen.ts'

/** What a site answers at a path: a page, a status with headers and body, or whatever a function does. */
export type Reply =
  | string
  | { status?: number; headers?: Record<string, string | string[]>; body?: string | Uint8Array }
  | ((request: IncomingMessage, response: ServerResponse) => void)

export type Hit = { path: string; host: string; headers: IncomingMessage['headers']; at: number }

/**
 * A site on loopback, by default with the name site.example. Paths without a reply are 404.
 * Given `options`, its pages can be fetched by that name and by its other names.
 */
export async function startSite(
  t: { after: (stop: () => void) => void },
  replies: Record<string, Reply>,
  names = ['site.example'],
) {
  const hits: Hit[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    const host = (request.headers.host ?? '').replace(/:\d+$/, '')
    hits.push({ path, host, headers: request.headers, at: performance.now() })
    const reply = replies[`${host}${path}`] ?? replies[path] ?? { status: 404 }
    if (typeof reply === 'function') return reply(request, response)
    const { status = 200, headers = {}, body = '' } = typeof reply === 'string' ? { body: reply } : reply
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body)
  })
  const address = await listen(server)
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = new URL(address)
  return {
    port,
    replies,
    hits,
    /** The paths that were asked for, in order. */
    paths: () => hits.map(({ path }) => path),
    url: (path: string, name = names[0]) => `http://${name}:${port}${path}`,
    options: {
      allowedHosts: names.map((name) => `${name}:${port}`),
      resolve: async (name: string) => (names.includes(name) ? ['127.0.0.1'] : []),
    },
  }
}

/** A web page with a paragraph, and links. */
export function page(text: string, links: string[] = [], head = ''): string {
  const anchors = links.map((link) => `<p>See <a href="${link}">more</a> on this.</p>`).join('\n')
  return `<!doctype html><html><head><title>${text}</title>${head}</head><body><main><h1>${text}</h1>
<p>All that there is to say about ${text} stands here.</p>${anchors}</main></body></html>`
}
