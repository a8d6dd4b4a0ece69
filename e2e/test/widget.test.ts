import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { after, before, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { KnowledgeBase } from '@lectern/contracts'
import { startClaude, until } from '@lectern/testing'
import type { AxeResults } from 'axe-core'
import { SignJWT } from 'jose'
import type { Browser, BrowserContextOptions, Frame, Page } from 'playwright-core'
import { type Account, signUp } from '../account.ts'
import { logIn, openBrowser, openPage, shoot } from '../browser.ts'
import { ask, embedScript, openerOf, panelOf } from '../embed-page.ts'
import { hostSiteArguments, startHostSites } from '../host-site.ts'
import { type Product, startProduct } from '../product.ts'
import { checkScreen } from '../screen.ts'

declare const axe: { run(options: object): Promise<AxeResults> }

const handbook = 'The reading room is open until ten in the evening on Thursday.\n'
const question = 'When does the reading room close?'
const kilobyte = 1000
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const phone = { viewport: { width: 390, height: 760 }, hasTouch: true, isMobile: true } satisfies BrowserContextOptions

let product: Product
let browser: Browser
let owner: Account
let chat: KnowledgeBase
let other: KnowledgeBase
const hosts = await startHostSites()
const claude = await startClaude()

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

const popup = (attributes = '', of = chat) => embedScript(product.url, 'popup', of, attributes)
const inline = (attributes = '', of = chat) => embedScript(product.url, 'inline', of, attributes)
const text = '<p>There is much to read on this page.</p>'.repeat(12)

/** Opens a page of a customer that holds this body. */
async function visit(body: string, options: BrowserContextOptions = {}, headers: Record<string, string> = {}) {
  const watched = await openPage(browser, { viewport: { width: 1280, height: 800 }, ...options })
  await watched.page.goto(hosts.put('shop.test', `<body><main><h1>Shop</h1>${body}</main></body>`, headers))
  return watched
}

async function open(page: Page, of = chat): Promise<Frame> {
  await openerOf(page).click()
  return panelOf(page, of)
}

/** What the customer's own server would sign for a visitor. */
async function tokenOf(name: string): Promise<string> {
  const { body } = await owner.send<{ secret: string }>('GET', '/api/w/signing-secret')
  return new SignJWT({ name })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject('customer-7')
    .setExpirationTime('5m')
    .sign(Buffer.from(body.secret))
}

const focused = (frame: Frame | Page) => frame.evaluate(() => document.activeElement?.localName)
const isOpen = (page: Page) => page.locator('lectern-chat dialog[open]').count()
const closed = (page: Page) => until('the panel to close', async () => (await isOpen(page)) === 0)

async function violationsIn(frame: Frame | Page): Promise<string[]> {
  await frame.evaluate(axeSource)
  const { violations } = await frame.evaluate(() => axe.run({ resultTypes: ['violations'] }))
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

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

describe('who uses it', () => {
  test('meets nothing that axe finds, before, in and after a conversation', async () => {
    const { page, close } = await visit(text + popup())
    await openerOf(page).waitFor()
    assert.deepEqual(await violationsIn(page), [])
    const panel = await open(page)
    assert.deepEqual(await violationsIn(panel), [])
    await panel.locator('button.send').click()
    await panel.getByText('Please provide a prompt first.').waitFor()
    assert.deepEqual(await violationsIn(panel), [])
    await ask(panel, question)
    await panel.getByRole('button', { name: 'Source 1' }).click()
    assert.deepEqual(await violationsIn(panel), [])
    assert.deepEqual(await violationsIn(page), [])
    await close()
  })

  test('hears an answer sentence by sentence, each once', async () => {
    const { page, close } = await visit(popup())
    const panel = await open(page)
    claude.behaviour.blocks = [
      { text: 'The room is open late. It closes', cites: undefined },
      { text: ' at ten.', cites: 'The reading room is open until ten in the evening on Thursday.' },
    ]
    claude.behaviour.tokenEveryMs = 30
    await ask(panel, question)
    claude.behaviour.blocks = null
    claude.behaviour.tokenEveryMs = 0
    const said = await panel.locator('[aria-live] p').allTextContents()
    const about = said.join(' ')
    assert.ok(said.length >= 3, about)
    assert.equal(about.match(/open late/g)?.length, 1, about)
    assert.equal(about.match(/at ten/g)?.length, 1, about)
    assert.match(about, /Sources: 1$/)
    assert.ok(
      said.every((part) => !/^The$|^ ?room$/.test(part)),
      'no single words',
    )
    await close()
  })

  test('reads it in the language of the browser, or of the page', async () => {
    const german = await visit(popup(), { locale: 'de-AT' })
    await (await open(german.page)).getByPlaceholder('Fragen Sie mich etwas …').waitFor()
    await german.close()
    const japanese = await visit(popup('data-lang="ja"'), { locale: 'de-AT' })
    const panel = await open(japanese.page)
    await panel.getByText('こんにちは').waitFor()
    assert.equal(await panel.evaluate(() => document.documentElement.lang), 'ja')
    assert.equal(await openerOf(japanese.page).evaluate((button) => button.ariaLabel), 'チャット')
    await japanese.close()
  })

  test('sees nothing move who asked for that', async () => {
    const moving = async (reducedMotion: 'reduce' | 'no-preference') => {
      const { page, close } = await visit(popup(), { reducedMotion })
      const panel = await open(page)
      claude.behaviour.firstTokenMs = 1500
      await panel.locator('textarea').fill(question)
      await panel.locator('button.send').click()
      await panel.locator('.waiting').waitFor()
      const animations = await panel.evaluate(() => document.getAnimations().length)
      claude.behaviour.firstTokenMs = 0
      await close()
      return animations
    }
    assert.equal(await moving('reduce'), 0)
    assert.notEqual(await moving('no-preference'), 0)
  })

  test('can read and use it at four times the size', async () => {
    const { page, close } = await visit(text + popup(), { viewport: { width: 320, height: 256 } })
    const panel = await open(page)
    await ask(panel, question)
    assert.equal(
      await panel.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
      true,
      'no line runs out',
    )
    await panel.locator('textarea').fill('And on Friday?')
    assert.ok(await panel.locator('button.send').isVisible())
    await shoot(page, 'widget-400-percent')
    await close()
  })

  test('is shown text as text, whatever an answer holds', async () => {
    const { page, complaints, close } = await visit(popup())
    const panel = await open(page)
    const evil =
      '<img src=x onerror="alert(1)"> <script>alert(2)</script> [go](javascript:alert(3)) ![p](https://evil.test/x.png) **bold** &lt;b&gt;'
    claude.behaviour.blocks = [{ text: evil, cites: 'The reading room is open until ten in the evening on Thursday.' }]
    await ask(panel, question)
    claude.behaviour.blocks = null
    assert.equal(await panel.locator('article :is(img, script, b, a[href^="javascript"])').count(), 0)
    assert.equal(await panel.locator('article strong').textContent(), 'bold')
    assert.match(String(await panel.locator('article').textContent()), /<img src=x/)
    assert.deepEqual(complaints, [])
    await close()
  })

  test('says whether an answer helped, goes on with what else can be asked, and keeps the conversation', async () => {
    const { page, complaints, close } = await visit(popup())
    const panel = await open(page)
    await ask(panel, question)
    await panel.getByRole('button', { name: 'This did not help' }).click()
    await panel.getByPlaceholder('What was missing?').fill('The holidays')
    await panel.locator('form.why button').click()
    await panel.getByText('Thank you.').waitFor()
    await shoot(page, 'widget-thumbs')
    assert.deepEqual(await violationsIn(panel), [])
    const { body } = await owner.send<{ transcripts: { id: string; thumbs_down: number }[] }>(
      'GET',
      '/api/w/transcripts',
    )
    assert.equal(body.transcripts[0]?.thumbs_down, 1)
    const saving = page.waitForEvent('download')
    await panel.getByRole('button', { name: 'Save conversation' }).click()
    const kept = readFileSync(await (await saving).path(), 'utf8')
    for (const words of [question, 'until ten in the evening', 'hours.md']) assert.ok(kept.includes(words), words)
    await panel.getByRole('list', { name: 'You may also ask' }).getByRole('button', { name: 'Who may come?' }).click()
    await panel.locator('article[aria-busy="false"]').nth(1).waitFor()
    assert.equal(await panel.getByRole('list', { name: 'You may also ask' }).count(), 0)
    assert.deepEqual(complaints, [])
    await close()
  })

  test('writes to a person, who gets the conversation by mail; by keyboard alone, and once', async () => {
    const { page, close } = await visit(
      `<script>window.Lectern = function () { (Lectern.q = Lectern.q || []).push(arguments) }; Lectern('identify', '${await tokenOf('Grace Hopper')}')</script>${popup()}`,
    )
    const panel = await open(page)
    await ask(panel, question)
    await panel.getByRole('button', { name: 'Ask a person' }).press('Enter')
    await panel.getByLabel('Your email').waitFor()
    assert.equal(await panel.getByLabel('Your name').inputValue(), 'Grace Hopper', 'as the token tells')
    await until('the first empty field to have the focus', () =>
      panel.evaluate(() => document.activeElement?.id === 'contact-email'),
    )
    await panel.getByRole('button', { name: 'Send message' }).press('Enter')
    await panel.getByText('Please fill this in.').first().waitFor()
    assert.deepEqual(await violationsIn(panel), [])
    await shoot(page, 'widget-contact')
    await page.keyboard.type('grace@example.com')
    await panel.getByLabel('Your message').fill('May I bring a class?')
    await panel.getByRole('button', { name: 'Send message' }).click()
    await panel.getByText('A person will answer you by email at grace@example.com').waitFor()
    await shoot(page, 'widget-contact-sent')
    assert.equal(await panel.getByRole('button', { name: 'Ask a person' }).count(), 0)
    const mail = await until('the mail', () =>
      product.mailTo(owner.email).then((mail) => /Grace Hopper wrote/.test(mail.subject) && mail),
    )
    assert.match(mail.text, /May I bring a class\?[\s\S]*Visitor: When does the reading room close\?/)
    const { body } = await owner.send<{ transcripts: { visitor: { name: string } | null }[] }>(
      'GET',
      '/api/w/transcripts',
    )
    assert.equal(body.transcripts[0]?.visitor?.name, 'Grace Hopper')
    await close()
  })

  test('is told plainly when the day’s answers are given, and offered a person instead', async () => {
    const capped = await owner.createChat('Capped guide')
    await owner.send('PUT', `/api/w/knowledge-bases/${capped.id}`, { daily_cap: 1 })
    const { page, close } = await visit(popup('', capped), { locale: 'es' })
    const panel = await open(page, capped)
    for (let n = 1; n < 3; n++) {
      await panel.locator('textarea').fill(question)
      await panel.locator('button.send').click()
      await panel
        .locator('article[aria-busy="false"], .problem')
        .nth(n - 1)
        .waitFor()
    }
    await panel.getByText('Este chat ya ha dado todas las respuestas de hoy.').waitFor()
    await shoot(page, 'widget-capped')
    await panel.getByRole('listitem').getByRole('button', { name: 'Preguntar a una persona' }).click()
    assert.equal(await panel.getByLabel('Su mensaje').inputValue(), question)
    await close()
  })

  test('sees what went wrong and can try again', async () => {
    const { page, close } = await visit(popup())
    const panel = await open(page)
    await page.context().setOffline(true)
    await panel.locator('textarea').fill(question)
    await panel.locator('button.send').click()
    await panel.getByText('The server cannot be reached.').waitFor()
    await page.context().setOffline(false)
    await panel.getByRole('button', { name: 'Retry' }).click()
    await panel.locator('article[aria-busy="false"]').waitFor()
    assert.equal(await panel.locator('[data-role="user"]').count(), 1)
    await panel.getByRole('button', { name: 'Start again' }).click()
    await panel.getByText('Hi, how can I help you today?').waitFor()
    await close()
  })
})

describe('the chat’s own page', () => {
  test('takes thumbs and messages too', async () => {
    const { page, complaints, close } = await openPage(browser)
    await page.goto(`${product.url}/chat/${chat.organization_id}/${chat.unqid}`)
    await page.getByPlaceholder('Ask me anything..').fill(question)
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('button', { name: 'This helped' }).click()
    await page.getByText('Thank you.').waitFor()
    await page.getByRole('button', { name: 'Ask a person' }).click()
    await page.getByLabel('Your name').fill('Alan Turing')
    await page.getByLabel('Your email').fill('alan@example.com')
    await page.getByLabel('Your message').fill('Is there a quiet room?')
    await shoot(page, 'public-chat-contact')
    await page.getByRole('button', { name: 'Send message' }).click()
    await page.getByText('A person will answer you by email at alan@example.com').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Ask a person' }).count(), 0)
    await shoot(page, 'public-chat-sent')
    assert.deepEqual(complaints, [])
    await close()
  })
})

describe('the page around', () => {
  test('opens, asks, hears and closes, also before the script is there', async () => {
    const early =
      '<script>window.Lectern = function () { (Lectern.q = Lectern.q || []).push(arguments) }; events = []; Lectern("on", "answer", (event) => events.push(event)); Lectern("ask", "When does the reading room close?")</script>'
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

describe('a chat that names its sites', () => {
  test('is refused on another site, plainly, in the reader’s language, and its owner sees where', async () => {
    const allowed = `www.harbor.test:${new URL(hosts.site('x.test')).port}`
    await owner.send('PUT', `/api/w/knowledge-bases/${other.id}`, { allowed_domains: allowed })
    await until('the gateway to know', async () => {
      const answer = await fetch(`${product.url}/embed/${other.organization_id}/${other.unqid}`)
      return answer.headers.get('content-security-policy')?.includes(allowed)
    })
    const { page, close } = await visit(popup('', other), { locale: 'fr' })
    const panel = await open(page, other)
    await panel.getByText('n’a pas autorisé ce site').waitFor()
    await shoot(page, 'widget-refused')
    await page.locator('lectern-chat dialog button').click()
    await closed(page)
    await close()
    const { body } = await owner.send<{ sites: object[] }>('GET', `/api/w/refused-sites/${other.unqid}`)
    assert.deepEqual(body.sites, [{ site: hosts.site('shop.test'), count: 1 }])
  })

  test('works on its own site, also where that keeps its name to itself', async () => {
    const { page, close } = await openPage(browser)
    await page.goto(
      hosts.put('www.harbor.test', `<body>${popup('', other)}</body>`, { 'referrer-policy': 'no-referrer' }),
    )
    await ask(await open(page, other), question)
    await close()
  })

  test('cannot be shown by another site that keeps its name to itself', async () => {
    const { page, close } = await openPage(browser)
    const address = `${product.url}/embed/${other.organization_id}/${other.unqid}`
    await page.goto(
      hosts.put('shop.test', `<body><iframe src="${address}" referrerpolicy="no-referrer"></iframe></body>`),
    )
    await page.waitForLoadState('networkidle')
    const frame = page.frames().at(-1)
    assert.equal(await frame?.locator('textarea').count(), 0)
    await close()
  })

  test('shows its owner the scripts as they look on a site, and who was refused', async () => {
    const { page, complaints, close } = await openPage(browser, { viewport: { width: 1440, height: 900 } })
    await logIn(page, product.url, owner)
    await page.goto(`${product.url}/chats/${other.id}?tab=scripts`)
    await page.getByText(hosts.site('shop.test')).waitFor()
    const script = page.getByText(`data-chat="${other.unqid}" data-width="100" data-height="150" data-theme="light"`)
    assert.equal(await script.count(), 2)
    const preview = page.frameLocator('iframe[title="Preview of the Pop-up Embed"]')
    await preview.locator('lectern-chat > button').evaluate((button: HTMLElement) => button.click())
    await preview.frameLocator('lectern-chat iframe').getByPlaceholder('Ask me anything..').waitFor()
    await page.getByLabel('Button Color').last().fill('#ffd400')
    await page.getByText('data-color="#ffd400"').waitFor()
    await page.getByRole('button', { name: 'Show' }).click()
    assert.match(await page.getByLabel('Signing Secret').inputValue(), /^[\w-]{43}$/)
    await page.getByLabel('Daily Cap').fill('')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Please enter a whole number, or 0 for no cap.').waitFor()
    await page.getByLabel('Daily Cap').fill('250')
    await page.getByRole('button', { name: 'Save' }).click()
    const saved = page.getByText('Saved.', { exact: true })
    await saved.waitFor()
    await saved.waitFor({ state: 'detached' })
    await checkScreen(page, 'chat-scripts')
    await page.goto(`${product.url}/chat-logs?show=messages`)
    await page.getByText('May I bring a class?').waitFor()
    await checkScreen(page, 'contact-messages')
    const message = page.getByRole('listitem').filter({ hasText: 'May I bring a class?' })
    await message.getByRole('link', { name: 'Conversation' }).click()
    await page.getByText('Grace Hopper').waitFor()
    assert.deepEqual(complaints, [])
    await close()
  })
})
