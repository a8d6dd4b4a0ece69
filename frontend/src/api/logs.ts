import { listLogs, removeLog } from '@lectern/contracts'
import { api, pagesOf } from './api.ts'
import { type AnswerOf, toRequest } from './call.ts'

export const { useLogsInfiniteQuery, useRemoveLogMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    logs: build.infiniteQuery<AnswerOf<typeof listLogs>, void, number>({
      infiniteQueryOptions: pagesOf((answer) => answer.items),
      query: ({ pageParam }) => toRequest(listLogs, { query: { page: pageParam } }),
      providesTags: ['Logs'],
    }),
    removeLog: build.mutation<AnswerOf<typeof removeLog>, string>({
      query: (id) => toRequest(removeLog, { params: { id } }),
      invalidatesTags: ['Logs'],
    }),
  }),
})
