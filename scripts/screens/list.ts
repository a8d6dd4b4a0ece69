import type { Page } from 'playwright-core'
import { question, type Stage, type Viewer } from './stage.ts'

export type Screen = {
  name: string
  path: string
  viewer: Viewer
  /** Taken at 375 px too. */
  isOnPhones?: boolean
  /** Longer than a window, and seen whole. */
  isWhole?: boolean
  prepare?: (page: Page) => Promise<unknown>
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click()
const dialogOf = (name: string) => async (page: Page) => {
  await press(page, name)
  // Its form comes a moment after the window.
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^(Create|Send|Choose)/ })
    .waitFor()
}

async function ask(page: Page) {
  await page.getByPlaceholder('Ask me anything..').fill(question)
  await press(page, 'Send')
  await page.getByRole('region', { name: /^Sources?$/ }).waitFor()
}

async function openScrape(page: Page) {
  await dialogOf('Add Documents')(page)
  await page.getByRole('tab', { name: 'Scrape a website' }).click()
  await page.getByLabel('What to read').click()
  await page.getByRole('option', { name: 'The whole website' }).click()
}

async function openMenu(page: Page, name: string) {
  await press(page, name)
  await page.getByRole('menu').waitFor()
}

async function deleteChat(page: Page) {
  await openMenu(page, 'Menu of Member handbook')
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').waitFor()
}

/** Every screen of the product but what other sites embed. Whoever asks comes last, as it shows in the chat logs. */
export function screensOf({ chat, transcript, inviteToken }: Stage): Screen[] {
  const publicPath = `${chat.organization_id}/${chat.unqid}`
  const visitor: Omit<Screen, 'viewer'>[] = [
    { name: 'landing', path: '/', isOnPhones: true, isWhole: true },
    { name: 'plans-visitor', path: '/plans' },
    { name: 'login', path: '/login', isOnPhones: true },
    { name: 'signup', path: '/signup', isOnPhones: true },
    { name: 'signup-invited', path: `/signup?ivt=${inviteToken}` },
    { name: 'forgot-password', path: '/forgot-password' },
    { name: 'renew-password', path: '/renew-password/K7M2P' },
    { name: 'support', path: '/support' },
    { name: 'about', path: '/about' },
    { name: 'not-found', path: '/nothing-here' },
    { name: 'public-chat', path: `/chat/${publicPath}`, isOnPhones: true },
    { name: 'public-chat-answer', path: `/chat/${publicPath}`, isOnPhones: true, prepare: ask },
    { name: 'embed', path: `/embed/${publicPath}` },
  ]
  const newcomer: Omit<Screen, 'viewer'>[] = [
    { name: 'dashboard-empty', path: '/', isOnPhones: true },
    { name: 'chats-empty', path: '/chats' },
    { name: 'chat-logs-empty', path: '/chat-logs' },
    { name: 'plans-free', path: '/plans' },
  ]
  const owner: Omit<Screen, 'viewer'>[] = [
    { name: 'dashboard', path: '/', isOnPhones: true },
    { name: 'account-menu', path: '/', prepare: (page) => openMenu(page, 'Account') },
    { name: 'chats', path: '/chats', isOnPhones: true },
    { name: 'chat-create', path: '/chats', prepare: dialogOf('Create Chat') },
    { name: 'chat-delete', path: '/chats', prepare: deleteChat },
    { name: 'chat-prompt', path: `/chats/${chat.id}?tab=prompt` },
    { name: 'chat-knowledge', path: `/chats/${chat.id}?tab=knowledge`, isOnPhones: true },
    { name: 'chat-upload', path: `/chats/${chat.id}?tab=knowledge`, prepare: dialogOf('Add Documents') },
    { name: 'chat-scrape', path: `/chats/${chat.id}?tab=knowledge`, prepare: openScrape },
    { name: 'chat-configure', path: `/chats/${chat.id}?tab=configure`, isOnPhones: true },
    { name: 'chat-scripts', path: `/chats/${chat.id}?tab=scripts` },
    { name: 'chat-logs', path: '/chat-logs', isOnPhones: true },
    { name: 'chat-log', path: `/chat-logs/${transcript}`, isOnPhones: true },
    { name: 'organization', path: '/organization' },
    { name: 'users', path: '/users', isOnPhones: true },
    { name: 'users-invite', path: '/users', prepare: dialogOf('Invite Users') },
    { name: 'logs', path: '/logs' },
    { name: 'settings', path: '/settings' },
    { name: 'help', path: '/help' },
    { name: 'playground-empty', path: '/chat' },
    { name: 'playground', path: `/chat/${chat.id}`, isOnPhones: true, prepare: ask },
  ]
  const operator: Omit<Screen, 'viewer'>[] = [
    { name: 'admin', path: '/admin', isWhole: true },
    { name: 'admin-users', path: '/admin?tab=users' },
    { name: 'admin-organizations', path: '/admin?tab=organizations' },
    { name: 'admin-subscriptions', path: '/admin?tab=subscriptions' },
  ]
  return [
    ...newcomer.map((screen) => ({ ...screen, viewer: 'newcomer' as const })),
    ...owner.map((screen) => ({ ...screen, viewer: 'owner' as const })),
    { name: 'plans', path: '/plans', viewer: 'subscriber', isOnPhones: true },
    ...operator.map((screen) => ({ ...screen, viewer: 'operator' as const })),
    ...visitor.map((screen) => ({ ...screen, viewer: 'visitor' as const })),
  ]
}
