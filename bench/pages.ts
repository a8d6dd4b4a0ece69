import { type Browser, type BrowserContextOptions, chromium } from 'playwright-core'
import { signUp } from '../e2e/account.ts'
import { startProduct } from '../e2e/product.ts'
import { prepareBrowser } from '../scripts/browser.ts'
import { printTable } from './measure.ts'

/** "Fast 3G" as the developer tools of Chromium have it, and a processor a quarter as fast as this one. */
const network = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 }
const slowdown = 4
const rounds = 3
const restMs = 1500

type Painted = { firstPaint: number; largestPaint: number; shift: number }

/** When people see a page on a slow phone: first and largest contentful paint, and how much moves after it. */
export async function benchPages(): Promise<void> {
  await prepareBrowser()
  const product = await startProduct()
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH, args: ['--no-sandbox'] })
  try {
    const owner = await signUp(product.url)
    const chat = await owner.createChat('House handbook')
    await owner.upload(chat, 'hours.txt', 'The reading room is open until ten in the evening on Thursday.')
    await owner.settled(chat)
    const signedIn = await logIn(browser, product.url, owner)
    const pages = {
      landing: ['/', undefined],
      login: ['/login', undefined],
      dashboard: ['/', signedIn],
      'public chat': [`/chat/${chat.organization_id}/${chat.unqid}`, undefined],
    } as const
    const rows = []
    for (const [page, [path, storageState]] of Object.entries(pages)) {
      const painted: Painted[] = []
      for (let round = 0; round < rounds; round++)
        painted.push(await measure(browser, `${product.url}${path}`, { storageState }))
      const middle = (value: (each: Painted) => number) => painted.map(value).sort((a, b) => a - b)[rounds >> 1] ?? 0
      rows.push({
        page,
        'first paint': seconds(middle(({ firstPaint }) => firstPaint)),
        LCP: seconds(middle(({ largestPaint }) => largestPaint)),
        CLS: middle(({ shift }) => shift).toFixed(3),
      })
    }
    printTable(`Pages on a slow phone: fast 3G, processor ${slowdown} times slower, median of ${rounds}`, rows)
  } finally {
    await browser.close()
    await product.stop()
  }
}

async function logIn(browser: Browser, url: string, { email, password }: { email: string; password: string }) {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${url}/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL(`${url}/`)
  const state = await context.storageState()
  await context.close()
  return state
}

async function measure(browser: Browser, url: string, options: BrowserContextOptions): Promise<Painted> {
  const context = await browser.newContext({ viewport: { width: 1350, height: 940 }, ...options })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', network)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await page.addInitScript(observe)
  await page.goto(url, { waitUntil: 'networkidle' })
  await page.waitForTimeout(restMs)
  const painted = await page.evaluate<Painted>('painted')
  await context.close()
  return painted
}

/** Runs in the page. */
const observe = `
  globalThis.painted = { firstPaint: 0, largestPaint: 0, shift: 0 }
  const on = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
  on('paint', ({ name, startTime }) => { if (name === 'first-contentful-paint') painted.firstPaint = startTime })
  on('largest-contentful-paint', ({ startTime }) => { painted.largestPaint = startTime })
  on('layout-shift', ({ value, hadRecentInput }) => { if (!hadRecentInput) painted.shift += value })
`

const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`
