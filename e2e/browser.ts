import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright-core'

/** Headless Chromium, without anything that it does on its own. */
export const openBrowser = (more: string[] = []): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.CHROMIUM_PATH,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', ...more],
  })

export type Watched = { page: Page; complaints: string[]; close(): Promise<void> }

/** A page in a profile of its own. `complaints` are errors of its scripts, refusals of its policy, and failed loads. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Watched> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  return { page, complaints, close: () => context.close() }
}

/** Logs in by the login page. */
export async function logIn(page: Page, url: string, { email, password }: { email: string; password: string }) {
  await page.goto(`${url}/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
}

/** Waits until a text is on the page. */
export const sees = (page: Page, text: string | RegExp): Promise<void> => page.getByText(text).first().waitFor()

/** Waits for the screen of this name. */
export const heading = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('heading', { name, level: 1 }).waitFor()

/** Where a question is written. */
export const field = (page: Page): Locator => page.getByPlaceholder('Ask me anything..')

/** Waits for the toast with this header and text. */
export const toast = (page: Page, header: 'Error' | 'Success', text: string | RegExp): Promise<void> =>
  page.getByRole('listitem').filter({ hasText: header }).filter({ hasText: text }).waitFor()

/** Keeps a picture where `LECTERN_SHOTS` names a folder; for people to look at, no test compares it. */
export async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env.LECTERN_SHOTS
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
}
