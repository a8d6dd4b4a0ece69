/// <reference lib="dom" />
/**
 * `npm run screens`: pictures of every screen in both themes, the most used ones at 375 px too, into docs/screens, and those that the
 * landing page shows, with its film. Names after it: only these; `pictures`: only the landing page's. It starts a product of its own,
 * with stand-ins for Claude and Stripe.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { logIn } from '../e2e/browser.ts'
import { findBrowser, prepareBrowser } from './browser.ts'
import { atRest } from './screens/at-rest.ts'
import { embedScreens, shootEmbeds } from './screens/embeds.ts'
import { takeLandingPictures } from './screens/landing-pictures.ts'
import { type Screen, screensOf } from './screens/list.ts'
import { question, startStage, type Viewer } from './screens/stage.ts'
import { withEngines } from './with-engines.ts'

const folder = fileURLToPath(new URL('../docs/screens', import.meta.url))
const sizes = { wide: { width: 1280, height: 800 }, phone: { width: 375, height: 760 } }
const themes = ['light', 'dark'] as const
const quality = 50

const wanted = process.argv.slice(2)
const isWanted = (...names: string[]) => wanted.length === 0 || names.some((name) => wanted.includes(name))

await prepareBrowser()
mkdirSync(folder, { recursive: true })
await withEngines(takeAll)
console.log(`The pictures are in ${folder}`)
process.exit(0)

async function takeAll() {
  const stage = await startStage()
  const executablePath = findBrowser() ?? undefined
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  const { productUrl, chat } = stage
  try {
    const states = new Map<Viewer, BrowserContextOptions['storageState']>()
    for (const [viewer, person] of Object.entries(stage.people)) {
      const context = await browser.newContext()
      const page = await context.newPage()
      await logIn(page, productUrl, person)
      if (viewer === 'subscriber' && isWanted('plans', 'admin', 'admin-subscriptions')) await payFor(page, 'team')
      states.set(viewer as Viewer, await context.storageState())
      await context.close()
    }
    const open = async (viewer: Viewer, theme: string, options: BrowserContextOptions) => {
      const context = await browser.newContext({ ...options, storageState: states.get(viewer) })
      await context.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme)
      const page = await context.newPage()
      if (viewer === 'owner') await showMonth(page)
      return page
    }

    for (const screen of screensOf(stage).filter(({ name }) => isWanted(name)))
      for (const theme of themes)
        for (const size of screen.isOnPhones ? (['wide', 'phone'] as const) : (['wide'] as const)) {
          const page = await open(screen.viewer, theme, { viewport: sizes[size], reducedMotion: 'reduce' })
          await take(page, screen, `${productUrl}${screen.path}`, `${screen.name}-${theme}-${size}`)
          await page.context().close()
        }
    if (isWanted('pictures')) await takeLandingPictures(open, stage)
    if (isWanted(...embedScreens)) await shootEmbeds({ executablePath, productUrl, chat, question, folder, wanted })
  } finally {
    await browser.close()
    await stage.stop()
  }
}

async function take(page: Page, { prepare, isWhole }: Screen, url: string, name: string) {
  await page.goto(url, { waitUntil: 'networkidle' })
  if (isWhole) await scrollThrough(page)
  await prepare?.(page)
  if (isWhole) await makeWindowHold(page)
  await atRest(page)
  await page.screenshot({ path: join(folder, `${name}.jpg`), type: 'jpeg', quality })
}

/** A window as high as the page: what stays in place while scrolling reaches to its end, too. */
async function makeWindowHold(page: Page) {
  const [width, height] = await page.evaluate(() => [innerWidth, document.documentElement.scrollHeight] as const)
  await page.setViewportSize({ width, height })
}

/** Pictures further down come when they are near. */
async function scrollThrough(page: Page) {
  await page.evaluate(async () => {
    const shown = [...document.images].filter((picture) => picture.checkVisibility())
    for (const picture of shown) {
      picture.scrollIntoView({ behavior: 'instant' })
      await picture.decode().catch(() => {})
    }
    scrollTo(0, 0)
  })
}

async function payFor(page: Page, plan: string) {
  await page.goto(new URL('/plans', page.url()).href)
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: plan, exact: true }) })
  await card.getByText('Choose Plan').click()
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await page.getByText('Thank you.').waitFor()
}

/** The dashboard as it looks after a month: the example account is of today. */
async function showMonth(page: Page) {
  await page.route('**/api/w/dashboard', async (route) => {
    const answer = await route.fetch()
    const numbers = await answer.json()
    const counts = numbers.chat_data.dates.map((_: string, day: number) => countOf(day))
    const used = counts.reduce((sum: number, count: number) => sum + count, 0)
    const chats = { chat_total: 2000, chat_remaining: 2000 - used, transcript_count: Math.round(used / 3) }
    await route.fulfill({ json: { ...numbers, ...chats, chat_data: { ...numbers.chat_data, counts } } })
  })
}

/** Fewer on weekends, and a little more each week. */
function countOf(day: number) {
  return day % 7 > 4 ? 4 + (day % 3) : 14 + ((day * 7) % 11) + Math.round(day / 3)
}
