import {
  deleteContactMessage,
  listContactMessages,
  listRefusedSites,
  readSigningSecret,
  rotateSigningSecret,
} from '@lectern/contracts'
import { api, pagesOf } from './api.ts'
import { type AnswerOf, toRequest } from './call.ts'

export const {
  useRefusedSitesQuery,
  useSigningSecretQuery,
  useRotateSigningSecretMutation,
  useContactMessagesInfiniteQuery,
  useDeleteContactMessageMutation,
} = api.injectEndpoints({
  endpoints: (build) => ({
    refusedSites: build.query<AnswerOf<typeof listRefusedSites>['sites'], string>({
      query: (unqid) => toRequest(listRefusedSites, { params: { unqid } }),
      transformResponse: (answer: AnswerOf<typeof listRefusedSites>) => answer.sites,
    }),
    signingSecret: build.query<AnswerOf<typeof readSigningSecret>, void>({
      query: () => toRequest(readSigningSecret),
      providesTags: ['SigningSecret'],
    }),
    rotateSigningSecret: build.mutation<AnswerOf<typeof rotateSigningSecret>, void>({
      query: () => toRequest(rotateSigningSecret),
      invalidatesTags: (answer) => (answer ? ['SigningSecret'] : []),
    }),
    /** The argument is the chat's id, or empty for all chats. */
    contactMessages: build.infiniteQuery<AnswerOf<typeof listContactMessages>, string, number>({
      infiniteQueryOptions: pagesOf((answer) => answer.messages),
      query: ({ queryArg, pageParam }) =>
        toRequest(listContactMessages, { query: { page: pageParam, kb_id: queryArg || undefined } }),
      providesTags: ['ContactMessages'],
    }),
    deleteContactMessage: build.mutation<AnswerOf<typeof deleteContactMessage>, string>({
      query: (id) => toRequest(deleteContactMessage, { params: { id } }),
      invalidatesTags: (answer) => (answer ? ['ContactMessages'] : []),
    }),
  }),
})
