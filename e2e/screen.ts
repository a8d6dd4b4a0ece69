import assert from 'node:assert/strict'
import { until } from '@lectern/testing'
import type { Page } from 'playwright-core'
import { shoot } from './browser.ts'
import { findMisfits } from './checks/find-misfits.ts'
import { findViolations } from './checks/find-violations.ts'

const settleMs = 3000
const widths = [375, 768, 1440]
/** Between them, a window shows the one or the other. */
const readAt = [375, 1440]

/** What a story has come to fits every window, and is fit for everybody in either theme. */
export async function checkScreen(page: Page, name: string, at = widths): Promise<void> {
  const size = page.viewportSize()
  try {
    for (const width of at) {
      // What has popped up may close when the window changes.
      if (width !== page.viewportSize()?.width) await page.setViewportSize({ width, height: 900 })
      // Charts draw themselves anew in their own time.
      const misfits = await whenSettled(() => findMisfits(page))
      assert.deepEqual(misfits, [], `${name}, ${width} px`)
      for (const theme of readAt.includes(width) ? ['dark', 'light'] : []) {
        await useTheme(page, theme)
        assert.deepEqual(await findViolations(page), [], `${name}, ${theme}, ${width} px`)
        await shoot(page, `${name}-${theme}-${width}`)
      }
    }
  } finally {
    await useTheme(page, 'light')
    if (size && size.width !== page.viewportSize()?.width) await page.setViewportSize(size)
  }
}

/** What is still wrong after a moment, if anything. */
async function whenSettled(look: () => Promise<string[]>): Promise<string[]> {
  const isFine = async () => (await look()).length === 0
  return until('nothing wrong', isFine, settleMs).then(() => [], look)
}

/** Colors change step by step, even where the steps are as short as they can be. */
async function useTheme(page: Page, theme: string): Promise<void> {
  await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`)
  await until('the theme to be drawn', () => page.evaluate<boolean>('document.getAnimations().length === 0'), 5000)
}
