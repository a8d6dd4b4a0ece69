import { adminRevenue, adminSubscription, adminSubscriptions, givePlan } from '@lectern/contracts'
import { api, pagesOf } from './api.ts'
import { type AnswerOf, type BodyOf, toRequest } from './call.ts'

type Giving = BodyOf<typeof givePlan> & { organization_id: number }

/** What root users see and do about payment. */
export const {
  useAdminRevenueQuery,
  useAdminSubscriptionQuery,
  useAdminSubscriptionsInfiniteQuery,
  useGivePlanMutation,
} = api.injectEndpoints({
  endpoints: (build) => ({
    adminRevenue: build.query<AnswerOf<typeof adminRevenue>, void>({ query: () => toRequest(adminRevenue) }),
    adminSubscriptions: build.infiniteQuery<AnswerOf<typeof adminSubscriptions>, void, number>({
      infiniteQueryOptions: pagesOf((answer) => answer.items),
      query: ({ pageParam }) => toRequest(adminSubscriptions, { query: { page: pageParam } }),
      providesTags: ['Subscriptions'],
    }),
    adminSubscription: build.query<AnswerOf<typeof adminSubscription>, number>({
      query: (organization_id) => toRequest(adminSubscription, { params: { organization_id } }),
      providesTags: ['Subscriptions'],
    }),
    givePlan: build.mutation<AnswerOf<typeof givePlan>, Giving>({
      query: ({ organization_id, ...body }) => toRequest(givePlan, { params: { organization_id }, body }),
      invalidatesTags: ['Subscriptions', 'Subscription', 'Plans'],
    }),
  }),
})
