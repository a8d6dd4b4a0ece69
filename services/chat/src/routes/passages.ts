import { type FoundPassage, limits, listPassages, testRetrieval } from '@lectern/contracts'
import { type App, notFound, userOf } from '@lectern/service'
import type { Context } from '../app.ts'
import { quotesOf } from '../compose-answer.ts'
import { enoughSupport, supportOf } from '../judge-support.ts'
import type { Passage } from '../rank-passages.ts'

/** What owners see of the passages: what was read from a file, and what is found for a question. */
export async function passageRoutes(app: App, { copies, readPassages, retrieve, nearSentences, written }: Context) {
  app.route({
    ...listPassages,
    handler: async (request) => {
      const { orgId } = userOf(request)
      const { file_id, page = 1, from_page } = request.query
      const { passages, total } = await readPassages(orgId, file_id, { page, fromPage: from_page })
      return { passages, total, amount: limits.pageSize }
    },
  })

  app.route({
    ...testRetrieval,
    handler: async (request) => {
      const { orgId } = userOf(request)
      const chat = await copies.findChat(orgId, request.body.kb_id)
      if (!chat) throw notFound('chat_not_found')
      const question = request.body.question.trim()
      const begun = performance.now()
      const [passages, pair] = await Promise.all([
        retrieve(orgId, chat._id, question, limits.passagesTested),
        written.find(orgId, chat._id, question),
      ])
      const support = supportOf(passages)
      const near = support >= enoughSupport ? await nearSentences(question, passages) : []
      return {
        passages: passages.map(present),
        sources: support >= enoughSupport ? quotesOf(question, passages, near) : [],
        support,
        enough: enoughSupport,
        pair: pair && { id: pair._id, question: pair.question, similarity: pair.similarity },
        took_ms: Math.round(performance.now() - begun),
      }
    },
  })
}

const present = (passage: Passage): FoundPassage => {
  const { id, fileId, fileName, page, url, heading, text, score, similarity, words } = passage
  return { id, file_id: fileId, name: fileName, page, url: url ?? null, heading, text, score, similarity, words }
}
