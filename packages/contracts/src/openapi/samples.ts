import type { AdminOrganization, AdminSubscription, AdminUser } from '../calls/admin.ts'
import type { AnswerPair } from '../calls/answer-pairs.ts'
import type { LoginSession } from '../calls/auth.ts'
import type { Crawl } from '../calls/crawls.ts'
import type { KnowledgeBaseFile } from '../calls/files.ts'
import type { KnowledgeBase } from '../calls/knowledge-bases.ts'
import type { Log } from '../calls/logs.ts'
import type { Answer, ChatMessage, Source } from '../calls/messages.ts'
import type { Organization } from '../calls/organization.ts'
import type { FoundPassage, ReadPassage } from '../calls/passages.ts'
import type { Plan } from '../calls/plans.ts'
import type { Subscription } from '../calls/subscription.ts'
import type { Member } from '../calls/users.ts'
import type { ContactMessage } from '../calls/visitors.ts'
import { defaults } from '../limits.ts'
import type { PublicChatAnswer } from '../page.ts'

// One small library, told through every example of the documentation.

export const email = 'ada@example.com'
const dated = { date_format: 'Nov 20, 2026, 9:30 AM', created_at: '2026-11-20T09:30:00.000Z' }
const userId = '5b7c1d8e-2f0a-4a53-9d46-6f1f0c9b7a21'
const chatId = '3f2a9c64d1b84e6f8a7b5c0d9e1f2a3b'
const transcriptId = `${chatId}.a1B2c3D4`
const hours = 'The reading room is open until ten in the evening.'

export const session: LoginSession = {
  id: '9f86d081884c7d659a2feaa0c55ad015',
  is_current: true,
  agent: 'Mozilla/5.0 (X11; Linux x86_64)',
  ...dated,
}

export const organization: Organization = {
  id: 1,
  user_id: userId,
  name: 'Harbor Library',
  description: 'A library by the water',
  system_prompt: 'Be kind.',
  color: defaults.chatColor,
  image_url: null,
  enterprise: false,
  plan: { id: defaults.freePlanId },
}

export const member: Member = {
  id: userId,
  organization_id: 1,
  email,
  name: 'Ada Byron',
  type_id: 2,
  status: 'active',
  is_used: true,
  ...dated,
}

export const invite: Member = {
  ...member,
  id: '0c7d2b1a-93c4-4a7e-8f2b-1d5e6f7a8b9c',
  email: 'grace@example.com',
  name: '',
  type_id: 1,
  status: 'Pending',
  is_used: false,
}

export const log: Log = { id: userId, user: email, body: 'Created the chat “Visitor guide”', ...dated }

export const adminUser: AdminUser = {
  id: userId,
  organization_id: 1,
  organization: organization.name,
  name: member.name,
  email,
  type_id: 2,
  ...dated,
}

export const adminOrganization: AdminOrganization = {
  id: 1,
  name: organization.name,
  enterprise: false,
  plan: organization.plan,
  users: 3,
  ...dated,
}

const publicLook = {
  name: 'Visitor guide',
  title: '',
  intro_message: 'Welcome! Ask me about the library.',
  color: null,
  button_color: defaults.buttonColor,
  image_url: null,
  pre_question_1: 'When are you open?',
  pre_question_2: '',
  pre_question_3: '',
  pre_question_4: '',
}

export const chat: KnowledgeBase = {
  id: chatId,
  unqid: 'kQ3xT9aPbC1d',
  organization_id: 1,
  organization: { name: organization.name, color: organization.color, image_url: null },
  ...publicLook,
  has_image: false,
  system_prompt: '',
  personality: 'A patient librarian',
  allowed_domains: 'library.example',
  daily_cap: 0,
  contact_form: true,
  contact_email: 'desk@library.example',
  contact_url: '',
  file_count: 1,
  chat_count: 7,
  is_ready: true,
  is_failed: false,
  ...dated,
}

export const publicChat: PublicChatAnswer = {
  organization: { id: 1, name: organization.name, color: organization.color, image_url: null },
  kb: { unqid: chat.unqid, ...publicLook, title: organization.name, contact_form: true, has_model: true },
  allowed_domains: ['library.example'],
}

export const file: KnowledgeBaseFile = {
  id: '7d1e0f2a3b4c5d6e7f8091a2b3c4d5e6',
  knowledge_base_id: chatId,
  name: 'visitor-guide.pdf',
  ext: 'pdf',
  size: 482_133,
  size_format: '470.83 KB',
  status: 'ready',
  error: null,
  pages: 12,
  pages_done: 12,
  url: null,
  crawl_id: null,
  ...dated,
}

