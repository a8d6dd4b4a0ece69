import { type Static, Type } from 'typebox'
import { defineCall, Id, listQuery, MessageAnswer, Nullable, Page, Timestamp } from './common.ts'

const tags = ['Admin']
const amount = Type.Integer({ description: 'Rows a full page has' })

/** Of the whole platform for root users, of their own organization for the others. */
export const AdminNumbers = Type.Object({
  organizations: Type.Integer(),
  users: Type.Integer(),
  kbs: Type.Integer(),
  chats: Type.Integer({ description: 'Answered prompts' }),
  kbfiles: Type.Integer(),
})
export type AdminNumbers = Static<typeof AdminNumbers>

/** The platform's numbers as they were last counted on a day, UTC; of today, as they are. */
export const AdminDay = Type.Object({ date: Type.String({ format: 'date' }), ...AdminNumbers.properties })
export type AdminDay = Static<typeof AdminDay>

const State = Type.Union([Type.Literal('ok'), Type.Literal('down')])

/** How the parts of the platform are, for root users. An engine is down when a service says that it cannot reach it. */
export const AdminHealth = Type.Object({
  services: Type.Record(Type.String(), State),
  engines: Type.Record(Type.String(), State),
  grafana_url: Type.Union([Type.String(), Type.Null()], { description: 'Where numbers over time are shown' }),
})
export type AdminHealth = Static<typeof AdminHealth>

export const AdminUser = Type.Object({
  id: Id,
  organization_id: Type.Integer(),
  organization: Type.String({ description: 'Its name' }),
  name: Type.String(),
  email: Type.String(),
  type_id: Type.Integer(),
  date_format: Type.String(),
  created_at: Timestamp,
})
export type AdminUser = Static<typeof AdminUser>

export const AdminOrganization = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  enterprise: Type.Boolean(),
  plan: Type.Object({ id: Type.Integer() }),
  users: Type.Integer(),
  date_format: Type.String(),
  created_at: Timestamp,
})
export type AdminOrganization = Static<typeof AdminOrganization>

export const adminNumbers = defineCall({
  method: 'GET',
  url: '/api/w/admin/numbers',
  schema: { summary: 'Count what there is', tags, response: { 200: AdminNumbers } },
})

export const adminHistory = defineCall({
  method: 'GET',
  url: '/api/w/admin/history',
  schema: {
    summary: 'Follow the numbers of the platform over the last 90 days (root users)',
    tags,
    response: { 200: Type.Object({ days: Type.Array(AdminDay) }) },
  },
})

export const adminHealth = defineCall({
  method: 'GET',
  url: '/api/w/admin/health',
  schema: { summary: 'See how services and engines are (root users)', tags, response: { 200: AdminHealth } },
})

export const adminUsers = defineCall({
  method: 'GET',
  url: '/api/w/admin/users',
  schema: {
    summary: 'List accounts (admins)',
    tags,
    querystring: listQuery('newest', 'oldest', 'email'),
    response: { 200: Type.Object({ items: Type.Array(AdminUser), amount }) },
  },
})

export const adminOrganizations = defineCall({
  method: 'GET',
  url: '/api/w/admin/organizations',
  schema: {
    summary: 'List organizations (admins)',
    tags,
    querystring: listQuery('newest', 'oldest', 'name'),
    response: { 200: Type.Object({ items: Type.Array(AdminOrganization), amount }) },
  },
})

/** What an organization pays for, or was given by hand. */
export const AdminSubscription = Type.Object({
  organization_id: Type.Integer(),
  organization: Type.String({ description: 'Its name' }),
  plan: Type.Object({ id: Type.Integer(), name: Type.String() }),
  id: Nullable(Type.String({ description: "The payment provider's id; null where nothing is paid" })),
  price: Nullable(Type.Number({ description: 'What is paid a month, in dollars' })),
  status: Type.String({ description: "As the payment provider names it, e.g. 'active' or 'past_due'" }),
  is_canceled: Type.Boolean({ description: 'It ends with its period' }),
  current_period_end: Nullable(Timestamp),
  given: Nullable(Type.Object({ plan_id: Nullable(Type.Integer()), enterprise: Type.Boolean() })),
})
export type AdminSubscription = Static<typeof AdminSubscription>

/** In dollars, of the whole platform. */
export const AdminRevenue = Type.Object({
  subscriptions: Type.Integer({ description: 'That are paid for' }),
  monthly: Type.Number({ description: 'What they bring a month at their list prices' }),
  this_month: Type.Number({ description: 'Received since the first of the month (UTC)' }),
  last_month: Type.Number(),
})
export type AdminRevenue = Static<typeof AdminRevenue>

export const adminSubscriptions = defineCall({
  method: 'GET',
  url: '/api/w/admin/subscriptions',
  schema: {
    summary: 'List who pays or was given a plan, newest change first (root users)',
    tags,
    querystring: Type.Object({ page: Type.Optional(Page) }),
    response: { 200: Type.Object({ items: Type.Array(AdminSubscription), amount }) },
  },
})

export const adminRevenue = defineCall({
  method: 'GET',
  url: '/api/w/admin/revenue',
  schema: { summary: 'Read what is received (root users)', tags, response: { 200: AdminRevenue } },
})

const ofOrganization = Type.Object({ organization_id: Type.Integer({ minimum: 1 }) })

export const adminSubscription = defineCall({
  method: 'GET',
  url: '/api/w/admin/subscriptions/:organization_id',
  schema: {
    summary: 'Read what an organization pays for and was given (root users)',
    tags,
    params: ofOrganization,
    response: { 200: AdminSubscription },
  },
})

export const givePlan = defineCall({
  method: 'POST',
  url: '/api/w/admin/subscriptions/:organization_id',
  schema: {
    summary: 'Give an organization a plan or what is for enterprises, whatever it pays (root users)',
    tags,
    params: ofOrganization,
    body: Type.Object({
      plan_id: Nullable(Type.Integer({ description: 'Null: the plan it pays for' })),
      enterprise: Type.Boolean({ description: 'Whether or not its plan has it' }),
    }),
    response: { 200: MessageAnswer },
  },
})
