import {
  deleteAnswerPair,
  importAnswerPairs,
  listAnswerPairs,
  saveAnswerPair,
  type WriteAnswerPair,
  writeAnswerPair,
} from '@lectern/contracts'
import { api, pagesOf } from './api.ts'
import { type AnswerOf, toRequest } from './call.ts'

type OfChat = { chatId: string }

const changed = (answer: unknown, _error: unknown, { chatId }: OfChat) =>
  answer ? [{ type: 'AnswerPairs' as const, id: chatId }] : []

export const {
  useAnswerPairsInfiniteQuery,
  useWriteAnswerPairMutation,
  useSaveAnswerPairMutation,
  useDeleteAnswerPairMutation,
  useImportAnswerPairsMutation,
} = api.injectEndpoints({
  endpoints: (build) => ({
    answerPairs: build.infiniteQuery<AnswerOf<typeof listAnswerPairs>, string, number>({
      infiniteQueryOptions: pagesOf((answer) => answer.pairs),
      query: ({ queryArg, pageParam }) => toRequest(listAnswerPairs, { query: { kb_id: queryArg, page: pageParam } }),
      providesTags: (_answer, _error, chatId) => [{ type: 'AnswerPairs', id: chatId }],
    }),
    writeAnswerPair: build.mutation<AnswerOf<typeof writeAnswerPair>, OfChat & { pair: WriteAnswerPair }>({
      query: ({ chatId, pair }) => toRequest(writeAnswerPair, { body: { kb_id: chatId, ...pair } }),
      invalidatesTags: changed,
    }),
    saveAnswerPair: build.mutation<AnswerOf<typeof saveAnswerPair>, OfChat & { id: string; pair: WriteAnswerPair }>({
      query: ({ id, pair }) => toRequest(saveAnswerPair, { params: { id }, body: pair }),
      invalidatesTags: changed,
    }),
    deleteAnswerPair: build.mutation<AnswerOf<typeof deleteAnswerPair>, OfChat & { id: string }>({
      query: ({ id }) => toRequest(deleteAnswerPair, { params: { id } }),
      invalidatesTags: changed,
    }),
    importAnswerPairs: build.mutation<AnswerOf<typeof importAnswerPairs>, OfChat & { csv: string }>({
      query: ({ chatId, csv }) => toRequest(importAnswerPairs, { body: { kb_id: chatId, csv } }),
      invalidatesTags: changed,
    }),
  }),
})
