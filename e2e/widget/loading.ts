import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { until } from '@lectern/testing'
import type { BrowserContextOptions } from 'playwright-core'
import { openPage, shoot } from '../browser.ts'
import { ask, openerOf, panelOf } from '../embed-page.ts'
import {
  browser,
  chat,
  closed,
  focused,
  hosts,
  inline,
  isOpen,
  open,
  other,
  popup,
  product,
  question,
  text,
  visit,
} from './stage.ts'

const kilobyte = 1000
const phone = { viewport: { width: 390, height: 760 }, hasTouch: true, isMobile: true } satisfies BrowserContextOptions

describe('the sizes', () => {
  test('each script is 2 kB at most, gzipped', async () => {
    for (const name of ['popup', 'inline']) {
      const script = await (await fetch(`${product.url}/widget/v1/${name}.js`)).text()
      const size = gzipSync(script, { level: 9 }).length
      assert.ok(size <= 2 * kilobyte, `${name}.js: ${size} bytes`)
    }
  })

  for (const locale of ['en-US', 'ar', 'ja'])
    test(`all that the panel loads until it has answered is 40 kB at most, gzipped (${locale})`, async () => {
      const { page, close } = await visit(popup(), { locale })
      const sizes: Record<string, number> = {}
      page.on('response', async (response) => {
        const { pathname } = new URL(response.url())
        if (/^\/(embed|widget\/v1\/assets)\//.test(pathname))
          sizes[pathname] = gzipSync(await response.body(), { level: 9 }).length
      })
      await ask(await open(page), question)
      const total = Object.values(sizes).reduce((sum, size) => sum + size, 0)
      assert.ok(Object.keys(sizes).length >= 4, JSON.stringify(sizes))
      assert.ok(total <= 40 * kilobyte, JSON.stringify(sizes))
      await close()
    })
})

describe('the pop-up embed', () => {
  test('asks for nothing, keeps nothing and moves nothing before it is needed', async () => {
    const { page, complaints, close } = await openPage(browser)
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.goto(hosts.put('shop.test', `<body>${text}<p id="last">The end</p>${popup()}</body>`))
    const place = await page.locator('#last').boundingBox()
    await openerOf(page).waitFor()
    await page.waitForLoadState('networkidle')
    assert.deepEqual(
      asked.filter((url) => url.startsWith(product.url)),
      [`${product.url}/widget/v1/popup.js`],
    )
    assert.deepEqual(await page.locator('#last').boundingBox(), place)
    assert.deepEqual(await page.context().cookies(), [])
    assert.deepEqual(await page.evaluate(() => [localStorage.length, sessionStorage.length]), [0, 0])
    assert.deepEqual(complaints, [])
    await close()
  })

  test('takes the question at once, answers with a source that opens, and gives the focus back', async () => {
    const { page, complaints, close } = await visit(text + popup())
    const panel = await open(page)
    await until('the field to have the focus', async () => (await focused(panel)) === 'textarea')
    await page.keyboard.type(question)
    await page.keyboard.press('Enter')
    assert.equal(await panel.locator('article').count(), 0, 'Enter alone does nothing')
    await page.keyboard.press('Control+Enter')
    await panel.getByText('hours.md').waitFor()
    await panel.getByRole('button', { name: 'Source 1' }).click()
    await panel.locator('[data-open="true"] blockquote', { hasText: 'until ten in the evening' }).waitFor()
    await shoot(page, 'widget-popup')
    await page.keyboard.press('Escape')
    await closed(page)
    assert.equal(await page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.ariaLabel), 'Chat')
    assert.deepEqual(await page.context().cookies(), [], 'no cookie, also with those of other sites blocked')
    assert.deepEqual(complaints, [])
    await close()
  })

  test('is used by keyboard alone: in, through, out and in again, with the conversation still there', async () => {
    const { page, close } = await visit(`<a href="#x">First</a>${popup()}`)
    await openerOf(page).waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    const panel = await panelOf(page, chat)
    await until('the field to have the focus', async () => (await focused(panel)) === 'textarea')
    await page.keyboard.press('Shift+Tab')
    assert.match(await panel.evaluate(() => document.activeElement?.textContent ?? ''), /Who may come/)
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await panel.locator('article[aria-busy="false"]').waitFor()
    assert.equal(await focused(panel), 'textarea', 'since the pressed button is gone')
    await page.keyboard.press('Escape')
    await closed(page)
    await page.keyboard.press('Enter')
    await until('the panel to open again', async () => (await isOpen(page)) === 1)
    assert.equal(await panel.locator('article').count(), 1)
    await until('the field to have the focus', async () => (await focused(panel)) === 'textarea')
    await close()
  })

  test('fills a phone, and can be closed there whatever the frame shows', async () => {
    const { page, close } = await visit(text + popup(), phone)
    const panel = await open(page)
    const box = await page.locator('lectern-chat dialog').boundingBox()
    assert.deepEqual(box, { x: 0, y: 0, width: 390, height: 760 })
    assert.equal(await focused(panel), 'main', 'a focused field would open the keyboard by itself')
    await shoot(page, 'widget-popup-phone')
    await page.locator('lectern-chat dialog button').click()
    await closed(page)
    await close()
  })

  test('takes its color, and keeps what stands on it legible', async () => {
    for (const [color, ink] of [
      ['#ffd400', 0],
      ['#930de3', 100],
      ['navy', 100],
      ['url(evil)', 100],
    ] as const) {
      const { page, close } = await visit(popup(`data-color="${color}"`))
      const drawn = await openerOf(page).evaluate((button) => getComputedStyle(button).color)
      assert.equal(drawn, `lch(${ink} 0 0)`, color)
      await close()
    }
  })
})

describe('the inline embed', () => {
  test('stands where its script is, in the size it was given, and loads when it is seen', async () => {
    const { page, complaints, close } = await visit(
      `${inline()}<div style="height: 3000px"></div>${inline('data-width="50" data-height="300"', other)}<footer>End</footer>`,
    )
    await panelOf(page, chat)
    const [first, second] = [page.locator('lectern-chat').first(), page.locator('lectern-chat').last()]
    const main = await page.locator('main').boundingBox()
    assert.deepEqual([(await first.boundingBox())?.width, (await first.boundingBox())?.height], [main?.width, 150])
    assert.deepEqual(
      [(await second.boundingBox())?.width, (await second.boundingBox())?.height],
      [(main?.width ?? 0) / 2, 300],
    )
    assert.equal(await second.locator('iframe').getAttribute('src'), null)
    await page.locator('footer').scrollIntoViewIfNeeded()
    await panelOf(page, other)
    assert.notEqual(await focused(page), 'lectern-chat', 'it takes nobody’s focus')
    assert.deepEqual(complaints, [])
    await close()
  })

  test('of 150 pixels can be asked, and makes room for the conversation', async () => {
    const { page, close } = await visit(text.slice(0, 200) + inline())
    const panel = await panelOf(page, chat)
    await shoot(page, 'widget-inline')
    await ask(panel, question)
    assert.ok(Number((await page.locator('lectern-chat').boundingBox())?.height) >= 400)
    await shoot(page, 'widget-inline-answered')
    await close()
  })
})
