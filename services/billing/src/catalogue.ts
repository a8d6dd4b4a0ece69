import { defaults, limits, type Plan } from '@lectern/contracts'

/** What a plan allows. */
export type Allows = {
  /** Answered prompts a month. */
  chatsPerMonth: number
  chats: number
  filesPerChat: number
  storageGigabytes: number
  users: number
  enterprise: boolean
}

/** A plan: what people read of it, and what it allows. */
export type CataloguePlan = Plan & { allows: Allows }

/** Every plan, cheapest first. `freeChats` is the month's allowance on the free one. */
export const catalogue = (freeChats: number): CataloguePlan[] => [
  plan(defaults.freePlanId, 'free', 0, 'For trying it out', {
    chatsPerMonth: freeChats,
    chats: 20,
    filesPerChat: limits.filesPerChat,
    storageGigabytes: 5,
    users: 5,
    enterprise: false,
  }),
  plan(2, 'team', 29, 'For one team and its customers', {
    chatsPerMonth: 2000,
    chats: 100,
    filesPerChat: limits.filesPerChat,
    storageGigabytes: 25,
    users: 25,
    enterprise: false,
  }),
  plan(3, 'business', 99, 'For many teams and busy websites', {
    chatsPerMonth: 10_000,
    chats: 500,
    filesPerChat: limits.filesPerChat,
    storageGigabytes: 100,
    users: 250,
    enterprise: false,
  }),
  plan(4, 'enterprise', 499, 'Your own name and look on every chat', {
    chatsPerMonth: 100_000,
    chats: 5000,
    filesPerChat: limits.filesPerChat,
    storageGigabytes: 1000,
    users: 5000,
    enterprise: true,
  }),
]

const plan = (id: number, name: string, price: number, short_description: string, allows: Allows): CataloguePlan => ({
  id,
  name,
  price,
  short_description,
  description: featuresOf(allows),
  allows,
})

/** A list with commas between, so no number has one. */
const featuresOf = (allows: Allows) =>
  [
    `${allows.chatsPerMonth} chats a month`,
    `${allows.chats} assistants`,
    `${allows.filesPerChat} documents for each`,
    `${allows.storageGigabytes} GB of documents`,
    `${allows.users} users`,
    ...(allows.enterprise ? ['Your own logo and title and colors for each assistant'] : []),
  ].join(', ')
