import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { openPage, shoot } from '../browser.ts'
import { ask, openerOf } from '../embed-page.ts'
import { browser, chat, claude, open, owner, popup, product, question, text, violationsIn, visit } from './stage.ts'

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

  test('is offered what can be asked where the documents do not tell, and reads the words around a source', async () => {
    const guide = await owner.createChat('Harbor guide')
    await owner.upload(guide, 'harbor.md', '# Opening hours\n\nThe harbor opens at six. Ships blow their horns then.\n')
    await owner.settled(guide)
    const { page, complaints, close } = await visit(popup('', guide))
    const panel = await open(page, guide)
    claude.behaviour.mode = 'refuses'
    await ask(panel, 'Who won the cup?')
    claude.behaviour.mode = 'answer'
    await panel.getByText('Not in the documents').waitFor()
    const suggestion = panel
      .getByRole('list', { name: 'You may also ask' })
      .getByRole('button', { name: /Opening hours/ })
    await suggestion.waitFor()
    await shoot(page, 'widget-suggestions')
    assert.deepEqual(await violationsIn(panel), [])
    claude.behaviour.blocks = [{ text: 'At six.', cites: 'The harbor opens at six.' }]
    await suggestion.click()
    await panel.locator('article[aria-busy="false"]').nth(1).waitFor()
    claude.behaviour.blocks = null
    const words = panel.locator('.sources blockquote')
    assert.equal(await words.textContent(), 'The harbor opens at six.')
    await panel.getByRole('button', { name: 'Source 1' }).click()
    await words.filter({ hasText: 'Ships blow their horns then.' }).waitFor()
    assert.equal(await words.locator('span').textContent(), 'The harbor opens at six.', 'what is marked')
    await shoot(page, 'widget-source')
    assert.deepEqual(await violationsIn(panel), [])
    assert.deepEqual(complaints, [])
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
