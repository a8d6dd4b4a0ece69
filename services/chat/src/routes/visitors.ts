import {
  dateFormat,
  deleteContactMessage,
  giveFeedback,
  leaveMessage,
  limits,
  listContactMessages,
  readSigningSecret,
  rotateSigningSecret,
} from '@lectern/contracts'
import { type App, adminOf, failedAnswer, identityOf, notFound, sendError, userOf } from '@lectern/service'
import type { FastifyReply } from 'fastify'
import type { Context } from '../app.ts'
import * as contact from '../leave-message.ts'
import type { ContactMessage } from '../models/contact-message.ts'
import type { SigningSecret } from '../models/signing-secret.ts'

/** What visitors do beside asking, and what owners see of it. */
export async function visitorRoutes(app: App, context: Context) {
  const { chatOf, contacts, conversations, copies, secrets } = context

  app.route({
    ...giveFeedback,
    errorHandler: (thrown, request, reply) => sendError(thrown, request, reply as FastifyReply, failedAnswer),
    handler: async (request) => {
      const identity = identityOf(request)
      const { transcript_id, message_id, thumb, comment = '' } = request.body
      if (identity.kind === 'visitor') {
        const chat = await chatOf(identity.orgId, identity.chatUnqid)
        if (!chat || !transcript_id.startsWith(`${chat._id}.`)) throw notFound()
      }
      const feedback = { thumb, comment: comment.trim() }
      if (!(await conversations.giveFeedback(identity.orgId, transcript_id, message_id, feedback))) throw notFound()
      return { message: 'Thank you.' }
    },
  })

  app.route({
    ...leaveMessage,
    errorHandler: (thrown, request, reply) => sendError(thrown, request, reply as FastifyReply, failedAnswer),
    handler: async (request) => {
      await contact.leaveMessage(context, identityOf(request), request.body, request.log)
      return { message: 'Your message is on its way.' }
    },
  })

  app.route({
    ...listContactMessages,
    handler: async (request) => {
      const { orgId } = userOf(request)
      const { page = 1, kb_id } = request.query
      const [found, chats] = await Promise.all([
        contacts.list(orgId, kb_id || undefined, page),
        copies.listChats(orgId),
      ])
      const names = new Map(chats.map(({ _id, name }) => [_id, name]))
      return { messages: found.map((each) => present(each, names.get(each.kbId) ?? '')), amount: limits.pageSize }
    },
  })

  app.route({
    ...deleteContactMessage,
    handler: async (request) => {
      if (!(await contacts.delete(userOf(request).orgId, request.params.id))) throw notFound()
      return { message: 'Deleted.' }
    },
  })

  app.route({
    ...readSigningSecret,
    handler: async (request) => presentSecret(await secrets.read(adminOf(request).orgId)),
  })

  app.route({
    ...rotateSigningSecret,
    handler: async (request) => presentSecret(await secrets.rotate(adminOf(request).orgId)),
  })
}

const present = (message: ContactMessage, chatName: string) => ({
  id: message._id,
  kb: { id: message.kbId, name: chatName },
  name: message.name,
  email: message.email,
  message: message.message,
  is_identified: message.visitorId !== null,
  transcript_id: message.conversationId,
  webhook: message.delivery?.state ?? ('none' as const),
  date_format: dateFormat(message.createdAt),
  created_at: message.createdAt.toISOString(),
})

const presentSecret = ({ secret, rotatedAt }: SigningSecret) => ({
  secret,
  rotated_at: rotatedAt?.toISOString() ?? null,
})
