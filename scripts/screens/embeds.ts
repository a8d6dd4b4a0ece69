/** Both embeds on pages of other sites, asked a question, wide and on a phone. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { chromium, type Frame, type Page } from 'playwright-core'
import { hostPage, hostPages } from './host-pages.ts'

type Options = {
  executablePath: string | undefined
  productUrl: string
  chat: { unqid: string; organization_id: number }
  question: string
  folder: string
  wanted: string[]
}

const sizes = {
  wide: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 375, height: 760 }, isMobile: true, hasTouch: true },
}
const kinds = ['popup', 'inline'] as const
const quality = 60
const answeredWithinMs = 60_000

/** The names under which the pictures are kept. */
export const embedScreens = kinds.flatMap((kind) => hostPages.map(({ name }) => `${kind}-on-${name}`))

export async function shootEmbeds({
  executablePath,
  productUrl,
  chat,
  question,
  folder,
  wanted,
}: Options): Promise<void> {
  let html = ''
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const { port } = server.address() as AddressInfo
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--host-resolver-rules=MAP *.test 127.0.0.1'],
  })
  try {
    for (const kind of kinds)
      for (const site of hostPages) {
        const name = `${kind}-on-${site.name}`
        if (wanted.length > 0 && !wanted.includes(name)) continue
        const script = `<script async src="${productUrl}/widget/v1/${kind}.js" data-org="${chat.organization_id}" data-chat="${chat.unqid}" data-theme="${site.theme}"></script>`
        html = hostPage(site, script, kind === 'inline')
        for (const [size, options] of Object.entries(sizes)) {
          const context = await browser.newContext({ ...options, reducedMotion: 'reduce' })
          const page = await context.newPage()
          await page.goto(`http://www.${site.name}.test:${port}`)
          const panel = await openPanel(page, kind === 'popup')
          await panel.locator('textarea').fill(question)
          await panel.locator('button.send').click()
          await panel.locator('.sources').waitFor({ timeout: answeredWithinMs })
          await page
            .locator('lectern-chat')
            .scrollIntoViewIfNeeded()
            .catch(() => {})
          await page.screenshot({ path: join(folder, `${name}-${size}.jpg`), type: 'jpeg', quality })
          await context.close()
        }
      }
  } finally {
    await browser.close()
    server.close()
  }
}

async function openPanel(page: Page, isPopup: boolean): Promise<Frame> {
  const host = page.locator('lectern-chat')
  if (isPopup) await host.locator('> button').click()
  else await host.scrollIntoViewIfNeeded()
  const frame = await (await host.locator('iframe').elementHandle())?.contentFrame()
  if (!frame) throw new Error('no panel was loaded')
  await frame.locator('textarea').waitFor()
  return frame
}
