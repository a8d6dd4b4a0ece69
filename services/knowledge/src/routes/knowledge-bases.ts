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
import { type App, causeOf, notFound, readForm, userOf } from '@lectern/service'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../app.ts'
import * as creation from '../create-knowledge-base.ts'
import * as deletion from '../delete-knowledge-base.ts'
import type { Chat } from '../models/chat.ts'
import { presentChat } from '../present.ts'
import * as saving from '../save-knowledge-base.ts'

export function knowledgeBaseRoutes(app: App, context: Context) {
  const { chats, organizations } = context
  const present = async (chat: Chat) => presentChat(chat, await organizations.find(chat.orgId))

  app.route({
    ...listKnowledgeBases,
    handler: async (request) => {
      const { orgId } = userOf(request)
      const [found, organization] = await Promise.all([chats.list(orgId, request.query), organizations.find(orgId)])
      return { knowledge_bases: found.map((chat) => presentChat(chat, organization)), amount: limits.pageSize }
    },
  })

  app.route({
    ...knowledgeBaseStatus,
    handler: async (request) => {
      const chat = await chats.find(userOf(request).orgId, request.query.id)
      if (!chat) throw notFound('chat_not_found')
      return { kb: await present(chat) }
    },
  })

  app.route({
    ...createKnowledgeBase,
    preValidation: readForm,
    handler: async (request) => {
      const { orgId } = userOf(request)
      const chat = await creation.createKnowledgeBase(context, orgId, request.body.name.trim(), causeOf(request))
      return { knowledge_base: await present(chat), message: 'Chat created.' }
    },
  })

  const save = async (request: FastifyRequest, id: string, fields: SaveKnowledgeBase) => {
    const { orgId } = userOf(request)
    const chat = await saving.saveKnowledgeBase(context, orgId, id, fields, request.image, causeOf(request))
    return { knowledge_base: await present(chat), message: 'Saved.' }
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
