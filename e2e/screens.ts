import type { Locator, Page } from 'playwright-core'

/** One screen of the product, and how to tell that a person can use it. */
export type Screen = {
  name: string
  path: string
  /** Seen by visitors; the others need somebody who is signed in. */
  isPublic?: boolean
  ready: (page: Page) => Locator
}

/** What screens show: a chat with a document, and a conversation with it. */
export type Examples = { chat: { id: string; unqid: string; organization_id: number }; transcriptId: string }

const heading = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { name, level: 1 })
const field = (page: Page) => page.getByPlaceholder('Ask me anything..')

/** Every screen, in the order of the route table. */
export function screensOf({ chat, transcriptId }: Examples): Screen[] {
  const publicPath = `${chat.organization_id}/${chat.unqid}`
  return [
    { name: 'landing', path: '/', isPublic: true, ready: heading('Welcome to Lectern') },
    { name: 'login', path: '/login', isPublic: true, ready: heading('Login') },
    { name: 'signup', path: '/signup', isPublic: true, ready: heading('Sign Up') },
    { name: 'forgot-password', path: '/forgot-password', isPublic: true, ready: heading('Forgot Password') },
    { name: 'renew-password', path: '/renew-password', isPublic: true, ready: heading('Update Password') },
    { name: 'plans-public', path: '/plans', isPublic: true, ready: heading('Plans') },
    { name: 'support', path: '/support', isPublic: true, ready: heading('Support') },
    { name: 'about', path: '/about', isPublic: true, ready: heading('About Lectern') },
    { name: 'not-found', path: '/nothing-here', isPublic: true, ready: heading('There is no page here') },
    { name: 'public-chat', path: `/chat/${publicPath}`, isPublic: true, ready: field },
    { name: 'embed', path: `/embed/${publicPath}`, isPublic: true, ready: field },
    { name: 'dashboard', path: '/', ready: (page) => page.getByText('Chats Remaining') },
    { name: 'chats', path: '/chats', ready: (page) => page.getByRole('button', { name: /^Menu of/ }).first() },
    { name: 'chat-prompt', path: `/chats/${chat.id}`, ready: (page) => page.getByLabel('Personality / Role') },
    {
      name: 'chat-knowledge',
      path: `/chats/${chat.id}?tab=knowledge`,
      ready: (page) => page.getByRole('button', { name: /^Delete / }),
    },
    {
      name: 'chat-configure',
      path: `/chats/${chat.id}?tab=configure`,
      ready: (page) => page.getByLabel('Intro Message'),
    },
    { name: 'chat-scripts', path: `/chats/${chat.id}?tab=scripts`, ready: (page) => page.getByLabel('Direct Link') },
    { name: 'playground', path: `/chat/${chat.id}`, ready: field },
    { name: 'chat-logs', path: '/chat-logs', ready: heading('Chat Logs') },
    {
      name: 'chat-log',
      path: `/chat-logs/${transcriptId}`,
      ready: (page) => page.getByRole('list', { name: 'Conversation' }),
    },
    { name: 'organization', path: '/organization', ready: heading('Organization') },
    { name: 'users', path: '/users', ready: heading('Users') },
    { name: 'logs', path: '/logs', ready: heading('Logs') },
    { name: 'plans', path: '/plans', ready: heading('Plans') },
    { name: 'settings', path: '/settings', ready: heading('Settings') },
    { name: 'admin', path: '/admin', ready: heading('Admin') },
    { name: 'help', path: '/help', ready: heading(/Help/) },
  ]
}
