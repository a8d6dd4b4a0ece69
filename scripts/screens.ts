/**
 * `npm run screens`: pictures of every screen in both themes, wide and 375 px, into docs/screens, and those that the landing page shows,
 * with its film (names after it: only these screens; `pictures`: only the landing page's). Needs a product that runs and was given its
 * examples by `npm run seed`.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { findBrowser, prepareBrowser } from './browser.ts'
import { demoAccount, productUrl } from './demo-account.ts'
import { embedScreens, shootEmbeds } from './embed-screens.ts'
import { takeLandingPictures } from './landing-pictures.ts'
import { giveUp } from './running-engines.ts'

type Screen = { name: string; path: string; signedOut?: boolean; prepare?: (page: Page) => Promise<unknown> }

const folder = fileURLToPath(new URL('../docs/screens', import.meta.url))
const wanted = process.argv.slice(2)
const sizes = { wide: { width: 1280, height: 800 }, phone: { width: 375, height: 760 } }
const question = 'What does a late book cost?'

async function ask(page: Page) {
  await page.getByPlaceholder('Ask me anything..').fill(question)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByRole('region', { name: /^Sources?$/ }).waitFor()
}

const openTab = (name: string) => (page: Page) => page.getByRole('tab', { name }).click()

function screensOf(
  chat: { id: string; unqid: string; organization_id: number },
  transcript: string | undefined,
): Screen[] {
  const publicPath = `${chat.organization_id}/${chat.unqid}`
  return [
    { name: 'landing', path: '/', signedOut: true },
    { name: 'login', path: '/login', signedOut: true },
    { name: 'signup', path: '/signup', signedOut: true },
    { name: 'forgot-password', path: '/forgot-password', signedOut: true },
    { name: 'renew-password', path: '/renew-password', signedOut: true },
    { name: 'support', path: '/support', signedOut: true },
    { name: 'about', path: '/about', signedOut: true },
    { name: 'not-found', path: '/nothing-here', signedOut: true },
    { name: 'public-chat', path: `/chat/${publicPath}`, signedOut: true, prepare: ask },
    { name: 'embed', path: `/embed/${publicPath}`, signedOut: true },
    { name: 'dashboard', path: '/' },
    { name: 'chats', path: '/chats' },
    { name: 'chat-prompt', path: `/chats/${chat.id}`, prepare: openTab('Prompt') },
    { name: 'chat-knowledge', path: `/chats/${chat.id}`, prepare: openTab('Knowledge') },
    { name: 'chat-configure', path: `/chats/${chat.id}`, prepare: openTab('Configure') },
    { name: 'chat-scripts', path: `/chats/${chat.id}`, prepare: openTab('Scripts') },
    { name: 'playground', path: `/chat/${chat.id}`, prepare: ask },
    { name: 'chat-logs', path: '/chat-logs' },
    ...(transcript ? [{ name: 'chat-log', path: `/chat-logs/${transcript}` }] : []),
    { name: 'organization', path: '/organization' },
    { name: 'users', path: '/users' },
    { name: 'logs', path: '/logs' },
    { name: 'plans', path: '/plans' },
    { name: 'settings', path: '/settings' },
    { name: 'admin', path: '/admin' },
    { name: 'help', path: '/help' },
  ]
}

async function logIn(context: BrowserContext) {
  const page = await context.newPage()
  await page
    .goto(`${productUrl}/login`)
    .catch(() => giveUp(`Nothing answers at ${productUrl}. Start Lectern first: npm start`))
  await page.getByLabel('Email').fill(demoAccount.email)
  await page.getByLabel('Password').fill(demoAccount.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL(`${productUrl}/`)
  const read = async (path: string) => (await page.request.get(`${productUrl}${path}`)).json()
  const [chat] = (await read('/api/w/knowledge-bases')).knowledge_bases
  if (!chat) giveUp('The example account has no chat. Run `npm run seed` first.')
  const [transcript] = (await read('/api/w/transcripts')).transcripts
  await page.close()
  return { chat, screens: screensOf(chat, transcript?.id) }
}

await prepareBrowser()
mkdirSync(folder, { recursive: true })
const browser = await chromium.launch({
  executablePath: findBrowser() ?? undefined,
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
})
const signedIn = await browser.newContext()
const { chat, screens } = await logIn(signedIn)
const storage = await signedIn.storageState()
for (const theme of ['light', 'dark'] as const) {
  for (const [size, viewport] of Object.entries(sizes)) {
    for (const { name, path, signedOut, prepare } of screens) {
      if (wanted.length > 0 && !wanted.includes(name)) continue
      const page = await open(
        { viewport, reducedMotion: 'reduce', storageState: signedOut ? undefined : storage },
        theme,
      )
      await page.goto(`${productUrl}${path}`, { waitUntil: 'networkidle' })
      await prepare?.(page)
      await page.waitForLoadState('networkidle')
      await page.screenshot({ path: join(folder, `${name}-${theme}-${size}.jpg`), type: 'jpeg', quality: 60 })
      await page.context().close()
    }
  }
}
if (wanted.length === 0 || wanted.includes('pictures')) await takeLandingPictures(open, chat, storage)
await browser.close()
if (wanted.length === 0 || wanted.some((name) => embedScreens.includes(name)))
  await shootEmbeds({ executablePath: findBrowser() ?? undefined, productUrl, chat, question, folder, wanted })
console.log(`The pictures are in ${folder}`)

/** A page in this theme, as it looks to somebody who has been there for a month: the example account is of today. */
async function open(options: BrowserContextOptions, theme: string): Promise<Page> {
  const context = await browser.newContext(options)
  await context.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme)
  await context.addInitScript(() =>
    document.addEventListener('readystatechange', () =>
      document.querySelector('meta[name="verified"]')?.setAttribute('content', 'true'),
    ),
  )
  await context.route('**/api/w/dashboard', async (route) => {
    const answer = await route.fetch()
    const numbers = await answer.json()
    const counts = numbers.chat_data.dates.map((_: string, day: number) => exampleCount(day))
    const used = counts.reduce((sum: number, count: number) => sum + count, 0)
    const chats = { chat_total: 2000, chat_remaining: 2000 - used, transcript_count: Math.round(used / 3) }
    await route.fulfill({ json: { ...numbers, ...chats, chat_data: { ...numbers.chat_data, counts } } })
  })
  return context.newPage()
}

/** Fewer on weekends, and a little more each week. */
function exampleCount(day: number) {
  return day % 7 > 4 ? 4 + (day % 3) : 14 + ((day * 7) % 11) + Math.round(day / 3)
}
