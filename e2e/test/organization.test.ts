import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { until } from '@lectern/testing'
import type { Browser, Page } from 'playwright-core'
import { type Account, signUp } from '../account.ts'
import { logIn, openBrowser, openPage, sees, type Watched } from '../browser.ts'
import { type Product, startProduct } from '../product.ts'
import { checkScreen } from '../screen.ts'

const logo = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAABQAAAAUCAIAAAAC64paAAAAHUlEQVR4nGNUcEhgIBcwka1zVPOo5lHNo5qpohkA9YEA6AeqBaMAAAAASUVORK5CYII=',
  'base64',
)
const invited = { name: 'Grace Hopper', email: 'grace@example.com', password: 'correct horse' }

let product: Product
let browser: Browser
let ada: Account
let admin: Watched
let guest: Watched

const go = async (page: Page, name: string) => {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click()
  await page.getByRole('heading', { name, level: 1 }).waitFor()
}
const rowOf = (page: Page, text: string | RegExp) => page.getByRole('row').filter({ hasText: text })
/** The color as text, beside the picker. */
const colorOf = (page: Page) => page.getByRole('textbox', { name: 'Theme Base Color' }).last()
/** The logs come by events: waits for this one. */
const newestLog = (text: string) =>
  until(`the log “${text}”`, async () => {
    const answer = await admin.page.request.get(`${product.url}/api/w/logs`)
    return (await answer.json()).items[0].body === text
  })
const linkOf = (text: string, path: string) => text.split(/\s+/).find((word) => word.includes(path)) ?? ''

before(async () => {
  product = await startProduct()
  browser = await openBrowser()
  ada = await signUp(product.url)
  admin = await openPage(browser, { viewport: { width: 1440, height: 900 } })
  guest = await openPage(browser, { viewport: { width: 1440, height: 900 } })
})
after(async () => {
  await browser?.close()
  await product?.stop()
})

describe('an admin in the organization', () => {
  test('gives it a name, rules, a color and a logo, and sees how they look before saving', async () => {
    const { page } = admin
    await logIn(page, product.url, ada)
    await go(page, 'Organization')
    await page.getByLabel('Name').fill('Analytical Engines')
    await page.getByLabel('Description').fill('We compute.')
    await page.getByLabel('Global Guardrails').fill('Never guess.')
    await colorOf(page).fill('#204060')
    const shades = page.getByRole('list', { name: 'Shades' })
    await shades.getByText('#60c0ff').waitFor()
    assert.match((await shades.textContent()) ?? '', /#102030[\s\S]*#204060[\s\S]*#306090[\s\S]*#60c0ff/)

    const picture = page.locator('input[type=file]')
    await picture.setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') })
    await sees(page, 'Please choose a PNG, JPG, BMP or GIF picture.')
    await picture.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: logo })
    const preview = page.locator('form img').first()
    await preview.waitFor()
    assert.equal((await preview.boundingBox())?.width, 150)

    await page.getByRole('button', { name: 'Save' }).click()
    await sees(page, 'Saved.')
    await page.getByRole('banner').getByText('Analytical Engines').waitFor()
    await page.reload()
    await page.getByLabel('Name').waitFor()
    assert.equal(await page.getByLabel('Name').inputValue(), 'Analytical Engines')
    assert.equal(await page.getByLabel('Global Guardrails').inputValue(), 'Never guess.')
    assert.match((await preview.getAttribute('src')) ?? '', /^\/api\/w\/images\/image-/)
    assert.ok(await preview.evaluate((image) => 'naturalWidth' in image && Number(image.naturalWidth) > 0))
    await checkScreen(page, 'organization')
  })

  test('is told what is missing', async () => {
    const { page } = admin
    await page.getByLabel('Name').fill(' ')
    await colorOf(page).fill('blue')
    await page.getByRole('button', { name: 'Save' }).click()
    await sees(page, 'Please fill this in.')
    await sees(page, 'Please choose a color like #930de3.')
    await page.getByRole('link', { name: 'Users' }).click()
    await page.getByRole('alertdialog', { name: 'Are you sure?' }).getByRole('button', { name: 'Leave' }).click()
    await page.getByRole('heading', { name: 'Users' }).waitFor()
  })
})

