import {
  forgotPassword,
  login,
  logout,
  readInvitation,
  register,
  renewPassword,
  sendVerification,
} from '@lectern/contracts'
import { api } from './api.ts'
import { type AnswerOf, type BodyOf, toRequest } from './call.ts'

export const {
  useLoginMutation,
  useInvitationQuery,
  useRegisterMutation,
  useLogoutMutation,
  useForgotPasswordMutation,
  useRenewPasswordMutation,
  useSendVerificationMutation,
} = api.injectEndpoints({
  endpoints: (build) => ({
    login: build.mutation<AnswerOf<typeof login>, BodyOf<typeof login>>({
      query: (body) => toRequest(login, { body }),
    }),
    register: build.mutation<AnswerOf<typeof register>, BodyOf<typeof register>>({
      query: (body) => toRequest(register, { body }),
    }),
    invitation: build.query<AnswerOf<typeof readInvitation>['invitation'], string>({
      query: (token) => toRequest(readInvitation, { params: { token } }),
      transformResponse: (answer: AnswerOf<typeof readInvitation>) => answer.invitation,
    }),
    logout: build.mutation<AnswerOf<typeof logout>, void>({ query: () => toRequest(logout) }),
    forgotPassword: build.mutation<AnswerOf<typeof forgotPassword>, BodyOf<typeof forgotPassword>>({
      query: (body) => toRequest(forgotPassword, { body }),
    }),
    renewPassword: build.mutation<AnswerOf<typeof renewPassword>, BodyOf<typeof renewPassword>>({
      query: (body) => toRequest(renewPassword, { body }),
    }),
    sendVerification: build.mutation<AnswerOf<typeof sendVerification>, void>({
      query: () => toRequest(sendVerification),
    }),
  }),
})
