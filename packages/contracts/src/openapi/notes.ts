import { type TObject, Type } from 'typebox'
import { SaveSettings } from '../calls/auth.ts'
import { ScrapePage } from '../calls/files.ts'
import { SaveKnowledgeBase } from '../calls/knowledge-bases.ts'
import { AskQuestion } from '../calls/messages.ts'
import { SaveOrganization } from '../calls/organization.ts'
import type { ErrorCode } from '../errors.ts'
import { limits } from '../limits.ts'
import type { AnswerOf, BodyOf, CallName } from './calls.ts'
import * as samples from './samples.ts'

/** What the documentation tells of a call beside its schemas. */
export type Note<N extends CallName = CallName> = {
  /** Who may call without being signed in: anyone, or the visitor of a public chat with their ticket, or they alone; or who signs each call, and no browser. */
  access?: 'anyone' | 'visitor' | 'ticket' | 'signed'
  /** Its own errors, beside those that any call can have. */
  errors?: readonly ErrorCode[]
  /** The parts of its multipart form, where those are more than the body's fields. */
  form?: TObject
  /** Its JSON, where that is not read by a schema of the route. */
  json?: { schema: TObject; example: object }
} & ([BodyOf<N>] extends [never] ? unknown : { body: BodyOf<N> }) &
  ([AnswerOf<N>] extends [never] ? unknown : { answer: AnswerOf<N> })

const Picture = Type.Optional(
  Type.String({ format: 'binary', description: 'PNG, JPG, BMP or GIF of at most 5 MB; an empty part is none' }),
)
const admins = ['forbidden'] as const
const roots = admins
const chat = ['chat_not_found'] as const
const saved = { message: 'Saved.' }
const deleted = { message: 'Deleted.' }

const savedChat = { knowledge_base: samples.chat, message: 'Saved.' }
const saveChat = {
  errors: ['chat_not_found', 'enterprise_only'],
  body: { personality: 'A patient librarian', pre_question_1: 'When are you open?' },
  answer: savedChat,
} as const