describe('an invitation', () => {
  test('can be sent once the address is verified', async () => {
    const { page } = admin
    await page.getByRole('button', { name: 'Invite Users' }).click()
    const dialog = page.getByRole('dialog', { name: 'Send Invite' })
    await dialog.getByLabel('Email').fill(invited.email)
    await dialog.getByRole('button', { name: 'Send Invite' }).click()
    await sees(page, /^Please verify your email address first/)

    const { text } = await product.mailTo(ada.email)
    await page.goto(linkOf(text, '/api/verify-email/'))
    await page.getByRole('button', { name: 'Go to the dashboard' }).click()
    await go(page, 'Users')
    await page.getByRole('button', { name: 'Invite Users' }).click()
    await dialog.waitFor()
    await checkScreen(page, 'invite-user')
    await dialog.getByLabel('Email').fill(invited.email)
    await dialog.getByRole('button', { name: 'Send Invite' }).click()
    await rowOf(page, invited.email).getByRole('cell', { name: 'Pending', exact: true }).waitFor()
  })

  test('that was sent by mistake is withdrawn', async () => {
    const { page } = admin
    await page.getByRole('button', { name: 'Invite Users' }).click()
    const dialog = page.getByRole('dialog', { name: 'Send Invite' })
    await dialog.getByLabel('Email').fill('grave@example.com')
    await dialog.getByLabel('User Type').click()
    await page.getByRole('option', { name: 'Admin' }).click()
    await dialog.getByRole('button', { name: 'Send Invite' }).click()
    const row = rowOf(page, 'grave@example.com')
    await row.getByRole('cell', { name: 'Admin' }).waitFor()
    await row.getByRole('button', { name: 'Remove grave@example.com' }).click()
    await page.getByRole('alertdialog', { name: 'Are you sure?' }).getByRole('button', { name: 'Remove' }).click()
    await sees(page, 'Removed.')
    await row.waitFor({ state: 'detached' })
  })

  test('that was withdrawn leads to the sign-up without it', async () => {
    const { page } = guest
    const { text } = await product.mailTo('grave@example.com')
    await page.goto(linkOf(text, '/signup?ivt='))
    await page.getByRole('main').getByText('This invitation is not valid any more. Ask for a new one.').waitFor()
    await checkScreen(page, 'signup-withdrawn')
    await page.getByRole('link', { name: 'Sign up without it' }).click()
    await sees(page, 'Create an account and build your first chat in minutes.')
    await page.getByText('not valid any more').first().waitFor({ state: 'detached' })
  })

  test('leads whoever got it into the organization', async () => {
    const { page } = guest
    const { text } = await product.mailTo(invited.email)
    await page.goto(linkOf(text, '/signup?ivt='))
    await sees(page, /^You are invited to Analytical Engines\./)
    assert.equal(await page.getByLabel('Email').inputValue(), invited.email)
    assert.equal(await page.getByLabel('Email').isEditable(), false)
    await checkScreen(page, 'signup-invited')
    await page.getByLabel('Name').fill(invited.name)
    await page.getByLabel('Password', { exact: true }).fill(invited.password)
    await page.getByLabel('Confirm Password').fill(invited.password)
    await page.getByRole('button', { name: 'Sign Up' }).click()
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
    await page.getByRole('banner').getByText('Analytical Engines').waitFor()
    assert.equal(await page.getByText('Please verify your email address').count(), 0)
  })

  test('that was accepted shows a user, who stays', async () => {
    const { page } = admin
    await page.reload()
    const row = rowOf(page, invited.email)
    await row.getByRole('cell', { name: 'Active', exact: true }).waitFor()
    assert.equal(await row.getByRole('button').count(), 0)
    await checkScreen(page, 'users')
  })
})

