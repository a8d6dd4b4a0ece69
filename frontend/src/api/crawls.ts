import { crawlAgain, deleteCrawl, listCrawls, startCrawl } from '@lectern/contracts'
import { api } from './api.ts'
import { type AnswerOf, type BodyOf, toRequest } from './call.ts'

type OfChat = { chatId: string; id: string }

const changed = (answer: unknown, chatId: string) =>
  answer
    ? ([{ type: 'Crawls', id: chatId }, { type: 'Files', id: chatId }, { type: 'Chat', id: chatId }, 'Chats'] as const)
    : []

export const crawlsApi = api.injectEndpoints({
  endpoints: (build) => ({
    crawls: build.query<AnswerOf<typeof listCrawls>['crawls'], string>({
      query: (id) => toRequest(listCrawls, { params: { id } }),
      transformResponse: (answer: AnswerOf<typeof listCrawls>) => answer.crawls,
      providesTags: (_answer, _error, chatId) => [{ type: 'Crawls', id: chatId }],
    }),
    startCrawl: build.mutation<AnswerOf<typeof startCrawl>, { chatId: string; fields: BodyOf<typeof startCrawl> }>({
      query: ({ chatId, fields }) => toRequest(startCrawl, { params: { id: chatId }, body: fields }),
      invalidatesTags: (answer, _error, { chatId }) => changed(answer, chatId),
    }),
    crawlAgain: build.mutation<AnswerOf<typeof crawlAgain>, OfChat>({
      query: ({ chatId, id }) => toRequest(crawlAgain, { params: { id: chatId, crawl_id: id } }),
      invalidatesTags: (answer, _error, { chatId }) => changed(answer, chatId),
    }),
    deleteCrawl: build.mutation<AnswerOf<typeof deleteCrawl>, OfChat>({
      query: ({ chatId, id }) => toRequest(deleteCrawl, { params: { id: chatId, crawl_id: id } }),
      invalidatesTags: (answer, _error, { chatId }) => changed(answer, chatId),
    }),
  }),
})

export const { useCrawlsQuery, useStartCrawlMutation, useCrawlAgainMutation, useDeleteCrawlMutation } = crawlsApi
