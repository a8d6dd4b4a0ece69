import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { after, before } from 'node:test'
import type { KnowledgeBase } from '@lectern/contracts'
import { startClaude, until } from '@lectern/testing'
import type { AxeResults } from 'axe-core'
import type { Browser, BrowserContextOptions, Frame, Page } from 'playwright-core'
import { type Account, signUp } from '../account.ts'
import { openBrowser, openPage } from '../browser.ts'
import { embedScript, openerOf, panelOf } from '../embed-page.ts'
import { hostSiteArguments, startHostSites } from '../host-site.ts'
import { type Product, startProduct } from '../product.ts'

declare const axe: { run(options: object): Promise<AxeResults> }

const handbook = 'The reading room is open until ten in the evening on Thursday.\n'
export const question = 'When does the reading room close?'
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** One product with an owner of two chats, a browser, and the sites of customers that embed them; there once tests run. */
export let product: Product
export let browser: Browser
export let owner: Account
export let chat: KnowledgeBase
export let other: KnowledgeBase
export const hosts = await startHostSites()
export const claude = await startClaude()

before(async () => {
  product = await startProduct({ ANTHROPIC_API_KEY: 'a-key', ANTHROPIC_BASE_URL: claude.url })
  browser = await openBrowser(hostSiteArguments)
  owner = await signUp(product.url)
  chat = await owner.createChat('House handbook')
  other = await owner.createChat('Garden guide')
  await owner.send('PUT', `/api/w/knowledge-bases/${chat.id}`, {
    pre_question_1: question,
    pre_question_2: 'Who may come?',
  })
  for (const each of [chat, other]) {
    await owner.upload(each, 'hours.md', handbook)
    await owner.settled(each)
  }
})
after(async () => {
  await browser?.close()
  await product?.stop()
  await hosts.close()
  await claude.close()
})

export const popup = (attributes = '', of = chat) => embedScript(product.url, 'popup', of, attributes)
export const inline = (attributes = '', of = chat) => embedScript(product.url, 'inline', of, attributes)
/** Some of the page's own. */
export const text = '<p>There is much to read on this page.</p>'.repeat(12)

/** Opens a page of a customer that holds this body. */
export async function visit(body: string, options: BrowserContextOptions = {}, headers: Record<string, string> = {}) {
  const watched = await openPage(browser, { viewport: { width: 1280, height: 800 }, ...options })
  await watched.page.goto(hosts.put('shop.test', `<body><main><h1>Shop</h1>${body}</main></body>`, headers))
  return watched
}

/** Opens the pop-up of a page. */
export async function open(page: Page, of = chat): Promise<Frame> {
  await openerOf(page).click()
  return panelOf(page, of)
}

export const focused = (frame: Frame | Page) => frame.evaluate(() => document.activeElement?.localName)
export const isOpen = (page: Page) => page.locator('lectern-chat dialog[open]').count()
export const closed = (page: Page) => until('the panel to close', async () => (await isOpen(page)) === 0)

export async function violationsIn(frame: Frame | Page): Promise<string[]> {
  await frame.evaluate(axeSource)
  const { violations } = await frame.evaluate(() => axe.run({ resultTypes: ['violations'] }))
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}
