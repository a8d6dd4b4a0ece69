import type { KnowledgeBase } from '@lectern/contracts'
import { until } from '@lectern/testing'
import type { Frame, Locator, Page } from 'playwright-core'

/** The script that a customer puts into a page. */
export const embedScript = (url: string, name: 'popup' | 'inline', chat: KnowledgeBase, attributes = ''): string =>
  `<script async src="${url}/widget/v1/${name}.js" data-org="${chat.organization_id}" data-chat="${chat.unqid}" ${attributes}></script>`

/** What a page puts before the script to call it while it is not there yet. */
export const earlyCalls = (calls: string): string =>
  `<script>window.Lectern = function () { (Lectern.q = Lectern.q || []).push(arguments) }; ${calls}</script>`

/** The button of a page's first pop-up. */
export const openerOf = (page: Page): Locator => page.locator('lectern-chat > button').first()

/** The panel of a chat once it can be used. */
export async function panelOf(page: Page, chat: KnowledgeBase): Promise<Frame> {
  const path = `/embed/${chat.organization_id}/${chat.unqid}`
  const frame = await until('the panel to be loaded', () =>
    page.frames().find((each) => new URL(each.url(), 'http://none').pathname === path),
  )
  await frame.locator('textarea, .notice-page').first().waitFor()
  return frame
}

/** Asks in a panel and waits for the answer's end. */
export async function ask(panel: Frame, question: string): Promise<void> {
  const answers = await panel.locator('article').count()
  await panel.locator('textarea').fill(question)
  await panel.locator('button.send').click()
  await panel.locator('article[aria-busy="false"]').nth(answers).waitFor()
}

declare global {
  interface Window {
    /** What the scripts put into a customer's page. */
    Lectern?: (command: string, value?: unknown, third?: unknown) => void
  }
}
