import {
  type ChatMessage,
  dateFormat,
  deleteTranscript,
  limits,
  listTranscripts,
  readTranscript,
} from '@lectern/contracts'
import { type App, causeOf, notFound, outboxEntry, userOf } from '@lectern/service'
import type { Context } from '../app.ts'
import type { Conversation, StoredMessage } from '../models/conversation.ts'

export async function transcriptRoutes(app: App, { conversations, copies, outbox }: Context) {
  app.route({
    ...listTranscripts,
    handler: async (request) => {
      const { orgId } = userOf(request)
      const { kb_id, ...query } = request.query
      const [chats, found] = await Promise.all([
        copies.listChats(orgId),
        conversations.list(orgId, kb_id || undefined, query),
      ])
      const names = new Map(chats.map(({ _id, name }) => [_id, name]))
      return {
        transcripts: found.map((each) => transcript(each, names.get(each.kbId) ?? '')),
        amount: limits.pageSize,
        kbs: chats.map(({ _id, name }) => ({ id: _id, name })),
      }
    },
  })

  app.route({
    ...readTranscript,
    handler: async (request) => {
      const { orgId } = userOf(request)
      const conversation = await conversations.find(orgId, request.params.id)
      if (!conversation) throw notFound()
      const chat = await copies.findChat(orgId, conversation.kbId)
      const from = ((request.query.page ?? 1) - 1) * limits.messagesListed
      return {
        transcript: transcript(conversation, chat?.name ?? ''),
        chats: conversation.messages.slice(from, from + limits.messagesListed).map(message),
        amount: limits.messagesListed,
      }
    },
  })

  app.route({
    ...deleteTranscript,
    handler: async (request) => {
      const { orgId } = userOf(request)
      const { id } = request.params
      const conversation = await conversations.find(orgId, id)
      if (!conversation) throw notFound()
      const entry = outboxEntry('conversation.deleted', causeOf(request), { kbId: conversation.kbId })
      if (!(await conversations.markDeleted(orgId, id, entry))) throw notFound()
      outbox.wake(id)
      return { message: 'Deleted.' }
    },
  })
}

const transcript = (conversation: Conversation, name: string) => ({
  id: conversation._id,
  unqid: conversation.unqid,
  date_format: dateFormat(conversation.createdAt),
  created_at: conversation.createdAt.toISOString(),
  chat_count: conversation.answered,
  kb: { id: conversation.kbId, name },
  first_chat: { content: conversation.firstQuestion },
  visitor: conversation.visitor ?? null,
  thumbs_up: conversation.thumbs?.up ?? 0,
  thumbs_down: conversation.thumbs?.down ?? 0,
})

const message = ({ id, role, content, type, sources, feedback, at }: StoredMessage): ChatMessage => ({
  id,
  role,
  content,
  is_ai: role === 'assistant',
  error: false,
  error_text: '',
  type,
  sources,
  feedback: feedback ?? null,
  date_format: dateFormat(at),
  created_at: at.toISOString(),
})
