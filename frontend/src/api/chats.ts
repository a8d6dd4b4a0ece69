import {
  createKnowledgeBase,
  deleteKnowledgeBase,
  knowledgeBaseStatus,
  listKnowledgeBases,
  saveKnowledgeBase,
} from '@lectern/contracts'
import { api, pagesOf, withoutRow } from './api.ts'
import { type AnswerOf, type BodyOf, type RowsOf, toRequest, withImage } from './call.ts'

export const chatsApi = api.injectEndpoints({
  endpoints: (build) => ({
    chats: build.infiniteQuery<AnswerOf<typeof listKnowledgeBases>, RowsOf<typeof listKnowledgeBases>, number>({
      infiniteQueryOptions: pagesOf((answer) => answer.knowledge_bases),
      query: ({ queryArg, pageParam }) => toRequest(listKnowledgeBases, { query: { ...queryArg, page: pageParam } }),
      providesTags: ['Chats'],
    }),
    chatStatus: build.query<AnswerOf<typeof knowledgeBaseStatus>['kb'], string>({
      query: (id) => toRequest(knowledgeBaseStatus, { query: { id } }),
      transformResponse: (answer: AnswerOf<typeof knowledgeBaseStatus>) => answer.kb,
      providesTags: (_answer, _error, id) => [{ type: 'Chat', id }],
    }),
    createChat: build.mutation<AnswerOf<typeof createKnowledgeBase>, BodyOf<typeof createKnowledgeBase>>({
      query: (body) => toRequest(createKnowledgeBase, { body }),
      invalidatesTags: (answer) => (answer ? ['Chats', 'Dashboard'] : []),
    }),
    saveChat: build.mutation<
      AnswerOf<typeof saveKnowledgeBase>,
      { id: string; fields: BodyOf<typeof saveKnowledgeBase>; image?: File | null }
    >({
      query: ({ id, fields, image = null }) => ({
        ...toRequest(saveKnowledgeBase, { params: { id } }),
        body: withImage(fields, image),
      }),
      invalidatesTags: (answer, _error, { id }) => (answer ? ['Chats', { type: 'Chat', id }] : []),
    }),
    deleteChat: build.mutation<AnswerOf<typeof deleteKnowledgeBase>, string>({
      query: (id) => toRequest(deleteKnowledgeBase, { params: { id } }),
      onQueryStarted: (id, change) => withoutRow(change, 'Chats', id),
      invalidatesTags: (answer) => (answer ? ['Chats', 'Dashboard', 'Transcripts'] : []),
    }),
  }),
})

export const {
  useChatsInfiniteQuery,
  useChatStatusQuery,
  useCreateChatMutation,
  useSaveChatMutation,
  useDeleteChatMutation,
} = chatsApi
