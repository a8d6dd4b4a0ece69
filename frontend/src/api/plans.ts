import { listPlans } from '@lectern/contracts'
import { api } from './api.ts'
import { type AnswerOf, toRequest } from './call.ts'

export const { usePlansQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    plans: build.query<AnswerOf<typeof listPlans>, void>({
      query: () => toRequest(listPlans),
      providesTags: ['Plans'],
    }),
  }),
})
