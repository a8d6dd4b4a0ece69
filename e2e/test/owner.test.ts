import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { makePdf } from '@lectern/testing/documents'
import type { Browser, Page } from 'playwright-core'
import { type Account, signUp } from '../account.ts'
import { field, heading, openBrowser, openPage, sees, toast, type Watched } from '../browser.ts'
import { type Product, startProduct } from '../product.ts'
import { checkScreen } from '../screen.ts'

const handbook = makePdf(['# Opening hours\nThe reading room is open until ten in the evening on Thursday.'])
const question = 'When is the reading room open on Thursday?'

let product: Product
let browser: Browser
let ada: Account
let owner: Watched

const go = (page: Page, path: string) => page.goto(`${product.url}${path}`, { waitUntil: 'networkidle' })

before(async () => {
  product = await startProduct()
  browser = await openBrowser()
  ada = await signUp(product.url)
  owner = await openPage(browser, { viewport: { width: 1440, height: 900 } })
})
after(async () => {
  await browser?.close()
  await product?.stop()
})

describe('an owner', () => {
  test('logs in, and is shown the first steps', async () => {
    const { page } = owner
    await go(page, '/chats')
    await page.waitForURL(`${product.url}/login`)
    await page.getByLabel('Email').fill(ada.email)
    await page.getByLabel('Password').fill(ada.password)
    await page.getByRole('button', { name: 'Login' }).click()
    await heading(page, 'Dashboard')
    await page.getByRole('heading', { name: 'Welcome, Ada' }).waitFor()
    await sees(page, '100/100')
    await page.getByRole('link', { name: 'Chats Remaining' }).focus()
    await page.getByRole('tooltip', { name: 'Chats remaining per a month' }).waitFor()
    await page.keyboard.press('Escape')
    await checkScreen(page, 'dashboard-empty')
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('menuitem', { name: 'Logout' }).waitFor()
    await checkScreen(page, 'account-menu')
    await page.keyboard.press('Escape')
  })

  test('opens and closes the sidebar of a small screen', async () => {
    const { page } = owner
    await page.setViewportSize({ width: 375, height: 760 })
    const closed = page.locator('#sidebar[inert]')
    await closed.waitFor({ state: 'attached' })
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.locator('#sidebar:not([inert])').getByRole('link', { name: 'Chats', exact: true }).click()
    await heading(page, 'Chats')
    await closed.waitFor({ state: 'attached' })
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  test('creates a chat in a window that keeps the focus', async () => {
    const { page } = owner
    await sees(page, 'No chats created yet..')
    await checkScreen(page, 'chats-empty')
    await page.getByRole('button', { name: 'Create Chat' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Create Chat' })
    await dialog.locator('input:focus').fill('House handbook')
    assert.equal(await dialog.getByLabel('Name').inputValue(), 'House handbook')
    await checkScreen(page, 'create-chat')
    for (let press = 0; press < 6; press++) await page.keyboard.press('Tab')
    assert.equal(await page.evaluate('document.activeElement.closest("[role=dialog]") !== null'), true)
    await dialog.getByLabel('Name').press('Enter')
    await heading(page, 'House handbook')
  })

  test('adds a document, and is refused what is none', async () => {
    const { page } = owner
    await page.getByRole('button', { name: 'Add Documents' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add Documents' })
    await dialog.waitFor()
    await checkScreen(page, 'add-documents')
    const picture = { name: 'cat.png', mimeType: 'image/png', buffer: Buffer.from('89504e470d0a1a0a', 'hex') }
    const book = { name: 'handbook.pdf', mimeType: 'application/pdf', buffer: Buffer.from(handbook) }
    await dialog.locator('input[type=file]').setInputFiles([picture, book])
    await sees(page, 'File cat.png not a document type')
    await page.getByRole('row', { name: /handbook\.pdf/ }).waitFor()
    await page.getByRole('status').getByText('Ready').waitFor()
    assert.deepEqual(await page.getByRole('columnheader').allInnerTexts(), [
      'Name',
      'Size',
      'Extension',
      'Date',
      'Action',
    ])
    await checkScreen(page, 'chat-knowledge')
  })

  test('gives it a role and helper questions; Enter alone sends nothing', async () => {
    const { page } = owner
    await page.getByRole('tab', { name: 'Prompt' }).click()
    const role = page.getByLabel('Personality / Role')
    await role.fill('You are a friendly guide.')
    await role.press('Enter')
    assert.equal(await role.inputValue(), 'You are a friendly guide.')
    await page.getByLabel('Helper Question 1').fill('x'.repeat(36))
    await role.press('Control+Enter')
    await sees(page, /35 characters/)
    await page.getByLabel('Helper Question 1').fill(question.slice(0, 35))
    await role.press('Control+Enter')
    await toast(page, 'Success', 'Saved.')
    await checkScreen(page, 'chat-prompt')
  })

  test('sees while configuring how it will look', async () => {
    const { page } = owner
    await page.getByRole('tab', { name: 'Configure' }).click()
    const preview = page.getByRole('figure', { name: 'How visitors see the chat' })
    await page.getByLabel('Intro Message').fill('Ask me about the house.')
    await preview.getByText('Ask me about the house.').waitFor()
    await preview.getByText(question.slice(0, 35)).waitFor()
    await page.getByRole('link', { name: 'Plans' }).click()
    await page.getByRole('alertdialog', { name: 'Are you sure?' }).waitFor()
    await checkScreen(page, 'unsaved')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await toast(page, 'Success', 'Saved.')
    await checkScreen(page, 'chat-configure')
  })

  test('copies what publishes it', async () => {
    const { page } = owner
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: product.url })
    await page.getByRole('tab', { name: 'Scripts' }).click()
    assert.match(await page.getByLabel('Direct Link').inputValue(), /\/chat\/\d+\/[\w-]+$/)
    await page.getByRole('heading', { name: 'Pop-up Embed' }).waitFor()
    await page.getByRole('button', { name: /^Copy.*Html Embed/ }).click()
    await page.getByText('Copied!').waitFor()
    await page.getByText('Copied!').waitFor({ state: 'detached', timeout: 5000 })
    const copied = String(await page.evaluate('navigator.clipboard.readText()'))
    assert.match(
      copied,
      /\/widget\/v1\/inline\.js" data-org="\d+" data-chat="[\w-]+" data-width="100" data-height="150" data-theme="light"/,
    )
    await checkScreen(page, 'chat-scripts')
  })

  test('is told kindly that no plan can be bought here', async () => {
    const { page } = owner
    await page.getByRole('link', { name: 'Plans' }).click()
    const plan = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'team', exact: true }) })
    await plan.getByRole('button', { name: 'Choose Plan' }).click()
    await toast(page, 'Error', 'Payment is not set up here yet, so no plan can be bought.')
    assert.ok(await plan.getByRole('button', { name: 'Choose Plan' }).isEnabled())
    assert.equal(await page.getByRole('button', { name: /Subscription/ }).count(), 0, 'nothing to manage or cancel')
    await sees(page, '$0.00/month')
  })

  test('asks in the Playground once a chat is chosen and something is asked', async () => {
    const { page } = owner
    await page.getByRole('link', { name: 'Playground' }).click()
    await sees(page, 'Hi, how can I help you today?')
    await field(page).fill(question)
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await sees(page, 'Please select a knowledge base.')
    await page.getByLabel('Knowledge base').click()
    await page.getByRole('option', { name: 'House handbook' }).waitFor()
    await checkScreen(page, 'playground-select', [1440])
    // A list closes when the window changes, as it does for a picture.
    await page.keyboard.press('Escape')
    await page.getByLabel('Knowledge base').click()
    await page.getByRole('option', { name: 'House handbook' }).click()
    await sees(page, 'Ask me about the house.')
    await field(page).fill('   ')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await sees(page, 'Please provide a prompt first.')
    await field(page).fill(question)
    await field(page).press('Enter')
    assert.equal(await field(page).inputValue(), question)
    await field(page).press('Control+Enter')
    await page.getByRole('region', { name: /^Sources?$/ }).waitFor()
    assert.equal(await page.getByRole('list', { name: 'Questions to start with' }).count(), 0)
    await checkScreen(page, 'playground')
  })

  test('finds the conversation in the chat logs, and reads it', async () => {
    const { page } = owner
    await page.getByRole('link', { name: 'Chat Logs' }).click()
    await page.getByRole('link', { name: question }).waitFor()
    await checkScreen(page, 'chat-logs')
    await page.getByRole('searchbox').fill('no such words')
    await sees(page, 'Nothing found')
    await page.getByRole('button', { name: 'Show all' }).click()
    await page.getByRole('link', { name: question }).click()
    await heading(page, /^Chat Log: \w+$/)
    await checkScreen(page, 'transcript')
  })

  test('sees the dashboard fill', async () => {
    const { page } = owner
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
    await sees(page, '99/100')
    await page.getByRole('heading', { name: 'Daily Chats' }).waitFor()
    await page.locator('canvas').waitFor()
    await checkScreen(page, 'dashboard')
  })

  test('finds chats by their names, and puts them in order', async () => {
    const { page } = owner
    await ada.createChat('Archive')
    await page.getByRole('link', { name: 'Chats', exact: true }).click()
    const names = page.getByRole('heading', { level: 2 })
    await names.getByText('Archive').waitFor()
    await page.getByRole('searchbox', { name: 'Search chats' }).fill('HOUSE')
    await names.getByText('Archive').waitFor({ state: 'detached' })
    assert.deepEqual(await names.allInnerTexts(), ['House handbook'])
    await page.getByRole('searchbox', { name: 'Search chats' }).fill('')
    await names.getByText('Archive').waitFor()
    await page.getByLabel('Order').click()
    await page.getByRole('option', { name: 'By name' }).click()
    await page.waitForURL(/sort=name/)
    await page.getByRole('button', { name: 'Menu of Archive' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).waitFor()
    await checkScreen(page, 'chats-menu')
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('alertdialog', { name: 'Are you sure?' }).getByRole('button', { name: 'Delete' }).click()
    await toast(page, 'Success', 'Deleted.')
    assert.deepEqual(await names.allInnerTexts(), ['House handbook'])
  })

  test('opens a list whose code comes while it is being pressed', async () => {
    const { page } = owner
    const pressed = Promise.withResolvers<void>()
    await page.route('**/assets/select-popup-*', async (route) => {
      await pressed.promise
      await route.continue()
    })
    await page.reload()
    await page.getByLabel('Order').hover()
    await page.mouse.down()
    const loaded = page.waitForResponse(/select-popup-[^/]+\.js/)
    pressed.resolve()
    await loaded
    // Its code runs.
    await page.waitForTimeout(300)
    await page.mouse.up()
    await page.getByRole('option', { name: 'Oldest first' }).click()
    await page.waitForURL(/sort=oldest/)
    await page.unrouteAll()
  })

  test('is told when a chat could not be created', async () => {
    const { page } = owner
    await page.route('**/api/w/knowledge-bases', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 409, json: { message: 'There is no room for more chats.', code: 'chat_limit' } })
        : route.fallback(),
    )
    await page.getByRole('button', { name: 'Create Chat' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('One too many')
    await page.getByRole('dialog').getByRole('button', { name: 'Create Chat' }).click()
    await toast(page, 'Error', 'There is no room for more chats.')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.unrouteAll()
  })

  test('has back what could not be deleted', async () => {
    const { page } = owner
    await page.route('**/api/w/knowledge-bases/*', (route) =>
      route.request().method() === 'DELETE' ? route.abort() : route.fallback(),
    )
    await page.getByRole('button', { name: 'Menu of House handbook' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('listitem').filter({ hasText: 'Error' }).first().waitFor()
    await page.getByRole('heading', { name: 'House handbook' }).waitFor()
    await page.unrouteAll()
  })

  test('is told of a lost connection, and when it is back', async () => {
    const { page } = owner
    await page.context().setOffline(true)
    await sees(page, 'You are offline. Changes can be saved when the connection is back.')
    await checkScreen(page, 'offline')
    await page.context().setOffline(false)
    await page.getByText('You are offline').waitFor({ state: 'detached' })
  })

  test('can reload a screen whose code did not arrive', async () => {
    const { page } = owner
    await page.route('**/assets/help-page-*', (route) => route.abort())
    await page.getByRole('link', { name: 'Help & Support' }).click()
    await heading(page, 'This page did not work')
    await checkScreen(page, 'broken')
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Reload the page' }).click()
    await heading(page, 'Help & Support')
  })
})

test('the scripts complained of nothing but of what was made to fail', () => {
  const expected =
    /status of (401|409|415)|net::ERR_|Failed to fetch|Unable to preload CSS|dynamically imported|status: (401|409|415|422|0)/
  assert.deepEqual(
    owner.complaints.filter((line) => !expected.test(line)),
    [],
  )
})
