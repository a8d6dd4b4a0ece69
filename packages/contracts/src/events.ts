import type { DescMessage, MessageInitShape, MessageShape } from '@bufbuild/protobuf'
import { ConversationAnsweredSchema, ConversationDeletedSchema } from './gen/lectern/conversation/v1/events_pb.js'
import { CrawlDeletedSchema, CrawlFinishedSchema, CrawlRequestedSchema } from './gen/lectern/crawl/v1/events_pb.js'
import {
  DocumentCrawledSchema,
  DocumentDeletedSchema,
  DocumentFailedSchema,
  DocumentFetchedSchema,
  DocumentIngestedSchema,
  DocumentProgressSchema,
  DocumentUploadedSchema,
  DocumentVanishedSchema,
} from './gen/lectern/document/v1/events_pb.js'
import { InviteCreatedSchema, InviteDeletedSchema } from './gen/lectern/invite/v1/events_pb.js'
import { KbChangedSchema, KbDeletedSchema } from './gen/lectern/kb/v1/events_pb.js'
import { MemberRemovedSchema } from './gen/lectern/member/v1/events_pb.js'
import { OrganizationChangedSchema, OrganizationDeletedSchema } from './gen/lectern/organization/v1/events_pb.js'
import { PlanChangedSchema } from './gen/lectern/plan/v1/events_pb.js'
import { QuotaReachedSchema } from './gen/lectern/quota/v1/events_pb.js'
import { SubscriptionChangedSchema } from './gen/lectern/subscription/v1/events_pb.js'
import {
  UserDeletedSchema,
  UserPasswordChangedSchema,
  UserRegisteredSchema,
  UserRenamedSchema,
  UserVerifiedSchema,
} from './gen/lectern/user/v1/events_pb.js'

export { type Envelope, EnvelopeSchema } from './gen/lectern/envelope/v1/envelope_pb.js'

/** Every topic. A state topic keeps the newest event of each aggregate for ever, so that a copy can be built from its start. */
export const topics = {
  user: { keeps: 'history' },
  organization: { keeps: 'state' },
  invite: { keeps: 'history' },
  member: { keeps: 'history' },
  kb: { keeps: 'state' },
  document: { keeps: 'history' },
  crawl: { keeps: 'history' },
  conversation: { keeps: 'history' },
  quota: { keeps: 'history' },
  plan: { keeps: 'state' },
  subscription: { keeps: 'state' },
} as const

export type Aggregate = keyof typeof topics

/** Every event: its name, the topic it travels in, its message. */
export const events = {
  'user.registered': UserRegisteredSchema,
  'user.renamed': UserRenamedSchema,
  'user.verified': UserVerifiedSchema,
  'user.password_changed': UserPasswordChangedSchema,
  'user.deleted': UserDeletedSchema,
  'organization.changed': OrganizationChangedSchema,
  'organization.deleted': OrganizationDeletedSchema,
  'invite.created': InviteCreatedSchema,
  'invite.deleted': InviteDeletedSchema,
  'member.removed': MemberRemovedSchema,
  'kb.changed': KbChangedSchema,
  'kb.deleted': KbDeletedSchema,
  'document.uploaded': DocumentUploadedSchema,
  'document.fetched': DocumentFetchedSchema,
  'document.crawled': DocumentCrawledSchema,
  'document.vanished': DocumentVanishedSchema,
  'document.deleted': DocumentDeletedSchema,
  'document.progress': DocumentProgressSchema,
  'document.ingested': DocumentIngestedSchema,
  'document.failed': DocumentFailedSchema,
  'crawl.requested': CrawlRequestedSchema,
  'crawl.deleted': CrawlDeletedSchema,
  'crawl.finished': CrawlFinishedSchema,
  'conversation.answered': ConversationAnsweredSchema,
  'conversation.deleted': ConversationDeletedSchema,
  'quota.reached': QuotaReachedSchema,
  'plan.changed': PlanChangedSchema,
  'subscription.changed': SubscriptionChangedSchema,
} as const satisfies Record<`${Aggregate}.${string}`, DescMessage>

export type EventType = keyof typeof events
export type EventPayload<T extends EventType> = MessageShape<(typeof events)[T]>
export type EventInit<T extends EventType> = MessageInitShape<(typeof events)[T]>

/** The aggregate an event tells of is the first part of its name. */
export const aggregateOf = (type: EventType): Aggregate => type.split('.')[0] as Aggregate

export const isEventType = (type: string): type is EventType => Object.hasOwn(events, type)
