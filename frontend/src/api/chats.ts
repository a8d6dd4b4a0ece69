import {
  createKnowledgeBase,
  deleteKnowledgeBase,
  knowledgeBaseStatus,
  listKnowledgeBases,
  saveKnowledgeBase,
} from '@lectern/contracts'
import { api, pagesOf } from './api.ts'
import { type AnswerOf, type BodyOf, toRequest } from './call.ts'

export const chatsApi = api.injectEndpoints({
  endpoints: (build) => ({
    chats: build.infiniteQuery<AnswerOf<typeof listKnowledgeBases>, void, number>({
      infiniteQueryOptions: pagesOf((answer) => answer.knowledge_bases),
      query: ({ pageParam }) => toRequest(listKnowledgeBases, { query: { page: pageParam } }),
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
      { id: string; fields: BodyOf<typeof saveKnowledgeBase> }
    >({
      query: ({ id, fields }) => toRequest(saveKnowledgeBase, { params: { id }, body: fields }),
      invalidatesTags: (answer, _error, { id }) => (answer ? ['Chats', { type: 'Chat', id }] : []),
    }),
    deleteChat: build.mutation<AnswerOf<typeof deleteKnowledgeBase>, string>({
      query: (id) => toRequest(deleteKnowledgeBase, { params: { id } }),
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
