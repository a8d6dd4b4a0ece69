import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { until } from '@lectern/testing'
import { SignJWT } from 'jose'
import { logIn, openPage, shoot } from '../browser.ts'
import { ask, earlyCalls } from '../embed-page.ts'
import { checkScreen } from '../screen.ts'
import { browser, closed, hosts, open, other, owner, popup, product, question, violationsIn, visit } from './stage.ts'

/** What the customer's own server would sign for a visitor. */
async function tokenOf(name: string): Promise<string> {
  const { body } = await owner.send<{ secret: string }>('GET', '/api/w/signing-secret')
  return new SignJWT({ name })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject('customer-7')
    .setExpirationTime('5m')
    .sign(Buffer.from(body.secret))
}

describe('a message to a person', () => {
  test('goes by mail with the conversation; by keyboard alone, and once', async () => {
    const { page, close } = await visit(
      `${earlyCalls(`Lectern('identify', '${await tokenOf('Grace Hopper')}')`)}${popup()}`,
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

  test('is read by its owner, beside the conversation', async () => {
    const { page, complaints, close } = await openPage(browser, { viewport: { width: 1440, height: 900 } })
    await logIn(page, product.url, owner)
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
    assert.deepEqual(complaints, [])
    await close()
  })
})
