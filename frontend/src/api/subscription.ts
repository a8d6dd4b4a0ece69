import {
  cancelSubscription,
  checkoutStatus,
  checkSubscription,
  manageSubscription,
  startCheckout,
} from '@lectern/contracts'
import { api } from './api.ts'
import { type AnswerOf, type BodyOf, toRequest } from './call.ts'

export const {
  useSubscriptionQuery,
  useManageSubscriptionMutation,
  useCancelSubscriptionMutation,
  useStartCheckoutMutation,
  useCheckoutStatusMutation,
} = api.injectEndpoints({
  endpoints: (build) => ({
    subscription: build.query<AnswerOf<typeof checkSubscription>, void>({
      query: () => toRequest(checkSubscription),
      providesTags: ['Subscription'],
    }),
    manageSubscription: build.mutation<AnswerOf<typeof manageSubscription>, void>({
      query: () => toRequest(manageSubscription),
    }),
    cancelSubscription: build.mutation<AnswerOf<typeof cancelSubscription>, void>({
      query: () => toRequest(cancelSubscription),
      invalidatesTags: ['Plans', 'Subscription'],
    }),
    startCheckout: build.mutation<AnswerOf<typeof startCheckout>, BodyOf<typeof startCheckout>>({
      query: (body) => toRequest(startCheckout, { body }),
    }),
    checkoutStatus: build.mutation<AnswerOf<typeof checkoutStatus>, BodyOf<typeof checkoutStatus>>({
      query: (body) => toRequest(checkoutStatus, { body }),
      invalidatesTags: ['Plans', 'Subscription', 'Dashboard'],
    }),
  }),
})
