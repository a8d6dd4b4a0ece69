import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { until } from '@lectern/testing'
import { openPage, shoot } from '../browser.ts'
import { ask, earlyCalls, openerOf, panelOf } from '../embed-page.ts'
import {
  browser,
  chat,
  closed,
  hosts,
  inline,
  isOpen,
  open,
  other,
  popup,
  product,
  question,
  text,
  violationsIn,
  visit,
} from './stage.ts'

describe('pages of all kinds', () => {
  test('with a strict policy that names our origin and nothing else', async () => {
    const policy = `default-src 'none'; script-src ${product.url}; frame-src ${product.url}; require-trusted-types-for 'script'`
    const { page, complaints, close } = await visit(
      inline('data-width="40"', other) + popup(),
      {},
      { 'content-security-policy': policy },
    )
    await ask(await open(page), question)
    await ask(await panelOf(page, other), question)
    assert.deepEqual(complaints, [])
    await close()
  })

  test('with several chats, each with a conversation of its own', async () => {
    const { page, complaints, close } = await visit(popup() + popup('', other) + inline('data-width="40"', other))
    await page.locator('lectern-chat').nth(2).waitFor({ state: 'attached' })
    // Whose button comes first is the network's to say.
    await page.evaluate((id) => window.Lectern?.('open', id), chat.unqid)
    await ask(await panelOf(page, chat), question)
    await page.evaluate((id) => window.Lectern?.('close', id), chat.unqid)
    assert.equal(await page.locator('lectern-chat > button').count(), 2)
    await panelOf(page, other)
    const panels = page.frames().filter((frame) => frame.url().includes('/embed/'))
    assert.equal(panels.length, 2)
    assert.deepEqual(
      await Promise.all(panels.map((panel) => panel.locator('article').count())).then((n) => n.sort()),
      [0, 1],
    )
    assert.deepEqual(complaints, [])
    await close()
  })

  test('that swap their content: the pop-up stays as it is, what stood in the content comes with it', async () => {
    const { page, complaints, close } = await visit(popup() + inline('', other))
    const panel = await open(page)
    await ask(panel, question)
    const swap = () =>
      page.evaluate(() => {
        const body = document.createElement('body')
        body.innerHTML = document.body.innerHTML
        document.body.replaceWith(body)
        for (const old of body.querySelectorAll('script')) {
          const script = document.createElement('script')
          for (const { name, value } of old.attributes) script.setAttribute(name, value)
          old.replaceWith(script)
        }
      })
    for (let times = 0; times < 2; times++) {
      await swap()
      await page.locator('lectern-chat > iframe[src]').waitFor()
      await panelOf(page, other)
      assert.equal(await page.locator('lectern-chat').count(), 2)
      assert.equal(await panel.locator('article').count(), 1)
    }
    await page.evaluate(() => document.documentElement.replaceChildren(document.createElement('body')))
    await openerOf(page).waitFor()
    assert.deepEqual(complaints, [])
    await close()
  })

  test('with errors and meddling of their own', async () => {
    const { page, close } = await visit(
      `<script>window.onerror = () => { throw new Error('again') }; Array.prototype.extra = () => {}; throw new Error('broken')</script>
       <style>* { all: revert !important; color: red !important } iframe, dialog, button { display: none !important }</style>${popup()}`,
    )
    const panel = await open(page)
    await ask(panel, question)
    await page.evaluate(() => {
      window.Lectern?.('on', 'close', () => {
        throw new Error('of the page')
      })
      window.Lectern?.('close')
    })
    await closed(page)
    await close()
  })

  test('from right to left', async () => {
    const { page, close } = await openPage(browser, { viewport: { width: 1280, height: 800 }, locale: 'ar' })
    await page.goto(hosts.put('shop.test', `<body dir="rtl">${text}${popup()}</body>`))
    const panel = await open(page)
    assert.ok(Number((await openerOf(page).boundingBox())?.x) < 100, 'the button is at the end of the line')
    assert.equal(await panel.evaluate(() => document.documentElement.dir), 'rtl')
    await panel.getByPlaceholder('اسألني ما تشاء…').waitFor()
    await ask(panel, question)
    await shoot(page, 'widget-rtl')
    const { x: closeAt = 0 } = (await page.locator('lectern-chat dialog button').boundingBox()) ?? {}
    const { x: frameAt = 0, width = 0 } = (await page.locator('lectern-chat dialog').boundingBox()) ?? {}
    assert.ok(closeAt < frameAt + width / 2)
    assert.ok(
      await panel.locator('header h1').evaluate((title) => title.getBoundingClientRect().left >= 52),
      'the title is beside it',
    )
    await close()
  })

  test('in dark and on a page full of other things', async () => {
    const crowd = Array.from(
      { length: 40 },
      (_, n) =>
        `<div style="position:fixed;inset:${n * 20}px auto auto ${n * 30}px;z-index:2147483647;background:#333">Offer ${n}</div>`,
    )
    const { page, close } = await visit(
      `<style>body { background: #111; color: #eee }</style>${crowd.join('')}${text}${popup('data-theme="dark"')}`,
    )
    const panel = await open(page)
    await ask(panel, question)
    assert.equal(await panel.evaluate(() => getComputedStyle(document.documentElement).colorScheme), 'dark')
    await shoot(page, 'widget-dark-crowded')
    assert.deepEqual(await violationsIn(panel), [])
    await close()
  })
})

