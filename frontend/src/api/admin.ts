import { adminNumbers, adminOrganizations, adminUsers } from '@lectern/contracts'
import { api, pagesOf } from './api.ts'
import { type AnswerOf, toRequest } from './call.ts'

export const { useAdminNumbersQuery, useAdminUsersInfiniteQuery, useAdminOrganizationsInfiniteQuery } =
  api.injectEndpoints({
    endpoints: (build) => ({
      adminNumbers: build.query<AnswerOf<typeof adminNumbers>, void>({ query: () => toRequest(adminNumbers) }),
      adminUsers: build.infiniteQuery<AnswerOf<typeof adminUsers>, void, number>({
        infiniteQueryOptions: pagesOf((answer) => answer.items),
        query: ({ pageParam }) => toRequest(adminUsers, { query: { page: pageParam } }),
      }),
      adminOrganizations: build.infiniteQuery<AnswerOf<typeof adminOrganizations>, void, number>({
        infiniteQueryOptions: pagesOf((answer) => answer.items),
        query: ({ pageParam }) => toRequest(adminOrganizations, { query: { page: pageParam } }),
      }),
    }),
  })
