import { login, logout, register } from '@lectern/contracts'
import { api } from './api.ts'
import { type AnswerOf, type BodyOf, toRequest } from './call.ts'

export const { useLoginMutation, useRegisterMutation, useLogoutMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    login: build.mutation<AnswerOf<typeof login>, BodyOf<typeof login>>({
      query: (body) => toRequest(login, { body }),
    }),
    register: build.mutation<AnswerOf<typeof register>, BodyOf<typeof register>>({
      query: (body) => toRequest(register, { body }),
    }),
    logout: build.mutation<AnswerOf<typeof logout>, void>({ query: () => toRequest(logout) }),
  }),
})
