import type { Page } from 'playwright-core'
import type { Screen } from '../screens.ts'

/**
 * Bytes of JavaScript that a screen needs before it can be used, as sent with gzip. What pages fetch ahead
 * once the browser is idle is not among them: here it never is.
 */
export async function weighScripts(page: Page, url: string, { path, ready }: Screen): Promise<number> {
  const devtools = await page.context().newCDPSession(page)
  const scripts = new Set<string>()
  /** Of bodies alone: what had come when headers were read is taken away again. */
  let bytes = 0
  await devtools.send('Network.enable')
  await devtools.send('Network.setExtraHTTPHeaders', { headers: { 'Accept-Encoding': 'gzip' } })
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
  devtools.on('Network.requestWillBeSent', ({ requestId, type }) => {
    if (type === 'Script') scripts.add(requestId)
  })
  devtools.on('Network.responseReceived', ({ requestId, response }) => {
    if (scripts.has(requestId)) bytes -= response.encodedDataLength
  })
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength
  })
  await page.addInitScript('window.requestIdleCallback = () => 0')
  await page.goto(`${url}${path}`)
  await ready(page).first().waitFor()
  await page.waitForLoadState('networkidle')
  await devtools.detach()
  return bytes
}
