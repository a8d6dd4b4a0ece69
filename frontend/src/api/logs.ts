import { listLogs, removeLog } from '@lectern/contracts'
import { api, pagesOf, withoutRow } from './api.ts'
import { type AnswerOf, type RowsOf, toRequest } from './call.ts'

export const { useLogsInfiniteQuery, useRemoveLogMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    logs: build.infiniteQuery<AnswerOf<typeof listLogs>, RowsOf<typeof listLogs>, number>({
      infiniteQueryOptions: pagesOf((answer) => answer.items),
      query: ({ queryArg, pageParam }) => toRequest(listLogs, { query: { ...queryArg, page: pageParam } }),
      providesTags: ['Logs'],
    }),
    removeLog: build.mutation<AnswerOf<typeof removeLog>, string>({
      query: (id) => toRequest(removeLog, { params: { id } }),
      onQueryStarted: (id, change) => withoutRow(change, 'Logs', id),
      invalidatesTags: ['Logs'],
    }),
  }),
})
