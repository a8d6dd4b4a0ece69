import { listTranscripts, readTranscript } from '@lectern/contracts'
import { api, pagesOf } from './api.ts'
import { type AnswerOf, toRequest } from './call.ts'

export const { useTranscriptsInfiniteQuery, useTranscriptInfiniteQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    /** The argument is the chat's id, or empty for all chats. */
    transcripts: build.infiniteQuery<AnswerOf<typeof listTranscripts>, string, number>({
      infiniteQueryOptions: pagesOf((answer) => answer.transcripts),
      query: ({ queryArg, pageParam }) =>
        toRequest(listTranscripts, { query: { page: pageParam, kb_id: queryArg || undefined } }),
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
