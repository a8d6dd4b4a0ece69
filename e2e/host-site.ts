import { createServer } from 'node:http'
import { listen } from '@lectern/testing'

type HostPage = { html: string; headers?: Record<string, string> }

/**
 * Sites of customers: every name under `.test` leads to this server (the browser's resolver rules see to that), and shows the page
 * that the test gave for the name.
 */
export async function startHostSites() {
  const pages = new Map<string, HostPage>()
  const server = createServer((request, response) => {
    const name = String(request.headers.host).split(':')[0] ?? ''
    const page = pages.get(name)
    if (!page || !request.headers.accept?.includes('text/html')) return void response.writeHead(204).end()
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...page.headers }).end(page.html)
  })
  const { port } = new URL(await listen(server))
  const site = (name: string) => `http://${name}:${port}`
  return {
    site,
    /** Puts a page there; the answer is its address. */
    put(name: string, html: string, headers?: Record<string, string>): string {
      pages.set(name, {
        html: `<!doctype html><html lang="en"><head><meta name="viewport" content="width=device-width"><title>${name}</title></head>${html}</html>`,
        headers,
      })
      return site(name)
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** The browser finds every `.test` name on this machine, and keeps no cookie of another site. */
export const hostSiteArguments = ['--host-resolver-rules=MAP *.test 127.0.0.1', '--test-third-party-cookie-phaseout']
