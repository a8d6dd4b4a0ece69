import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { makePdf } from '@lectern/testing/documents'
import type { Browser } from 'playwright-core'
import { openBrowser, openPage, shoot, type Watched } from '../browser.ts'
import { type Product, startProduct } from '../product.ts'

const handbook = makePdf([
  '# House rules\nDogs are welcome in the garden.\nCats stay in the house.',
  '# Opening hours\nThe reading room is open until ten in the evening on Thursday.',
])
const question = 'When is the reading room open on Thursday?'
const answer = /The reading room is open until ten in the evening on Thursday\./

let product: Product
let browser: Browser
let owner: Watched
let publicLink = ''

before(async () => {
  product = await startProduct()
  browser = await openBrowser()
  owner = await openPage(browser, { viewport: { width: 1440, height: 900 } })
})
after(async () => {
  await browser?.close()
  await product?.stop()
})

describe('a newcomer', () => {
  test('comes in by the landing page and signs up', async () => {
    const { page } = owner
    await page.goto(product.url)
    await shoot(page, 'landing')
    await page.getByRole('link', { name: 'Sign Up' }).first().click()
    await page.getByLabel('Name').fill('Ada Byron')
    await page.getByLabel('Email').fill('ada@example.com')
    await page.getByLabel('Password', { exact: true }).fill('correct horse')
    await page.getByLabel('Confirm Password').fill('correct horse')
    await shoot(page, 'signup')
    await page.getByRole('button', { name: 'Sign Up' }).click()
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
    await page.getByRole('banner').getByText('Ada Byron’s organization').waitFor()
    await shoot(page, 'dashboard')
  })

  test('creates a chat', async () => {
    const { page } = owner
    await page.getByRole('link', { name: 'Chats', exact: true }).click()
    await page.getByText('No chats created yet..').waitFor()
    await page.getByRole('button', { name: 'Create Chat' }).first().click()
    await page.getByRole('dialog').getByLabel('Name').fill('House handbook')
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
    await page.getByRole('heading', { name: 'House handbook' }).waitFor()
  })

  test('uploads a PDF and sees it become Ready', async () => {
    const { page } = owner
    if (!(await page.getByRole('tab', { name: 'Knowledge' }).isVisible()))
      await page.getByText('House handbook').first().click()
    await page.getByRole('tab', { name: 'Knowledge' }).click()
    await page.getByRole('button', { name: 'Add Documents' }).first().click()
    await page
      .getByRole('dialog')
      .locator('input[type=file]')
      .setInputFiles({
        name: 'handbook.pdf',
        mimeType: 'application/pdf',
        buffer: Buffer.from(handbook),
      })
    const row = page.getByRole('row', { name: /handbook\.pdf/ })
    await row.waitFor()
    await page.getByText('Ready', { exact: true }).first().waitFor()
    await shoot(page, 'knowledge')
  })

  test('asks in the Playground and gets the answer with its source', async () => {
    const { page } = owner
    if (await page.getByRole('dialog').isVisible()) await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Playground' }).click()
    await page.getByLabel('Knowledge Base').click()
    await page.getByRole('option', { name: 'House handbook' }).click()
    await page.getByPlaceholder('Ask me anything..').fill(question)
    await page.getByPlaceholder('Ask me anything..').press('Control+Enter')
    await page.getByText(answer).first().waitFor()
    await page.getByText('handbook.pdf').first().waitFor()
    await page
      .getByText(/page 2/i)
      .first()
      .waitFor()
    await page.getByText('No language model is set up').first().waitFor()
    await shoot(page, 'playground')
  })

  test('copies the direct link of the chat', async () => {
    const { page } = owner
    await page.getByRole('link', { name: 'Chats', exact: true }).click()
    await page.getByText('House handbook').first().click()
    await page.getByRole('tab', { name: 'Scripts' }).click()
    publicLink = (await page.getByRole('link', { name: /open/i }).first().getAttribute('href')) ?? ''
    assert.match(publicLink, /\/chat\/\d+\/[\w-]+$/)
  })

  test('whose scripts complained of nothing', () => assert.deepEqual(owner.complaints, []))
})

describe('a visitor of the public link', () => {
  test('asks without signing in, with no cookie, and gets the answer with its source', async () => {
    const { page, complaints, close } = await openPage(browser, { viewport: { width: 375, height: 760 } })
    await page.goto(new URL(publicLink, product.url).href)
    await page.getByText('This chat is provided by').waitFor()
    await page.getByPlaceholder('Ask me anything..').fill(question)
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText(answer).first().waitFor()
    await page.getByText('handbook.pdf').first().waitFor()
    await shoot(page, 'public-chat')
    assert.deepEqual(await page.context().cookies(), [])
    assert.deepEqual(complaints, [])
    await close()
  })

  test('is told plainly when the documents do not tell', async () => {
    const { page, close } = await openPage(browser)
    await page.goto(new URL(publicLink, product.url).href)
    await page.getByPlaceholder('Ask me anything..').fill('Who won the football cup in Brazil in 1987?')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('The documents of this chat do not tell.').first().waitFor()
    await close()
  })

  test('leaves transcripts that the owner can read', async () => {
    const { client } = product
    await client.open('/login')
    await client.send('POST', '/api/login', { email: 'ada@example.com', password: 'correct horse' })
    await client.open('/')
    const { body } = await client.send<{ transcripts: { first_chat: { content: string }; kb: { name: string } }[] }>(
      'GET',
      '/api/w/transcripts',
    )
    const asked = body.transcripts.filter(({ first_chat }) => first_chat.content === question)
    assert.equal(asked.length, 2)
    for (const { kb } of asked) assert.equal(kb.name, 'House handbook')
  })
})
