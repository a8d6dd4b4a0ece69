import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { atRest } from './at-rest.ts'
import { film } from './film.ts'
import { question, type Stage, type Viewer } from './stage.ts'

const folder = fileURLToPath(new URL('../../frontend/src/features/landing/pictures', import.meta.url))

type OpenPage = (viewer: Viewer, theme: string, options: BrowserContextOptions) => Promise<Page>

/** What the landing page shows of the product, taken from the product: a picture of each step, and a film with its picture. */
export async function takeLandingPictures(open: OpenPage, { productUrl, chat }: Pick<Stage, 'productUrl' | 'chat'>) {
  const publicPath = `/chat/${chat.organization_id}/${chat.unqid}`
  const shots = [
    { name: 'knowledge', path: `/chats/${chat.id}?tab=knowledge`, viewer: 'owner' },
    { name: 'configure', path: `/chats/${chat.id}?tab=configure`, viewer: 'owner' },
    { name: 'dashboard', path: '/', viewer: 'owner' },
    { name: 'public-chat', path: publicPath, viewer: 'visitor' },
  ] as const
  for (const theme of ['light', 'dark']) {
    for (const { name, path, viewer } of shots) {
      const viewport = name === 'dashboard' ? { width: 1440, height: 900 } : { width: 1120, height: 700 }
      const page = await open(viewer, theme, { viewport, reducedMotion: 'reduce' })
      await page.goto(`${productUrl}${path}`, { waitUntil: 'networkidle' })
      await atRest(page)
      await save(page, `${name}-${theme}`)
      await page.context().close()
    }
    const page = await open('visitor', theme, { viewport: { width: 1120, height: 700 } })
    await page.goto(`${productUrl}${publicPath}`, { waitUntil: 'networkidle' })
    const recorded = await film(page, () => play(page))
    await save(page, `preview-${theme}`)
    writeFileSync(join(folder, `preview-${theme}.webm`), recorded)
    await page.context().close()
  }
}

/** A question, its answer, and the words that it rests on. */
async function play(page: Page) {
  await delay(900)
  await page.getByPlaceholder('Ask me anything..').pressSequentially(question, { delay: 55 })
  await delay(500)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByRole('region', { name: /^Sources?$/ }).waitFor()
  await delay(1500)
  await page.locator('[data-source="1"] button').click()
  await page.mouse.move(0, 0)
  await delay(3000)
}

async function save(page: Page, name: string) {
  const devtools = await page.context().newCDPSession(page)
  const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: 60 })
  writeFileSync(join(folder, `${name}.webp`), Buffer.from(data, 'base64'))
}
