import { adminHealth, adminHistory, adminNumbers, adminOrganizations, adminUsers } from '@lectern/contracts'
import { api, pagesOf } from './api.ts'
import { type AnswerOf, type RowsOf, toRequest } from './call.ts'

export const {
  useAdminHealthQuery,
  useAdminHistoryQuery,
  useAdminNumbersQuery,
  useAdminUsersInfiniteQuery,
  useAdminOrganizationsInfiniteQuery,
} = api.injectEndpoints({
  endpoints: (build) => ({
    adminNumbers: build.query<AnswerOf<typeof adminNumbers>, void>({ query: () => toRequest(adminNumbers) }),
    adminHistory: build.query<AnswerOf<typeof adminHistory>, void>({ query: () => toRequest(adminHistory) }),
    adminHealth: build.query<AnswerOf<typeof adminHealth>, void>({ query: () => toRequest(adminHealth) }),
    adminUsers: build.infiniteQuery<AnswerOf<typeof adminUsers>, RowsOf<typeof adminUsers>, number>({
      infiniteQueryOptions: pagesOf((answer) => answer.items),
      query: ({ queryArg, pageParam }) => toRequest(adminUsers, { query: { ...queryArg, page: pageParam } }),
    }),
    adminOrganizations: build.infiniteQuery<
      AnswerOf<typeof adminOrganizations>,
      RowsOf<typeof adminOrganizations>,
      number
    >({
      infiniteQueryOptions: pagesOf((answer) => answer.items),
      query: ({ queryArg, pageParam }) => toRequest(adminOrganizations, { query: { ...queryArg, page: pageParam } }),
    }),
  }),
})
