import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { startStripe, until } from '@lectern/testing'
import type { Browser, Page } from 'playwright-core'
import { type Account, signUp } from '../account.ts'
import { logIn, openBrowser, openPage, sees, type Watched } from '../browser.ts'
import { type Product, startProduct } from '../product.ts'
import { checkScreen } from '../screen.ts'

let stripe: Awaited<ReturnType<typeof startStripe>>
let product: Product
let browser: Browser
let owner: Watched
const ada = { email: `${crypto.randomUUID()}@example.com`, password: 'correct horse' }

before(async () => {
  stripe = await startStripe()
  await setUp()
  product = await startProduct(stripe.settings)
  stripe.deliverTo(`${product.url}/api/stripe/webhook`)
  browser = await openBrowser()
  owner = await openPage(browser, { viewport: { width: 1440, height: 900 } })
})
after(async () => {
  stripe?.deliverTo(null)
  await browser?.close()
  await product?.stop()
  await stripe?.close()
})

/** As an operator does it: `npm run stripe:setup`. */
async function setUp() {
  const script = (path: string) => fileURLToPath(new URL(`../../scripts/${path}`, import.meta.url))
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, [script('bootstrap.mjs'), 'scripts/stripe-setup.ts'], {
    env: { PATH, HOME, ...stripe.settings },
    stdio: 'inherit',
  })
  assert.equal(await new Promise((resolve) => child.once('exit', resolve)), 0)
}

const plan = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })
const choose = (page: Page, name: string) => plan(page, name).getByText('Choose Plan').click()
/** What the Current Subscription card says under a name. */
const fact = (page: Page, name: string) => page.locator('dt', { hasText: name }).locator('xpath=following-sibling::dd')
const has = (page: Page, name: string, value: string) => fact(page, name).filter({ hasText: value }).waitFor()
const customerOf = (email: string) => {
  const found = [...stripe.shop.customers.values()].find((customer) => customer.email === email)
  return found?.id ?? assert.fail(`no customer ${email}`)
}

describe('somebody who comes for a plan', () => {
  test('chooses it on the landing page, signs up, pays, and has it', async () => {
    const { page } = owner
    await page.goto(`${product.url}/plans`)
    await plan(page, 'enterprise').waitFor()
    await checkScreen(page, 'plans-visitor')
    await page.goto(product.url)
    await choose(page, 'team')
    await page.waitForURL('**/signup?plan=2')
    await page.getByLabel('Name').fill('Ada Byron')
    await page.getByLabel('Email').fill(ada.email)
    await page.getByLabel('Password', { exact: true }).fill(ada.password)
    await page.getByLabel('Confirm Password').fill(ada.password)
    await page.getByRole('button', { name: 'Sign Up' }).click()
    await page.getByRole('heading', { name: 'Subscribe to Lectern team' }).waitFor()
    await sees(page, '$29.00 per month')
    await page.getByRole('button', { name: 'Subscribe' }).click()
    await sees(page, 'Thank you. Your payment went through, and you are on the team plan now.')
    assert.equal(new URL(page.url()).search, '')
    await sees(page, 'Active')
    await has(page, 'Plan', 'team')
    await has(page, 'Price', '$29.00/month')
    await has(page, 'Subscription ID', 'sub_')
    assert.notEqual(await fact(page, 'Period start').textContent(), '–')
    assert.notEqual(await fact(page, 'Period end').textContent(), '–')
    for (const [name, label] of [
      ['free', 'Included'],
      ['team', 'Selected'],
    ] as const)
      assert.ok(await plan(page, name).getByRole('button', { name: label }).isDisabled())
    await checkScreen(page, 'plans-paid')
  })

  test('sees the larger allowance, which outlives all that is kept in Redis', async () => {
    const { page } = owner
    await page.goto(product.url)
    await sees(page, '2,000/2,000')
    const client = await signUp(product.url, 'Grace Hopper')
    const chat = await client.createChat('Empty')
    const ask = () => client.send('POST', '/api/w/messages', { prompt: 'Anything?', kb_id: chat.id })
    await until('the chat to be known', async () => (await ask()).status === 200)
    const remaining = async (who: Pick<Account, 'send'>) =>
      (await who.send('GET', '/api/w/dashboard')).body.chat_remaining
    assert.equal(await remaining(client), 99)
    await product.emptyRedis()
    await client.open('/login')
    await client.send('POST', '/api/login', { email: client.email, password: client.password })
    await client.open('/')
    assert.equal(await remaining(client), 99)
    await logIn(page, product.url, ada)
  })

  test('leaves a change unconfirmed, then confirms it', async () => {
    const { page } = owner
    await page.goto(`${product.url}/plans`)
    await choose(page, 'business')
    await page.getByRole('heading', { name: 'Confirm your update' }).waitFor()
    await page.getByRole('link', { name: 'Return' }).click()
    await has(page, 'Plan', 'team')
    await choose(page, 'business')
    await page.getByRole('button', { name: 'Confirm' }).click()
    await has(page, 'Plan', 'business')
    await has(page, 'Price', '$99.00/month')
  })

  test('manages: cancels and renews on the page of the provider, then cancels here', async () => {
    const { page } = owner
    await page.getByRole('button', { name: 'Manage Subscription' }).click()
    await page.getByRole('button', { name: 'Cancel plan' }).click()
    await page.getByRole('link', { name: 'Return' }).click()
    await sees(page, 'Canceled')
    assert.notEqual(await fact(page, 'Subscription ends').textContent(), '–')
    assert.equal(await page.getByText('Period start').count(), 0)
    await checkScreen(page, 'plans-canceled')
    await page.getByRole('button', { name: 'Manage Subscription' }).click()
    await page.getByRole('button', { name: 'Renew plan' }).click()
    await page.getByRole('link', { name: 'Return' }).click()
    await page.getByRole('button', { name: 'Cancel Subscription' }).click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByText('Are you sure?').waitFor()
    await dialog.getByRole('button', { name: 'End Subscription' }).click()
    await sees(page, 'Subscription ends')
  })

  test('is on the free plan when the period has ended', async () => {
    const { page } = owner
    stripe.shop.advance(customerOf(ada.email), 32)
    await stripe.delivered()
    await page.goto(`${product.url}/plans`)
    await has(page, 'Plan', 'free')
    await has(page, 'Price', '$0.00/month')
    assert.equal(await page.getByRole('button', { name: 'Manage Subscription' }).count(), 0)
    await product.mailTo(ada.email, 2)
    await checkScreen(page, 'plans-free')
  })

  test('may go back without paying, and nothing is charged', async () => {
    const { page } = owner
    await choose(page, 'team')
    await page.getByRole('link', { name: 'Back' }).click()
    await sees(page, 'Nothing was changed, and nothing was charged.')
    await has(page, 'Plan', 'free')
  })
})

