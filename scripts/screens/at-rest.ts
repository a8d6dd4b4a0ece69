/// <reference lib="dom" />
import { until } from '@lectern/testing'
import type { Page } from 'playwright-core'

/** The screen is there, and nothing of it is loading or moves any more. */
export async function atRest(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  const isAtRest = () =>
    document.querySelector('h1') !== null &&
    document.querySelector('[aria-busy=true]') === null &&
    document.getAnimations().length === 0
  await until('the screen to be at rest', () => page.evaluate(isAtRest))
}
