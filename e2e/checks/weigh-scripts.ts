import type { Page } from 'playwright-core'
import type { Screen } from '../screens.ts'

/** Bytes of JavaScript, as sent with gzip, that the browser asked for before the screen could be used. */
export async function weighScripts(page: Page, url: string, { path, ready }: Screen): Promise<number> {
  const devtools = await page.context().newCDPSession(page)
  const scripts = new Map<string, number>()
  await devtools.send('Network.enable')
  await devtools.send('Network.setExtraHTTPHeaders', { headers: { 'Accept-Encoding': 'gzip' } })
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
  devtools.on('Network.requestWillBeSent', ({ requestId, type }) => {
    if (type === 'Script') scripts.set(requestId, 0)
  })
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) scripts.set(requestId, encodedDataLength)
  })
  await page.goto(`${url}${path}`)
  await ready(page).first().waitFor()
  const asked = [...scripts.keys()]
  await page.waitForLoadState('networkidle')
  await devtools.detach()
  return asked.reduce((sum, id) => sum + (scripts.get(id) ?? 0), 0)
}
