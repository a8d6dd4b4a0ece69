import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { type Account, signUp } from '../account.ts'
import { logIn, openBrowser, openPage, sees, toast, type Watched } from '../browser.ts'
import { type Product, startProduct } from '../product.ts'
import { checkScreen } from '../screen.ts'

let product: Product
let browser: Browser
let ada: Account
let visitor: Watched
let owner: Watched
let password = 'correct horse'

const linkOf = (text: string, path: string) => {
  const link = text.split(/\s+/).find((word) => word.includes(path))
  assert.ok(link, `a link to ${path} in: ${text}`)
  return link
}

before(async () => {
  product = await startProduct()
  browser = await openBrowser()
  ada = await signUp(product.url)
  visitor = await openPage(browser, { viewport: { width: 1440, height: 900 } })
  owner = await openPage(browser, { viewport: { width: 1440, height: 900 } })
})
after(async () => {
  await browser?.close()
  await product?.stop()
})

describe('who forgot the password', () => {
  test('asks for a code', async () => {
    const { page } = visitor
    await page.goto(`${product.url}/login`)
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await page.getByLabel('Email').fill('not an address')
    await page.getByRole('button', { name: 'Send Reset Link' }).click()
    await sees(page, 'Please enter a valid email address.')
    await page.getByLabel('Email').fill(ada.email)
    await page.getByRole('button', { name: 'Send Reset Link' }).click()
    await sees(page, 'If there is an account with this address, a mail with a code is on its way.')
    await checkScreen(page, 'forgot-password')
  })

  test('is told when a code is not right', async () => {
    const { page } = visitor
    await page.getByRole('link', { name: 'Enter Code' }).click()
    await page.getByLabel('Access Code').fill('WRONG')
    await page.getByLabel('Email Address').fill(ada.email)
    await page.getByLabel('New Password').fill('battery staple')
    await page.getByLabel('Confirm Password').fill('battery stable')
    await page.getByRole('button', { name: 'Update Password' }).click()
    await sees(page, 'Confirmed passwords do not match')
    await page.getByLabel('Confirm Password').fill('battery staple')
    await page.getByRole('button', { name: 'Update Password' }).click()
    await sees(page, 'This code is not right, or it is too old. Ask for a new one.')
    await checkScreen(page, 'renew-password')
  })

  test('sets a new one by the link of the mail, and logs in with it', async () => {
    const { page } = visitor
    const { text } = await product.mailTo(ada.email, 2)
    await page.goto(linkOf(text, '/renew-password/'))
    const code = page.getByLabel('Access Code')
    assert.match(await code.inputValue(), /^[A-Z0-9]{5}$/)
    assert.equal(await code.isEditable(), false)
    password = 'battery staple'
    await page.getByLabel('Email Address').fill(ada.email)
    await page.getByLabel('New Password').fill(password)
    await page.getByLabel('Confirm Password').fill(password)
    await page.getByRole('button', { name: 'Update Password' }).click()
    await page.waitForURL(`${product.url}/login`)
    await toast(page, 'Success', 'Your password is changed. You can log in with it now.')
    await logIn(page, product.url, { email: ada.email, password })
  })
})

describe('whose address is not verified', () => {
  test('is reminded calmly, and has the mail sent again', async () => {
    const { page } = owner
    await logIn(page, product.url, { email: ada.email, password })
    await sees(page, `Please verify your email address: open the link in the mail we sent to ${ada.email}.`)
    await page.getByRole('button', { name: 'Send again' }).click()
    await sees(page, 'A mail with a link is on its way.')
    assert.equal(await page.getByRole('button', { name: 'Sent' }).isDisabled(), true)
  })

  test('is told when a link does not work', async () => {
    const { page } = owner
    await page.goto(`${product.url}/api/verify-email/nonsense`)
    await page.getByRole('dialog', { name: 'This link does not work any more' }).waitFor()
    await page.getByRole('button', { name: 'Go to the dashboard' }).click()
    await page.waitForURL(`${product.url}/`)
  })

  test('opens the link, and is not reminded any more', async () => {
    const { page } = owner
    const { text } = await product.mailTo(ada.email, 4)
    await page.goto(linkOf(text, '/api/verify-email/'))
    await page.getByRole('dialog', { name: 'Your email address is verified' }).waitFor()
    await page.getByRole('button', { name: 'Go to the dashboard' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    assert.equal(await page.getByText('Please verify your email address').count(), 0)
  })
})

describe('in the settings', () => {
  const open = async (page: Page) => {
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByLabel('Name').waitFor()
  }

  test('nothing unsaved is lost by accident', async () => {
    const { page } = owner
    await open(page)
    await page.getByLabel('Name').fill('Ada Lovelace')
    await page.getByRole('link', { name: 'Plans' }).click()
    await page.getByRole('alertdialog', { name: 'Are you sure?' }).waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    assert.equal(await page.getByLabel('Name').inputValue(), 'Ada Lovelace')
  })

  test('a name is saved', async () => {
    const { page } = owner
    await page.getByRole('button', { name: 'Save' }).click()
    await sees(page, 'Saved.')
    await page.reload()
    await page.getByLabel('Name').waitFor()
    assert.equal(await page.getByLabel('Name').inputValue(), 'Ada Lovelace')
    await checkScreen(page, 'settings')
  })

  test('a password is changed by whoever knows it and types the new one twice', async () => {
    const { page } = owner
    await page.getByLabel('New Password', { exact: true }).fill('a third one')
    await page.getByLabel('Confirm New Password').fill('a third two')
    await page.getByRole('button', { name: 'Save' }).click()
    await sees(page, 'Confirmed passwords do not match')
    await page.getByLabel('Confirm New Password').fill('a third one')
    await page.getByLabel('Current Password').fill('not this one')
    await page.getByRole('button', { name: 'Save' }).click()
    await sees(page, 'This is not your current password.')
    await page.getByLabel('Current Password').fill(password)
    await page.getByRole('button', { name: 'Save' }).click()
    await sees(page, 'Your password is changed.')
    password = 'a third one'
    assert.equal(await page.getByLabel('Current Password').inputValue(), '')
  })

  test('another place is logged out', async () => {
    const { page } = owner
    await logIn(visitor.page, product.url, { email: ada.email, password })
    await page.reload()
    const other = page.getByRole('listitem').filter({ hasText: 'Log out' })
    await other.waitFor()
    assert.equal(await other.count(), 1)
    await sees(page, 'This device')
    await other.getByRole('button', { name: 'Log out' }).click()
    await page.getByRole('alertdialog', { name: 'Are you sure?' }).getByRole('button', { name: 'Log out' }).click()
    await sees(page, 'Logged out there.')
    await other.waitFor({ state: 'detached' })
    await visitor.page.getByRole('link', { name: 'Chats', exact: true }).click()
    await visitor.page.waitForURL(`${product.url}/login`)
  })
})

describe('the help', () => {
  test('leads to each of its topics', async () => {
    const { page } = owner
    await page.getByRole('link', { name: 'Help & Support' }).click()
    await page.getByRole('heading', { name: 'Help & Support' }).waitFor()
    await page.getByRole('link', { name: 'When a file fails' }).click()
    await page.waitForURL(`${product.url}/help#failed-files`)
    const box = await page.getByRole('heading', { name: 'When a file fails' }).boundingBox()
    assert.ok(box && box.y >= 64 && box.y < 300, `below the top bar: ${box?.y}`)
    await checkScreen(page, 'help')
  })
})
