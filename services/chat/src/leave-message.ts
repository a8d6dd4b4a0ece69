import { type LeaveMessage, limits } from '@lectern/contracts'
import { CallError, type Identity, notFound } from '@lectern/service'
import type { FastifyBaseLogger } from 'fastify'
import type { Context } from './app.ts'
import { identifyVisitor } from './identify-visitor.ts'
import { newId } from './models/conversation.ts'
import { secondsToNextDay } from './models/daily-count.ts'

/**
 * Keeps what a visitor writes to a person, with the mail and the webhook that take it there.
 * @throws CallError chat_not_found, contact_off, rate_limited
 */
export async function leaveMessage(
  context: Context,
  identity: Identity,
  given: LeaveMessage,
  log: FastifyBaseLogger,
): Promise<void> {
  const { orgId } = identity
  const chat = await context.chatOf(orgId, given.kb_id)
  if (!chat || (identity.kind === 'visitor' && chat.unqid !== identity.chatUnqid)) throw notFound('chat_not_found')
  if (chat.noContactForm) throw new CallError('contact_off')
  if (!(await context.dailyCounts.take(orgId, `messages ${chat._id}`, limits.contactsPerDay)))
    throw new CallError('rate_limited', { retryAfterSeconds: secondsToNextDay() })
  const { transcript_id = '', message_id = '' } = given
  const isOfChat = transcript_id.startsWith(`${chat._id}.`)
  const knows = isOfChat && message_id !== '' && (await context.conversations.holds(orgId, transcript_id, message_id))
  const visitor = await identifyVisitor(context, orgId, given.visitor, log)
  await context.contacts.add(
    {
      _id: newId(),
      orgId,
      kbId: chat._id,
      conversationId: knows ? transcript_id : null,
      name: given.name.trim(),
      email: given.email.trim(),
      message: given.message.trim(),
      visitorId: visitor?.id ?? null,
    },
    chat.contactUrl ?? '',
  )
  context.contactMails.wake()
  context.deliveries.wake()
}
