import { inviteUser, listUsers, removeUser } from '@lectern/contracts'
import { api, pagesOf } from './api.ts'
import { type AnswerOf, type BodyOf, toRequest } from './call.ts'

export const { useUsersInfiniteQuery, useInviteUserMutation, useRemoveUserMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    users: build.infiniteQuery<AnswerOf<typeof listUsers>, void, number>({
      infiniteQueryOptions: pagesOf((answer) => answer.items),
      query: ({ pageParam }) => toRequest(listUsers, { query: { page: pageParam } }),
      providesTags: ['Users'],
    }),
    inviteUser: build.mutation<AnswerOf<typeof inviteUser>, BodyOf<typeof inviteUser>>({
      query: (body) => toRequest(inviteUser, { body }),
      invalidatesTags: (answer) => (answer ? ['Users'] : []),
    }),
    removeUser: build.mutation<AnswerOf<typeof removeUser>, string>({
      query: (id) => toRequest(removeUser, { params: { id } }),
      // Also where it failed: somebody may have accepted or removed it meanwhile.
      invalidatesTags: ['Users'],
    }),
  }),
})
