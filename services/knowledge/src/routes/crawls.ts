import { crawlAgain, deleteCrawl, listCrawls, startCrawl } from '@lectern/contracts'
import { type App, causeOf, notFound, userOf } from '@lectern/service'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../app.ts'
import * as deletion from '../delete-crawl.ts'
import type { Crawl } from '../models/crawl.ts'
import { presentCrawl } from '../present-crawl.ts'
import * as starting from '../start-crawl.ts'

export function crawlRoutes(app: App, context: Context) {
  const { chats, crawls, files } = context
  const present = async (crawl: Crawl) =>
    presentCrawl(crawl, (await files.countByCrawl(crawl.orgId, crawl.chatId)).get(crawl._id) ?? 0)

  const find = async (request: FastifyRequest, { id, crawl_id }: { id: string; crawl_id: string }) => {
    const crawl = await crawls.find(userOf(request).orgId, crawl_id)
    if (crawl?.chatId !== id) throw notFound('crawl_not_found')
    return crawl
  }

  app.route({
    ...listCrawls,
    handler: async (request) => {
      const { orgId } = userOf(request)
      const { id } = request.params
      if (!(await chats.find(orgId, id))) throw notFound('chat_not_found')
      const [found, counts] = await Promise.all([crawls.list(orgId, id), files.countByCrawl(orgId, id)])
      return { crawls: found.map((crawl) => presentCrawl(crawl, counts.get(crawl._id) ?? 0)) }
    },
  })

  app.route({
    ...startCrawl,
    handler: async (request) => {
      const { orgId } = userOf(request)
      const crawl = await starting.startCrawl(context, orgId, request.params.id, request.body, causeOf(request))
      return { crawl: await present(crawl), message: 'We are reading the website now.' }
    },
  })

  app.route({
    ...crawlAgain,
    handler: async (request) => {
      const crawl = await find(request, request.params)
      const started = await starting.crawlAgain(context, crawl.orgId, crawl, causeOf(request))
      return { crawl: await present(started), message: 'We are reading the website again.' }
    },
  })

  app.route({
    ...deleteCrawl,
    handler: async (request) => {
      const crawl = await find(request, request.params)
      const isDeleted = await deletion.deleteCrawl(context, crawl.orgId, crawl, causeOf(request))
      if (!isDeleted) throw notFound('crawl_not_found')
      return { message: 'Deleted.' }
    },
  })
}
