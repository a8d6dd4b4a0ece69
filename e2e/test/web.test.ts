import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Answer, KnowledgeBase } from '@lectern/contracts'
import { startSite, page as webPage } from '@lectern/testing/site'
import type { Browser } from 'playwright-core'
import { type Account, signUp } from '../account.ts'
import { logIn, openBrowser, openPage, type Watched } from '../browser.ts'
import { type Product, startProduct } from '../product.ts'
import { checkScreen } from '../screen.ts'

const text = (words: string) => `<!doctype html><title>${words}</title><main><h1>About</h1><p>${words}</p></main>`
const hours = 'The reading room is open until ten in the evening on Thursday.'
const garden = 'Dogs are welcome in the walled garden behind the mill.'
const boats = 'Boats can be hired at the eastern pier from May to September.'

const site = await startSite(
  { after },
  {
    '/hours': text(hours),
    '/park': webPage('Park', ['/park/garden', '/park/boats']),
    '/park/garden': text(garden),
    '/park/boats': text(boats),
  },
  ['127.0.0.1'],
)
let product: Product
let browser: Browser
let account: Account
let owner: Watched

before(async () => {
  product = await startProduct({ WEB_ALLOWED_HOSTS: site.options.allowedHosts.join() })
  browser = await openBrowser()
  account = await signUp(product.url)
  owner = await openPage(browser, { viewport: { width: 1440, height: 900 } })
  await logIn(owner.page, product.url, account)
})
after(async () => {
  await browser?.close()
  await product?.stop()
})

async function openKnowledge(chat: KnowledgeBase) {
  await owner.page.goto(`${product.url}/chats/${chat.id}?tab=knowledge`)
  await owner.page.getByRole('button', { name: 'Add Documents' }).click()
  await owner.page.getByRole('dialog').getByRole('tab', { name: 'Scrape a website' }).click()
  return { page: owner.page, dialog: owner.page.getByRole('dialog') }
}

async function ask(chat: KnowledgeBase, prompt: string) {
  const { body } = await account.send<Answer>('POST', '/api/w/messages', { kb_id: chat.id, prompt, p_g: '1' })
  return body
}

describe('a web page', () => {
  let chat: KnowledgeBase
  before(async () => {
    chat = await account.createChat('Library')
  })

  test('is asked for by its address, and a wrong one is told at once', async () => {
    const { dialog } = await openKnowledge(chat)
    await dialog.getByText('Include http:// or https://').waitFor()
    await dialog.getByLabel('Website URL').fill('library.example/hours')
    await dialog.getByRole('button', { name: 'Scrape Website' }).click()
    await dialog.getByText(/^This is not the address of a web page\./).waitFor()
    await checkScreen(owner.page, 'scrape')
  })

  test('becomes a document with its title', async () => {
    const { page } = owner
    await page.getByRole('dialog').getByLabel('Website URL').fill(site.url('/hours'))
    await page.getByRole('dialog').getByRole('button', { name: 'Scrape Website' }).click()
    await page.getByRole('row', { name: new RegExp(hours) }).waitFor()
    await page.getByText('Ready', { exact: true }).first().waitFor()
    const link = page.getByRole('row').getByRole('link', { name: hours })
    assert.equal(await link.getAttribute('href'), site.url('/hours'))
  })

  test('answers, and its source leads to it', async () => {
    const { page } = owner
    await page.goto(`${product.url}/chat/${chat.id}`)
    await page.getByPlaceholder('Ask me anything..').fill('When is the reading room open on Thursday?')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByRole('region', { name: /^Sources?$/ }).waitFor()
    const link = page.getByRole('link', { name: 'Open the page' }).first()
    if (!(await link.isVisible())) await page.locator('[data-source="1"] button').click()
    await link.waitFor()
    // It leads to the words themselves.
    assert.match((await link.getAttribute('href')) ?? '', new RegExp(`^${site.url('/hours')}#:~:text=`))
    await checkScreen(page, 'web-source')
  })

  test('of this machine ends failed, with a plain sentence', async () => {
    const { page, dialog } = await openKnowledge(chat)
    await dialog.getByLabel('Website URL').fill('http://127.0.0.1:9200/')
    await dialog.getByRole('button', { name: 'Scrape Website' }).click()
    await page.getByText(/Pages at this address cannot be fetched/).waitFor()
  })
})

describe('a website', () => {
  let chat: KnowledgeBase
  before(async () => {
    chat = await account.createChat('Park')
  })

  test('is read whole, and tells what it came to', async () => {
    const { page, dialog } = await openKnowledge(chat)
    await dialog.getByLabel('Website URL').fill(site.url('/park'))
    await dialog.getByLabel('What to read').click()
    await page.getByRole('option', { name: 'The whole website' }).click()
    await dialog.getByLabel('Read it again').click()
    await page.getByRole('option', { name: 'Every week' }).click()
    await checkScreen(page, 'crawl')
    await dialog.getByRole('button', { name: 'Scrape Website' }).click()
    await page.getByText(/3 new · 0 changed · 0 unchanged · 0 removed · 0 failed · 100 % embedded anew/).waitFor()
    for (const words of [garden, boats]) await page.getByRole('row', { name: new RegExp(words) }).waitFor()
    await page.getByText('Ready', { exact: true }).first().waitFor()
    await checkScreen(page, 'crawl-read')
    assert.match((await ask(chat, 'Are dogs welcome in the walled garden?')).data?.answer ?? '', /Dogs are welcome/)
    const boat = await ask(chat, 'Where can boats be hired?')
    assert.equal(boat.data?.sources[0]?.url, site.url('/park/boats'))
  })

  test('read again, forgets what is gone, and keeps the rest as it is', async () => {
    const { page } = owner
    site.replies['/park/garden'] = { status: 404 }
    await page.getByRole('button', { name: 'Crawl again' }).click()
    await page.getByText(/0 new · 0 changed · 2 unchanged · 1 removed · 0 failed · 0 % embedded anew/).waitFor()
    await page.getByRole('row', { name: new RegExp(garden) }).waitFor({ state: 'detached' })
    const { type, data } = await ask(chat, 'Are dogs welcome in the walled garden?')
    assert.ok(type === 'no_answer' || !JSON.stringify(data).includes('Dogs are welcome'), JSON.stringify(data))
    assert.match((await ask(chat, 'Where can boats be hired?')).data?.answer ?? '', /eastern pier/)
  })

  test('deleted, takes its pages along', async () => {
    const { page } = owner
    await page.getByRole('button', { name: `Delete ${site.url('/park')}` }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('list', { name: 'Websites' }).waitFor({ state: 'detached' })
    assert.deepEqual(await account.files(chat), [])
  })
})

test('the scripts complained of nothing but of the address that was refused', () => {
  assert.deepEqual(
    owner.complaints.filter((line) => !line.includes('422')),
    [],
  )
})
