/** Draws on the server what a page shows first, so that it is there before the scripts are. Built into `dist/first-view`, for the gateway. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { renderToString } from 'react-dom/server'
import { Provider } from 'react-redux'
import { createStaticHandler, createStaticRouter, type StaticHandler, StaticRouterProvider } from 'react-router'
import type { Manifest } from 'vite'
import { type PageData, setPage } from '../src/app/page.ts'
import { routesOf } from '../src/app/routes.tsx'
import { store } from '../src/app/store.ts'
import { ToastArea } from '../src/components/toast-area.tsx'

export type FirstView = {
  title: string | null
  /** What is to be fetched before the scripts: the picture that is seen first. */
  links: string
  /** What goes into the root element. */
  body: string
  /** The styles of all that is on it. */
  style: string
  /** The script that begins it; a page with another one is of another build. */
  entry: string
  /** Addresses of the scripts that the screen consists of. */
  scripts: string[]
}

const dist = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string) => readFileSync(`${dist}/${path}`, 'utf8')
const manifest: Manifest = JSON.parse(read('.vite/manifest.json'))

const handlers = new Map<string, StaticHandler>()

/** @returns null for what is not drawn: redirects, and addresses without a screen */
export async function drawFirstView(path: string, page: PageData): Promise<FirstView | null> {
  const key = `${page.shell} ${page.loggedIn}`
  // Routes load their screens through what they find in `page`.
  setPage(page)
  const handler = handlers.get(key) ?? createStaticHandler(routesOf(page))
  handlers.set(key, handler)
  const context = await handler.query(new Request(new URL(path, 'http://localhost')))
  if (context instanceof Response || context.statusCode !== 200) return null
  const names = context.matches.map(({ route }) => nameOf(route.Component)).filter((name) => name !== null)
  const chunks = withImports(names.flatMap((name) => chunkOf(name) ?? []))
  // Nothing is awaited from here on, so that this is the page that is drawn.
  setPage(page)
  const html = renderToString(
    <Provider store={store}>
      <StaticRouterProvider
        router={createStaticRouter(handler.dataRoutes, context)}
        context={context}
        hydrate={false}
      />
      <ToastArea />
    </Provider>,
  )
  const [hoisted = ''] = html.match(hoistable) ?? []
  const { body, rules } = withoutStyleAttributes(html.slice(hoisted.length))
  const entry = chunkOf('index.html')
  const styles = withImports([...(entry ? [entry] : []), ...chunks]).flatMap((chunk) => manifest[chunk]?.css ?? [])
  return {
    title: hoisted.match(/<title>([^<]*)<\/title>/)?.[1] ?? null,
    links: hoisted.match(/<link[^>]*>/g)?.join('') ?? '',
    // Typed before the scripts are there, it would be lost.
    body: body.replaceAll('<form ', '<form inert '),
    style: [...new Set(styles)].map(cssOf).join('') + rules,
    entry: `/${manifest['index.html']?.file}`,
    scripts: chunks.flatMap((chunk) => (manifest[chunk] ? [`/${manifest[chunk].file}`] : [])),
  }
}

/** Components are named like their files: LoginPage of login-page.tsx. */
function nameOf(component: unknown): string | null {
  if (typeof component !== 'function') return null
  return `/${component.name.replaceAll(/(?<!^)[A-Z]/g, '-$&').toLowerCase()}.tsx`
}

const chunkOf = (ending: string) => Object.keys(manifest).find((key) => key.endsWith(ending))

/** Chunks with all that they import, each once, what is imported first. */
function withImports(keys: string[], seen = new Set<string>()): string[] {
  return keys.flatMap((key) => {
    if (seen.has(key)) return []
    seen.add(key)
    return [...withImports(manifest[key]?.imports ?? [], seen), key]
  })
}

const styleSheets = new Map<string, string>()
function cssOf(path: string): string {
  const css = styleSheets.get(path) ?? read(path)
  styleSheets.set(path, css)
  return css
}

/** Titles and links that React lifts out of what it renders stand at the start. */
const hoistable = /^(?:<title>[^<]*<\/title>|<link[^>]*>)+/

/** The Content-Security-Policy allows for no `style` attributes; they become rules. */
function withoutStyleAttributes(html: string) {
  const rules: string[] = []
  const body = html.replaceAll(/ style="([^"]*)"/g, (_, style: string) => {
    // What may end a rule or begin another is in no style of ours.
    if (!/^[\w\s#%.,:;()-]*$/.test(style)) return ''
    if (!rules.includes(style)) rules.push(style)
    return ` data-style="${rules.indexOf(style)}"`
  })
  return { body, rules: rules.map((style, index) => `[data-style="${index}"]{${style}}`).join('') }
}
