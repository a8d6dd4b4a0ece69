import { readDashboard } from '@lectern/contracts'
import { api } from './api.ts'
import { type AnswerOf, toRequest } from './call.ts'

export const { useDashboardQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    dashboard: build.query<AnswerOf<typeof readDashboard>, void>({
      query: () => toRequest(readDashboard),
      providesTags: ['Dashboard'],
    }),
  }),
})
