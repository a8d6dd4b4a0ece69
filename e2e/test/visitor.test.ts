import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { KnowledgeBase } from '@lectern/contracts'
import { makePdf } from '@lectern/testing/documents'
import type { Browser, Page } from 'playwright-core'
import { type Account, signUp } from '../account.ts'
import { field, heading, openBrowser, openPage, sees, type Watched } from '../browser.ts'
import { type Product, startProduct } from '../product.ts'
import { checkScreen } from '../screen.ts'

const handbook = makePdf(['# Opening hours\nThe reading room is open until ten in the evening on Thursday.'])
const question = 'When is the reading room open on Thursday?'
const helper = question.slice(0, 35)

let product: Product
let browser: Browser
let ada: Account
let chat: KnowledgeBase
let visitor: Watched

const go = (page: Page, path: string) => page.goto(`${product.url}${path}`, { waitUntil: 'networkidle' })

before(async () => {
  product = await startProduct()
  browser = await openBrowser()
  visitor = await openPage(browser, { viewport: { width: 1440, height: 900 } })
  ada = await signUp(product.url)
  chat = await ada.createChat('House handbook')
  const look = { intro_message: 'Ask me about the house.', pre_question_1: helper }
  await ada.send('POST', `/api/w/knowledge-bases/${chat.id}`, look)
  await ada.upload(chat, 'handbook.pdf', handbook)
  await ada.settled(chat)
})
after(async () => {
  await browser?.close()
  await product?.stop()
})

describe('a visitor', () => {
  test('sees on the landing page what the product is, and the way in', async () => {
    const { page } = visitor
    await go(page, '/')
    await heading(page, 'Welcome to Lectern')
    const ways = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
    assert.deepEqual(await ways.allInnerTexts(), ['Home', 'Features', 'About', 'Pricing'])
    for (const title of ['Easy setup', 'Customizable knowledge base', 'Website integration', '24/7 support'])
      await page.getByRole('heading', { name: title }).waitFor()
    await page.getByRole('link', { name: 'Choose Plan' }).first().waitFor()
    assert.equal(await page.getByRole('link', { name: 'Create your chat' }).getAttribute('href'), '/login')
    await checkScreen(page, 'landing')
  })

  test('is sent what is seen first before the scripts', async () => {
    const html = await product.client.open('/')
    const [picture, script] = [html.indexOf('<link rel="preload" as="image"'), html.indexOf('<script type="module"')]
    assert.ok(picture > 0 && picture < script, html.slice(0, 3000))
  })

  test('keeps the theme of their choice', async () => {
    const { page } = visitor
    await page.getByRole('button', { name: 'Use the dark theme' }).click()
    assert.equal(await page.evaluate('localStorage.getItem("theme")'), 'dark')
    await page.reload()
    await page.getByRole('button', { name: 'Use the light theme' }).click()
    assert.equal(await page.evaluate('document.documentElement.dataset.theme'), 'light')
  })

  test('is told at once what is wrong with a sign-up', async () => {
    const { page } = visitor
    await page.getByRole('link', { name: 'Sign Up' }).first().click()
    await page.getByLabel('Email').fill('ada')
    await page.getByLabel('Password', { exact: true }).fill('short')
    await page.getByLabel('Confirm Password').fill('other')
    await page.getByLabel('Name').focus()
    await sees(page, 'Please enter a valid email address.')
    await sees(page, 'Password must be at least 6 characters long.')
    await checkScreen(page, 'signup')
  })

  test('is told by a toast when the password is wrong, which leaves by itself', async () => {
    const { page } = visitor
    await page.getByRole('link', { name: 'Login' }).first().click()
    await heading(page, 'Login')
    await page.getByLabel('Email').fill(ada.email)
    await page.getByLabel('Password').fill('not the one')
    await page.getByRole('button', { name: 'Login' }).click()
    const shown = page.getByRole('listitem').filter({ hasText: 'Error' })
    await shown.getByRole('button', { name: 'Close' }).waitFor()
    await shown.waitFor({ state: 'detached', timeout: 8000 })
    await checkScreen(page, 'login')
  })

  test('finds support and about', async () => {
    const { page } = visitor
    for (const [path, name] of [
      ['/support', 'Support'],
      ['/about', 'About Lectern'],
    ] as const) {
      await go(page, path)
      await heading(page, name)
      await checkScreen(page, name)
    }
  })

  test('is helped on from an address without a page', async () => {
    const { page } = visitor
    const answer = await page.goto(`${product.url}/nowhere/at/all`)
    assert.equal(answer?.status(), 404)
    await heading(page, 'There is no page here')
    await checkScreen(page, 'unknown')
    await page.getByRole('link', { name: 'Go to the home page' }).click()
    await heading(page, 'Welcome to Lectern')
  })
})

describe('a public chat', () => {
  const open = (path: 'chat' | 'embed') => go(visitor.page, `/${path}/${chat.organization_id}/${chat.unqid}`)

  test('shows whose it is, and starts with a helper question', async () => {
    const { page } = visitor
    await open('chat')
    await sees(page, 'This chat is provided by')
    await sees(page, 'Ask me about the house.')
    for (const name of ['Contact Support', 'About', 'Create Account'])
      await page.getByRole('link', { name, exact: true }).waitFor()
    await checkScreen(page, 'public-chat')
    await page.getByRole('button', { name: helper }).click()
    await page.getByRole('region', { name: /^Sources?$/ }).waitFor()
    assert.equal(await page.getByRole('list', { name: 'Questions to start with' }).count(), 0)
    await page
      .getByRole('button', { name: /handbook\.pdf/ })
      .first()
      .click()
    await checkScreen(page, 'public-chat-answer')
  })

  test('flags a question that failed, and sends it again', async () => {
    const { page } = visitor
    await page.route('**/api/w/messages', (route) =>
      route.fulfill({ status: 503, json: { err: true, message: 'Back in a minute.', code: 'unavailable' } }),
    )
    await field(page).fill(question)
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await sees(page, 'Back in a minute.')
    await checkScreen(page, 'public-chat-failed')
    await page.unrouteAll()
    await page.getByRole('button', { name: /again/i }).last().click()
    await page.getByText('Back in a minute.').waitFor({ state: 'detached' })
  })

  test('takes a text that is too long, and says so', async () => {
    const { page } = visitor
    await field(page).fill('long '.repeat(600))
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByRole('alert').filter({ hasText: /2500/ }).waitFor()
    await checkScreen(page, 'public-chat-long')
  })

  test('comes in a frame with a header', async () => {
    const { page } = visitor
    await open('embed')
    await field(page).waitFor()
    await sees(page, 'Ask me about the house.')
    await checkScreen(page, 'embed')
  })

  test('that is none says so', async () => {
    const { page } = visitor
    await go(page, `/chat/${chat.organization_id}/nothing1`)
    await page.getByRole('link', { name: 'Go to the front page' }).waitFor()
    await checkScreen(page, 'chat-missing')
  })
})

test('the scripts complained of nothing but of what was made to fail', () => {
  const expected = /status of (404|422|503)|status: (404|422|503)/
  assert.deepEqual(
    visitor.complaints.filter((line) => !expected.test(line)),
    [],
  )
})