describe('a user who is no admin', () => {
  test('has the links of users alone', async () => {
    const links = guest.page.getByRole('navigation', { name: 'Main' }).getByRole('link')
    assert.deepEqual(await links.allInnerTexts(), [
      'Dashboard',
      'Admin',
      'Chats',
      'Chat Logs',
      'Playground',
      'Plans',
      'Settings',
      'Help & Support',
    ])
  })

  test('is told what screens of admins are for', async () => {
    const { page } = guest
    for (const path of ['/organization', '/users', '/logs']) {
      await page.goto(`${product.url}${path}`)
      await page.getByRole('heading', { name: 'This screen is for admins' }).waitFor()
    }
    await checkScreen(page, 'admins-only')
  })

  test('sees the numbers of the organization', async () => {
    const { page } = guest
    await page.goto(`${product.url}/admin`)
    await sees(page, 'In your organization')
    assert.deepEqual(await page.getByRole('tab').allInnerTexts(), ['Dashboard'])
  })
})

describe('the logs', () => {
  test('tell who did what, page by page', async () => {
    const { page } = admin
    await ada.open('/')
    for (let count = 1; count <= 20; count++)
      await ada.send('POST', '/api/w/organization', { description: `We compute ${count}.` })
    await until('a second page', async () => {
      const { body } = await ada.send<{ items: { body: string }[] }>('GET', '/api/w/logs?page=2')
      return body.items.at(-1)?.body === 'Created the organization'
    })
    await go(page, 'Logs')
    await rowOf(page, 'Changed the settings of the organization').first().waitFor()
    assert.deepEqual(await page.getByRole('columnheader').allInnerTexts(), ['User', 'Log', 'Date'])
    await page.getByRole('button', { name: 'Load more' }).click()
    await rowOf(page, `Invited ${invited.email} as a user`).first().waitFor()
    await rowOf(page, 'Created the organization').getByRole('cell', { name: ada.email }).waitFor()
    await checkScreen(page, 'logs')
  })
})

describe('the plans', () => {
  test('show what the organization is on, and what it may choose', async () => {
    const { page } = admin
    await go(page, 'Plans')
    await page.getByRole('heading', { name: 'Current Subscription' }).waitFor()
    await sees(page, '$0.00/month')
    assert.equal(await page.getByRole('button', { name: 'Included' }).isDisabled(), true)
    assert.equal(await page.getByRole('button', { name: 'Choose Plan' }).count(), 3)
    await checkScreen(page, 'plans')
  })

  test('lead a visitor to the sign-up', async () => {
    const { page, close } = await openPage(browser, { viewport: { width: 1440, height: 900 } })
    await page.goto(`${product.url}/plans`)
    await page.getByRole('link', { name: 'Choose Plan' }).first().click()
    await page.waitForURL(/\/signup\?plan=\d+$/)
    await close()
  })
})

describe('a root user', () => {
  before(async () => {
    await signUp(product.url, 'Charles')
    await product.makeRoot(ada.email)
    await admin.page.context().clearCookies()
    await logIn(admin.page, product.url, ada)
  })

  test('sees the whole platform', async () => {
    const { page } = admin
    await go(page, 'Admin')
    await sees(page, 'On the whole platform')
    await checkScreen(page, 'admin')
    await page.getByRole('tab', { name: 'Users' }).click()
    await rowOf(page, 'Charles').first().waitFor()
    await rowOf(page, invited.email).getByRole('cell', { name: 'Analytical Engines', exact: true }).waitFor()
    await checkScreen(page, 'admin-users')
    await page.getByRole('tab', { name: 'Organizations' }).click()
    await rowOf(page, 'Charles').first().waitFor()
    await rowOf(page, 'Analytical Engines').getByRole('cell', { name: '2 users' }).waitFor()
  })

  test('removes a user, and an entry of the logs', async () => {
    const { page } = admin
    await go(page, 'Users')
    await page.getByRole('button', { name: `Remove ${invited.email}` }).click()
    const sure = page.getByRole('alertdialog', { name: 'Are you sure?' })
    await sure.waitFor()
    await checkScreen(page, 'remove-user')
    await sure.getByRole('button', { name: 'Remove' }).click()
    await rowOf(page, invited.email).waitFor({ state: 'detached' })

    await newestLog('Removed a deleted user')
    await go(page, 'Logs')
    const row = rowOf(page, 'Removed a deleted user')
    await row.getByRole('button').click()
    await sure.getByRole('button', { name: 'Remove' }).click()
    await row.waitFor({ state: 'detached' })
    await rowOf(page, `Removed a log entry of ${ada.email}`).waitFor()
  })
})
