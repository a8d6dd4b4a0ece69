import { inviteUser, listUsers, removeUser } from '@lectern/contracts'
import { api, pagesOf, withoutRow } from './api.ts'
import { type AnswerOf, type BodyOf, type RowsOf, toRequest } from './call.ts'

export const { useUsersInfiniteQuery, useInviteUserMutation, useRemoveUserMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    users: build.infiniteQuery<AnswerOf<typeof listUsers>, RowsOf<typeof listUsers>, number>({
      infiniteQueryOptions: pagesOf((answer) => answer.items),
      query: ({ queryArg, pageParam }) => toRequest(listUsers, { query: { ...queryArg, page: pageParam } }),
      providesTags: ['Users'],
    }),
    inviteUser: build.mutation<AnswerOf<typeof inviteUser>, BodyOf<typeof inviteUser>>({
      query: (body) => toRequest(inviteUser, { body }),
      invalidatesTags: (answer) => (answer ? ['Users'] : []),
    }),
    removeUser: build.mutation<AnswerOf<typeof removeUser>, string>({
      query: (id) => toRequest(removeUser, { params: { id } }),
      onQueryStarted: (id, change) => withoutRow(change, 'Users', id),
      // Also where it failed: somebody may have accepted or removed it meanwhile.
      invalidatesTags: ['Users'],
    }),
  }),
})