test('whoever has an account chooses on the landing page and comes to the checkout by the login', async () => {
  const client = await signUp(product.url, 'Grace Hopper')
  const { page, close } = await openPage(browser)
  await page.goto(product.url)
  await choose(page, 'business')
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
  await page.getByRole('heading', { name: 'Login' }).waitFor()
  await page.getByLabel('Email').fill(client.email)
  await page.getByLabel('Password').fill(client.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.getByRole('heading', { name: 'Subscribe to Lectern business' }).waitFor()
  await close()
})

test('a payment that fails shows on every screen until it is made good', async () => {
  const { page } = owner
  await page.goto(`${product.url}/plans`)
  await choose(page, 'team')
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await sees(page, 'Thank you.')
  const customer = customerOf(ada.email)
  stripe.shop.declined.add(customer)
  stripe.shop.advance(customer, 32)
  await stripe.delivered()
  await page.goto(product.url)
  await sees(page, /Your last payment did not go through\. Your plan stays until/)
  await checkScreen(page, 'payment-banner')
  for (const path of ['/chats', '/chat-logs', '/users', '/settings']) {
    await page.goto(product.url + path)
    await sees(page, 'Your last payment did not go through.')
  }
  await page.goto(`${product.url}/plans`)
  await page.getByText('Payment failed', { exact: true }).waitFor()
  await checkScreen(page, 'plans-payment-failed')
  await page.getByRole('button', { name: 'Check Payment' }).click()
  await page.getByRole('button', { name: 'Update card' }).click()
  await page.getByRole('link', { name: 'Return' }).click()
  await has(page, 'Plan', 'team')
  await page.getByText('did not go through').waitFor({ state: 'detached' })
})

test('a root user sees who pays, and gives by hand what is for enterprises', async () => {
  const root = await signUp(product.url, 'Root')
  await product.makeRoot(root.email)
  const { page, close } = await openPage(browser, { viewport: { width: 1440, height: 900 } })
  await logIn(page, product.url, root)
  await page.goto(`${product.url}/admin?tab=subscriptions`)
  const row = page.getByRole('row', { name: /Ada Byron/ })
  const cell = (text: string) => row.getByRole('cell', { name: text, exact: true }).waitFor()
  await cell('$29.00/month')
  await cell('Active')
  await checkScreen(page, 'admin-subscriptions')
  await row.getByRole('button', { name: /Give/ }).click()
  await page.getByRole('dialog').getByLabel('Plan').click()
  await page.getByRole('option', { name: 'enterprise' }).click()
  await checkScreen(page, 'give-plan')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await sees(page, 'The organization is on the plan enterprise now.')
  await cell('Given')
  await cell('$29.00/month')
  await page.goto(`${product.url}/admin?tab=organizations`)
  await cell('enterprise')
  await row.getByRole('button', { name: /Give/ }).click()
  await page.getByRole('dialog').getByRole('combobox').filter({ hasText: 'enterprise' }).waitFor()
  await page.keyboard.press('Escape')

  const chats = owner.page
  await chats.goto(`${product.url}/chats`)
  await chats.getByRole('button', { name: 'Create Chat' }).first().click()
  await chats.getByRole('dialog').getByLabel('Name').fill('Branded')
  await chats.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
  // Its name stands in the list, too, for a moment before its own screen comes.
  await chats.getByRole('tab', { name: 'Configure' }).waitFor()
  const isOpen = async (isThere: boolean) => {
    await chats.reload()
    await chats.getByRole('tab', { name: 'Configure' }).click()
    const color = chats.getByLabel(/Pop-up button color/i).first()
    await color.or(chats.getByText(/come with an enterprise plan/)).waitFor()
    return (await color.isVisible()) === isThere
  }
  const becomes = async (isThere: boolean) => {
    for (let tries = 0; tries < 20; tries++) if (await isOpen(isThere)) return
    assert.fail(`the fields are ${isThere ? 'not ' : ''}there`)
  }
  await becomes(true)
  await chats.goto(`${product.url}/logs`)
  await chats.getByRole('cell', { name: /^Gave the plan “enterprise” by hand/ }).waitFor()

  await row.getByRole('button', { name: /Give/ }).click()
  await page.getByRole('dialog').getByLabel('Plan').click()
  await page.getByRole('option', { name: 'What it pays for' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await sees(page, 'The organization is on the plan team now.')
  await chats.goto(`${product.url}/chats`)
  await chats.getByText('Branded').first().click()
  await chats.getByRole('tab', { name: 'Configure' }).waitFor()
  await becomes(false)
  await close()
})
