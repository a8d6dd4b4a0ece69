/** Every number of the product that a person can run into, once. Sizes in characters unless the name says otherwise. */
export const limits = {
  prompt: 2500,
  helperQuestions: 4,
  helperQuestion: 35,
  followUps: 3,
  name: 155,
  description: 2000,
  guardrails: 2000,
  systemPrompt: 2000,
  introMessage: 500,
  allowedDomains: 1000,
  dailyCap: 1_000_000,
  visitorToken: 2048,
  feedbackComment: 500,
  contactMessage: 2000,
  contactsPerDay: 200,
  email: 255,
  passwordMin: 6,
  passwordMax: 255,
  settingsPasswordMax: 155,
  resetCode: 5,
  resetMinutes: 15,
  resetTries: 5,
  inviteDays: 14,
  transactionId: 8,
  url: 2048,
  reference: 255,
  uploadBytes: 50 * 1024 * 1024,
  filesPerChat: 1000,
  crawlsPerChat: 5,
  crawlPages: 500,
  crawlDepth: 10,
  crawlReceipts: 10,
  imageBytes: 5 * 1024 * 1024,
  imagePixels: 500,
  search: 100,
  pageSize: 20,
  messagesListed: 50,
  exchangesPerConversation: 200,
  quote: 300,
  /** Sources of an answer that is made of quotes. */
  quotes: 5,
  pairsPerChat: 500,
  pairQuestion: 500,
  pairAnswer: 2000,
  pairImport: 200_000,
  passagesTested: 10,
  suggestions: 3,
  freeChatsPerMonth: 100,
  paymentGraceDays: 7,
  webhookBytes: 1024 * 1024,
  sessionDays: 14,
  ticketSeconds: 60,
  identitySeconds: 60,
} as const

/** How long things take in the browser, in milliseconds. */
export const timings = { toast: 3000, statusPoll: 1000, copied: 1000 } as const

/** By itself, since the script on customers' pages needs no more. */
export const defaultButtonColor = '#930de3'

export const defaults = {
  buttonColor: defaultButtonColor,
  chatColor: '#bcffc7',
  userBubbleColor: '#EEE',
  freePlanId: 1,
  crawlPages: 100,
  crawlDepth: 5,
} as const

/** The numbers of the user types; a visitor has none. */
export const userTypes = { user: 1, admin: 2 } as const