/** Each call has its note: what compiles is documented. */
export const notes: { [N in CallName]: Note<N> } = {
  login: {
    access: 'anyone',
    errors: ['wrong_login'],
    body: { email: samples.email, password: 'correct horse' },
    answer: { url: '/', message: 'Welcome back.' },
  },
  register: {
    access: 'anyone',
    body: {
      name: 'Ada Byron',
      email: samples.email,
      password: 'correct horse',
      passwordConfirmation: 'correct horse',
    },
    answer: { url: '/', message: 'Welcome to Lectern.' },
  },
  readInvitation: {
    access: 'anyone',
    errors: ['invitation_not_found'],
    answer: { invitation: { organization: 'Harbor Library', email: 'grace@example.com' } },
  },
  logout: { access: 'anyone', answer: { url: '/login', message: 'You are logged out.' } },
  forgotPassword: {
    access: 'anyone',
    body: { email: samples.email },
    answer: { message: 'If there is an account with this address, a mail with a code is on its way.' },
  },
  renewPassword: {
    access: 'anyone',
    errors: ['conflict'],
    body: { email: samples.email, password: 'new horse', passwordConfirmation: 'new horse', token: 'K7M2P' },
    answer: { message: 'Your password is changed. You can log in with it now.' },
  },
  verifyEmail: { access: 'anyone' },
  sendVerification: { answer: { message: 'A mail with a link is on its way.' } },
  listSessions: { answer: { items: [samples.session] } },
  revokeSession: { answer: { message: 'Logged out there.' } },
  readSettings: { answer: { user: { name: 'Ada Byron', email: samples.email } } },
  saveSettings: {
    errors: ['not_found'],
    form: Type.Object(SaveSettings.properties),
    body: {
      name: 'Ada King',
      current_password: 'correct horse',
      new_password: 'new horse',
      new_password_confirm: 'new horse',
    },
    answer: saved,
  },
  deleteAccount: {
    errors: ['not_found', 'owner_stays'],
    body: { current_password: 'correct horse' },
    answer: { url: '/', message: 'Your account is deleted.' },
  },

  readOrganization: { errors: ['organization_not_found'], answer: { organization: samples.organization } },
  saveOrganization: {
    errors: ['forbidden', 'organization_not_found'],
    form: Type.Object({ ...SaveOrganization.properties, image: Picture }),
    body: {
      name: 'Harbor Library',
      description: 'A library by the water',
      system_prompt: 'Be kind.',
      color: '#1f6f5c',
    },
    answer: saved,
  },
  deleteOrganization: {
    errors: ['owner_only', 'organization_not_found'],
    body: { name: 'Harbor Library' },
    answer: { url: '/', message: 'Your organization is deleted.' },
  },
  readImage: { access: 'anyone', answer: '(bytes)' },
  listUsers: { errors: admins, answer: { items: [samples.member], amount: 20, is_root: false } },
  inviteUser: {
    errors: ['forbidden', 'unverified', 'user_limit', 'organization_not_found'],
    body: { email: 'grace@example.com', type_id: 1 },
    answer: { item: samples.invite, message: 'The invitation is on its way.' },
  },
  removeUser: { errors: ['forbidden', 'owner_stays', 'conflict'], answer: { message: 'Removed.' } },
  listLogs: { errors: admins, answer: { items: [samples.log], amount: 20, is_root: false } },
  removeLog: { errors: roots, answer: { message: 'Removed.' } },
  adminNumbers: { answer: { organizations: 1, users: 3, kbs: 2, chats: 118, kbfiles: 14 } },
  adminHistory: {
    errors: roots,
    answer: { days: [{ date: '2026-11-20', organizations: 1, users: 3, kbs: 2, chats: 118, kbfiles: 14 }] },
  },
  adminHealth: {
    errors: roots,
    answer: { services: { chat: 'ok' }, engines: { kafka: 'ok' }, grafana_url: 'https://grafana.example.com' },
  },
  adminUsers: { errors: admins, answer: { items: [samples.adminUser], amount: 20 } },
  adminOrganizations: { errors: admins, answer: { items: [samples.adminOrganization], amount: 20 } },
  adminSubscriptions: { errors: roots, answer: { items: [samples.adminSubscription], amount: 20 } },
  adminSubscription: { errors: ['forbidden', 'not_found'], answer: samples.adminSubscription },
  adminRevenue: { errors: roots, answer: { subscriptions: 1, monthly: 29, this_month: 29, last_month: 0 } },
  givePlan: {
    errors: ['forbidden', 'not_found'],
    body: { plan_id: 3, enterprise: false },
    answer: { message: 'The organization is on the plan business now.' },
  },

  listKnowledgeBases: { answer: { knowledge_bases: [samples.chat], amount: 20 } },
  createKnowledgeBase: {
    errors: ['chat_limit'],
    body: { name: 'Visitor guide' },
    answer: { knowledge_base: samples.chat, message: 'Chat created.' },
  },
  saveKnowledgeBase: { ...saveChat, form: Type.Object({ ...SaveKnowledgeBase.properties, image: Picture }) },
  replaceKnowledgeBase: saveChat,
  deleteKnowledgeBase: { errors: chat, answer: deleted },
  knowledgeBaseStatus: { errors: chat, answer: { kb: samples.chat } },
  listFiles: { errors: chat, answer: { kb: samples.chat, files: [samples.file], amount: 20 } },
  uploadFile: {
    errors: ['chat_not_found', 'file_limit', 'storage_limit', 'file_too_large', 'not_a_document'],
    form: Type.Object({
      id: Type.String({ minLength: 1, maxLength: 64, description: "The chat's id; best sent first" }),
      r_ref: Type.Optional(Type.String({ maxLength: limits.reference, description: 'Comes back as it was sent' })),
      file: Type.Optional(Type.String({ format: 'binary', description: 'A document of at most 50 MB' })),
      scrape_url: Type.Optional(
        Type.String({ maxLength: limits.url, description: 'The page to read, in place of a file' }),
      ),
    }),
    json: { schema: ScrapePage, example: { id: samples.chat.id, scrape_url: 'https://example.com/', r_ref: 'row-1' } },
    answer: { file: samples.file, r_ref: 'row-1', message: 'Uploaded. We are reading it now.' },
  },
  deleteFile: { errors: ['file_not_found'], answer: deleted },
  listCrawls: { errors: chat, answer: { crawls: [samples.crawl] } },
  startCrawl: {
    errors: ['chat_not_found', 'crawl_limit', 'file_limit'],
    body: { url: samples.crawl.url, max_pages: 100, every: 'week' },
    answer: { crawl: samples.crawl, message: 'We are reading the website now.' },
  },
  crawlAgain: {
    errors: ['crawl_not_found', 'crawl_running', 'file_limit'],
    answer: { crawl: samples.crawl, message: 'We are reading the website again.' },
  },
  deleteCrawl: { errors: ['crawl_not_found'], answer: deleted },

  askQuestion: {
    access: 'visitor',
    errors: ['chat_not_found', 'conflict', 'quota_used_up', 'daily_cap_reached'],
    form: Type.Object(AskQuestion.properties),
    body: { prompt: 'When are you open?', kb_id: samples.chat.id, t_d: 'a1B2c3D4' },
    answer: samples.answer,
  },
  giveFeedback: {
    access: 'visitor',
    errors: ['not_found'],
    body: { transcript_id: samples.transcript.id, message_id: samples.answer.id, thumb: 'up', comment: 'Thank you' },
    answer: { message: 'Thank you.' },
  },
  leaveMessage: {
    access: 'visitor',
    errors: ['chat_not_found', 'contact_off'],
    body: { kb_id: samples.chat.id, name: 'Grace Hopper', email: 'grace@example.com', message: 'Can I bring a class?' },
    answer: { message: 'Your message is on its way.' },
  },
  listContactMessages: { answer: { messages: [samples.contactMessage], amount: 20 } },
  deleteContactMessage: { errors: ['not_found'], answer: deleted },
  readSigningSecret: { errors: admins, answer: samples.signingSecret },
  rotateSigningSecret: { errors: admins, answer: samples.signingSecret },
  listAnswerPairs: { errors: chat, answer: { pairs: [samples.pair], amount: 20 } },
  writeAnswerPair: {
    errors: ['chat_not_found', 'pair_limit'],
    body: { kb_id: samples.chat.id, question: samples.pair.question, answer: samples.pair.answer },
    answer: { pair: samples.pair, message: 'Saved.' },
  },
  saveAnswerPair: {
    errors: ['pair_limit'],
    body: { question: samples.pair.question, answer: samples.pair.answer },
    answer: { pair: samples.pair, message: 'Saved.' },
  },
  deleteAnswerPair: { answer: deleted },
  importAnswerPairs: {
    errors: ['chat_not_found', 'pair_limit'],
    body: { kb_id: samples.chat.id, csv: 'question,answer\nWhen are you open?,Until ten in the evening.' },
    answer: {
      written: 1,
      refused: [{ row: 3, message: 'It has no answer.' }],
      message: 'Imported 1 answer.',
    },
  },
  listPassages: { answer: { passages: [samples.readPassage], total: 1, amount: 20 } },
  testRetrieval: {
    errors: chat,
    body: { kb_id: samples.chat.id, question: 'When are you open?' },
    answer: {
      passages: [samples.foundPassage],
      sources: samples.answer.data.sources,
      support: 0.91,
      enough: 0.53,
      pair: null,
      took_ms: 12,
    },
  },
  listTranscripts: {
    answer: {
      transcripts: [samples.transcript],
      amount: 20,
      kbs: [{ id: samples.chat.id, name: samples.chat.name }],
    },
  },
  readTranscript: {
    answer: { transcript: samples.transcript, chats: samples.messages, amount: 50 },
  },
  deleteTranscript: { answer: deleted },
  readDashboard: {
    answer: {
      chat_remaining: 88,
      chat_total: 100,
      kb_count: 2,
      transcript_count: 7,
      file_count: 14,
      chat_data: { dates: ['2026-11-19', '2026-11-20'], counts: [3, 9] },
    },
  },
  readPublicChat: { access: 'anyone', errors: chat, answer: samples.publicChat },
  renewTicket: {
    access: 'ticket',
    errors: ['page_outdated', 'embed_refused'],
    answer: { ticket: samples.ticket, expires_in: 60 },
  },
  listRefusedSites: { answer: { sites: [{ site: 'https://copied.example', count: 3 }] } },

  listPlans: { access: 'anyone', answer: { plans: [samples.freePlan, samples.teamPlan], plan: samples.freePlan } },
  checkSubscription: { answer: samples.subscription },
  manageSubscription: {
    errors: ['forbidden', 'payment_not_set_up', 'no_subscription', 'payment_unavailable'],
    answer: { portal_url: 'https://pay.example.com/portal/1' },
  },
  cancelSubscription: {
    errors: ['forbidden', 'payment_not_set_up', 'no_subscription', 'payment_unavailable'],
    answer: { message: 'Your subscription ends on 2026-12-20.' },
  },
  startCheckout: {
    errors: ['forbidden', 'payment_not_set_up', 'checkout_changed', 'payment_unavailable'],
    body: { plan_id: 2 },
    answer: { checkout_url: 'https://pay.example.com/checkout/1' },
  },
  checkoutStatus: {
    errors: ['not_found', 'payment_not_set_up', 'payment_unavailable'],
    body: { session_id: 'cs_1' },
    answer: { status: 'complete' },
  },
  receiveWebhook: {
    access: 'signed',
    errors: ['payment_not_set_up', 'webhook_refused', 'payment_unavailable'],
    answer: { received: true },
  },
}
