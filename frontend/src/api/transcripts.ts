import { listTranscripts, readTranscript } from '@lectern/contracts'
import { api, pagesOf } from './api.ts'
import { type AnswerOf, type RowsOf, toRequest } from './call.ts'

export const { useTranscriptsInfiniteQuery, useTranscriptInfiniteQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    transcripts: build.infiniteQuery<AnswerOf<typeof listTranscripts>, RowsOf<typeof listTranscripts>, number>({
      infiniteQueryOptions: pagesOf((answer) => answer.transcripts),
      query: ({ queryArg, pageParam }) => toRequest(listTranscripts, { query: { ...queryArg, page: pageParam } }),
      providesTags: ['Transcripts'],
    }),
    transcript: build.infiniteQuery<AnswerOf<typeof readTranscript>, string, number>({
      infiniteQueryOptions: pagesOf((answer) => answer.chats),
      query: ({ queryArg, pageParam }) =>
        toRequest(readTranscript, { params: { id: queryArg }, query: { page: pageParam } }),
      providesTags: (_answer, _error, id) => [{ type: 'Transcript', id }],
    }),
  }),
})
