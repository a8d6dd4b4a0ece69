import {
  type AnswerPair,
  dateFormat,
  deleteAnswerPair,
  importAnswerPairs,
  limits,
  listAnswerPairs,
  saveAnswerPair,
  writeAnswerPair,
} from '@lectern/contracts'
import { type App, notFound, userOf } from '@lectern/service'
import type { Context } from '../app.ts'
import { importPairs } from '../import-pairs.ts'
import type { Pair } from '../models/pair.ts'

/** What owners write themselves, and correct: it wins over the documents. */
export async function answerPairRoutes(app: App, { copies, pairs, written }: Context) {
  const chatId = async (orgId: number, id: string) => {
    const chat = await copies.findChat(orgId, id)
    if (!chat) throw notFound('chat_not_found')
    return chat._id
  }
  const stored = async (orgId: number, id: string) => {
    const pair = await pairs.find(orgId, id)
    if (!pair) throw notFound()
    return pair
  }

  app.route({
    ...listAnswerPairs,
    handler: async (request) => {
      const { orgId } = userOf(request)
      const kbId = await chatId(orgId, request.query.kb_id)
      const found = await pairs.list(orgId, kbId, request.query.page ?? 1, limits.pageSize)
      return { pairs: found.map(present), amount: limits.pageSize }
    },
  })

  app.route({
    ...writeAnswerPair,
    handler: async (request) => {
      const { orgId } = userOf(request)
      const kbId = await chatId(orgId, request.body.kb_id)
      const pair = trimmed(request.body)
      await written.write(orgId, kbId, [pair])
      return { pair: present(await stored(orgId, pairs.idOf(kbId, pair.question))), message: 'Saved.' }
    },
  })

  app.route({
    ...importAnswerPairs,
    handler: async (request) => {
      const { orgId } = userOf(request)
      const kbId = await chatId(orgId, request.body.kb_id)
      return importPairs(written, orgId, kbId, request.body.csv)
    },
  })

  app.route({
    ...saveAnswerPair,
    handler: async (request) => {
      const { orgId } = userOf(request)
      const before = await stored(orgId, request.params.id)
      const pair = trimmed(request.body)
      const id = pairs.idOf(before.kbId, pair.question)
      // Removed first, so that a chat that is full can still change what it has.
      if (id !== before._id) await written.remove(orgId, before)
      await written.write(orgId, before.kbId, [pair])
      return { pair: present(await stored(orgId, id)), message: 'Saved.' }
    },
  })

  app.route({
    ...deleteAnswerPair,
    handler: async (request) => {
      const { orgId } = userOf(request)
      if (!(await written.remove(orgId, await stored(orgId, request.params.id)))) throw notFound()
      return { message: 'Deleted.' }
    },
  })
}

const trimmed = ({ question, answer }: { question: string; answer: string }) => ({
  question: question.trim(),
  answer: answer.trim(),
})

const present = ({ _id, kbId, question, answer, updatedAt }: Omit<Pair, 'vector'>): AnswerPair => ({
  id: _id,
  knowledge_base_id: kbId,
  question,
  answer,
  date_format: dateFormat(updatedAt),
  updated_at: updatedAt.toISOString(),
})