describe('the page around', () => {
  test('opens, asks, hears and closes, also before the script is there', async () => {
    const early = earlyCalls(
      'events = []; Lectern("on", "answer", (event) => events.push(event)); Lectern("ask", "When does the reading room close?")',
    )
    const { page, close } = await visit(early + popup())
    const panel = await panelOf(page, chat)
    await panel.locator('article[aria-busy="false"]').waitFor()
    const heard = () => page.evaluate(() => (window as unknown as { events: object[] }).events)
    await until('the page to hear of it', async () => (await heard()).length === 1)
    assert.deepEqual(await heard(), [{ chat: chat.unqid, type: 'answer' }])
    await page.evaluate(() => window.Lectern?.('close'))
    await closed(page)
    await page.evaluate(() => window.Lectern?.('open'))
    await until('the panel to open', async () => (await isOpen(page)) === 1)
    await close()
  })

  test('is heard by a panel that is slow to paint', async () => {
    const { page, close } = await openPage(browser)
    await page.addInitScript(() => {
      const later = window.setTimeout
      window.setTimeout = ((run: () => void, time = 0) => later(run, time + 1000)) as typeof setTimeout
      window.requestAnimationFrame = (run) => later(run, 1000)
    })
    const early = earlyCalls('Lectern("ask", "Who may come?")')
    await page.goto(hosts.put('shop.test', `<body>${early + popup()}</body>`))
    const panel = await panelOf(page, chat)
    await panel.locator('[data-role="user"]', { hasText: 'Who may come?' }).waitFor()
    await close()
  })

  test('is heard by the panel alone, and the panel by it alone', async () => {
    const { page, close } = await visit(
      `${popup()}<iframe id="stranger" src="${hosts.put('stranger.test', '<body></body>')}"></iframe>`,
    )
    const panel = await open(page)
    const stranger = page.frames().find((frame) => frame.url().includes('stranger.test'))
    await stranger?.evaluate(() => {
      for (let n = 0; n < parent.length; n++)
        parent.frames[n]?.postMessage({ lectern: 'ask', text: 'Sent by a stranger' }, '*')
      parent.postMessage({ lectern: 'ask', text: 'Sent by a stranger' }, '*')
      parent.postMessage({ lectern: 'close' }, '*')
    })
    await page.waitForTimeout(300)
    assert.equal(await isOpen(page), 1)
    assert.equal(await panel.locator('[data-role="user"]').count(), 0)
    await close()
  })
})
