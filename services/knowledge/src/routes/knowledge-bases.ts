import {
  createKnowledgeBase,
  deleteKnowledgeBase,
  knowledgeBaseStatus,
  limits,
  listKnowledgeBases,
  replaceKnowledgeBase,
  type SaveKnowledgeBase,
  saveKnowledgeBase,
} from '@lectern/contracts'
import { type App, causeOf, notFound, outboxEntry, userOf } from '@lectern/service'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../app.ts'
import * as deletion from '../delete-knowledge-base.ts'
import { presentChat } from '../present.ts'
import { readForm } from '../read-form.ts'

export function knowledgeBaseRoutes(app: App, context: Context) {
  const { chats, outboxes } = context

  app.route({
    ...listKnowledgeBases,
    handler: async (request) => {
      const found = await chats.list(userOf(request).orgId, request.query.page ?? 1)
      return { knowledge_bases: found.map(presentChat), amount: limits.pageSize }
    },
  })

  app.route({
    ...knowledgeBaseStatus,
    handler: async (request) => {
      const chat = await chats.find(userOf(request).orgId, request.query.id)
      if (!chat) throw notFound('chat_not_found')
      return { kb: presentChat(chat) }
    },
  })

  app.route({
    ...createKnowledgeBase,
    preValidation: readForm,
    handler: async (request) => {
      const entry = outboxEntry('kb.changed', causeOf(request))
      const chat = await chats.create(userOf(request).orgId, request.body.name.trim(), entry)
      outboxes.chats.wake(chat._id)
      return { knowledge_base: presentChat(chat), message: 'Chat created.' }
    },
  })

  const save = async (request: FastifyRequest, id: string, fields: SaveKnowledgeBase) => {
    const settings = fields.name === undefined ? fields : { ...fields, name: fields.name.trim() }
    const entry = outboxEntry('kb.changed', causeOf(request))
    const chat = await chats.save(userOf(request).orgId, id, settings, entry)
    if (!chat) throw notFound('chat_not_found')
    outboxes.chats.wake(id)
    return { knowledge_base: presentChat(chat), message: 'Saved.' }
  }

  app.route({
    ...saveKnowledgeBase,
    preValidation: readForm,
    handler: (request) => save(request, request.params.id, request.body),
  })

  app.route({
    ...replaceKnowledgeBase,
    handler: (request) => save(request, request.params.id, request.body),
  })

  app.route({
    ...deleteKnowledgeBase,
    handler: async (request) => {
      const { orgId } = userOf(request)
      const isDeleted = await deletion.deleteKnowledgeBase(context, orgId, request.params.id, causeOf(request))
      if (!isDeleted) throw notFound('chat_not_found')
      return { message: 'Deleted.' }
    },
  })
}
