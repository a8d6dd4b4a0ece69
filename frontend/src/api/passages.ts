import { listPassages, type RetrievalTest, testRetrieval } from '@lectern/contracts'
import { api, pagesOf } from './api.ts'
import { type AnswerOf, toRequest } from './call.ts'

type Read = { fileId: string; fromPage: number }

export const { usePassagesInfiniteQuery, useTestRetrievalMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    passages: build.infiniteQuery<AnswerOf<typeof listPassages>, Read, number>({
      infiniteQueryOptions: pagesOf((answer) => answer.passages),
      query: ({ queryArg: { fileId, fromPage }, pageParam }) =>
        toRequest(listPassages, { query: { file_id: fileId, from_page: fromPage, page: pageParam } }),
      // A file may have been read anew since.
      keepUnusedDataFor: 0,
    }),
    testRetrieval: build.mutation<RetrievalTest, { chatId: string; question: string }>({
      query: ({ chatId, question }) => toRequest(testRetrieval, { body: { kb_id: chatId, question } }),
    }),
  }),
})
