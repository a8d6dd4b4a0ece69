import { deleteFile, listFiles, type ScrapePage, uploadFile } from '@lectern/contracts'
import type { Static } from 'typebox'
import { api, pagesOf, withoutRow } from './api.ts'
import { type AnswerOf, toRequest } from './call.ts'

export const filesApi = api.injectEndpoints({
  endpoints: (build) => ({
    files: build.infiniteQuery<AnswerOf<typeof listFiles>, string, number>({
      infiniteQueryOptions: pagesOf((answer) => answer.files),
      query: ({ queryArg, pageParam }) => toRequest(listFiles, { query: { id: queryArg, page: pageParam } }),
      providesTags: (_answer, _error, chatId) => [{ type: 'Files', id: chatId }],
    }),
    scrapePage: build.mutation<AnswerOf<typeof uploadFile>, Static<typeof ScrapePage>>({
      query: (body) => ({ ...toRequest(uploadFile), body }),
      invalidatesTags: (answer, _error, { id }) =>
        answer ? [{ type: 'Files', id }, { type: 'Chat', id }, 'Chats', 'Dashboard'] : [],
    }),
    deleteFile: build.mutation<AnswerOf<typeof deleteFile>, { id: string; chatId: string }>({
      query: ({ id, chatId }) => toRequest(deleteFile, { params: { id }, query: { kb_id: chatId } }),
      onQueryStarted: ({ id, chatId }, change) => withoutRow(change, { type: 'Files', id: chatId }, id),
      invalidatesTags: (answer, _error, { chatId }) =>
        answer ? [{ type: 'Files', id: chatId }, { type: 'Chat', id: chatId }, 'Chats', 'Dashboard'] : [],
    }),
  }),
})

export const { useFilesInfiniteQuery, useScrapePageMutation, useDeleteFileMutation } = filesApi