export const crawl: Crawl = {
  id: '9c1f4b7e2d3a4c5b8e6f7a8b9c0d1e2f',
  knowledge_base_id: chatId,
  url: 'https://library.example.com/',
  max_pages: 100,
  max_depth: 5,
  every: 'week',
  status: 'done',
  error: null,
  pages: 42,
  next_at: '2026-11-27T09:30:00.000Z',
  receipts: [
    {
      started_at: '2026-11-20T09:28:00.000Z',
      finished_at: '2026-11-20T09:30:00.000Z',
      new: 2,
      changed: 1,
      unchanged: 39,
      removed: 1,
      failed: 0,
      embedded: 0.07,
      stopped: null,
      error: null,
      problems: [],
    },
  ],
  ...dated,
}

const source: Source = {
  n: 1,
  file_id: file.id,
  name: file.name,
  page: 3,
  url: null,
  quote: hours,
  start: 212,
  end: 262,
  before: 'Opening hours',
  after: 'On Friday it closes at six.',
}

export const answer: Answer = {
  err: false,
  message: '',
  id: 'hV1cJ8mQwT5yZ2nR4sXb',
  type: 'answer',
  data: {
    answer: 'Until ten in the evening. [1]',
    user_message_id: 'pL6kD3fGhJ9aSvN7mBxC',
    transcript_id: transcriptId,
    sources: [source],
    by: 'model',
    notice: null,
    suggestions: [],
  },
}

export const readPassage: ReadPassage = {
  id: 'p1',
  page: 3,
  heading: 'Opening hours',
  text: hours,
  start: 212,
  end: 262,
}

export const foundPassage: FoundPassage = {
  id: readPassage.id,
  file_id: file.id,
  name: file.name,
  page: 3,
  url: null,
  heading: 'Opening hours',
  text: hours,
  score: 2.1,
  similarity: 0.71,
  words: 11.4,
}

export const pair: AnswerPair = {
  id: 'k3VxQ9rT2mWz',
  knowledge_base_id: chatId,
  question: 'When are you open?',
  answer: 'Until ten in the evening, every day.',
  date_format: dated.date_format,
  updated_at: dated.created_at,
}

export const transcript = {
  id: transcriptId,
  unqid: 'a1B2c3D4',
  chat_count: 1,
  kb: { id: chatId, name: chat.name },
  first_chat: { content: 'When are you open?' },
  visitor: null,
  thumbs_up: 1,
  thumbs_down: 0,
  ...dated,
}

const message = { error: false, error_text: '', type: 'answer', ...dated } as const
export const messages: ChatMessage[] = [
  {
    ...message,
    id: answer.data.user_message_id,
    role: 'user',
    is_ai: false,
    content: 'When are you open?',
    sources: [],
    feedback: null,
  },
  {
    ...message,
    id: answer.id,
    role: 'assistant',
    is_ai: true,
    content: answer.data.answer,
    sources: [source],
    feedback: { thumb: 'up', comment: 'Just what I needed' },
  },
]

export const contactMessage: ContactMessage = {
  id: 'hV1cJ8mQwT5yZ2nR4sXc',
  kb: { id: chatId, name: chat.name },
  name: 'Grace Hopper',
  email: 'grace@example.com',
  message: 'Can I bring a school class?',
  is_identified: false,
  transcript_id: transcriptId,
  webhook: 'none',
  ...dated,
}

export const signingSecret = { secret: 'kq0x3bqkR8mJ0pN2vT5wY7zA9cE1gI4l', rotated_at: null }

export const ticket = 'eyJhbGciOiJIUzI1NiJ9.eyJvcmdJZCI6MX0.c2lnbmVk'

export const freePlan: Plan = {
  id: 1,
  name: 'free',
  price: 0,
  short_description: 'For trying it out',
  description: '100 chats a month, 5 users',
}
export const teamPlan: Plan = {
  id: 2,
  name: 'team',
  price: 29,
  short_description: 'For one team and its customers',
  description: '2000 chats a month, 25 users',
}
export const subscription: Subscription = {
  plan: freePlan,
  id: null,
  price: null,
  current_period_start: null,
  current_period_end: null,
  status: 'active',
  is_canceled: false,
  pay_until: null,
}

export const adminSubscription: AdminSubscription = {
  organization_id: 1,
  organization: 'Harbor Library',
  plan: { id: teamPlan.id, name: teamPlan.name },
  id: 'sub_1',
  price: teamPlan.price,
  status: 'active',
  is_canceled: false,
  current_period_end: '2026-12-20T10:00:00.000Z',
  given: null,
}
