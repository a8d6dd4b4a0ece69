import { listSessions, readSettings, revokeSession, saveSettings } from '@lectern/contracts'
import { api } from './api.ts'
import { type AnswerOf, type BodyOf, toRequest } from './call.ts'

export const settingsApi = api.injectEndpoints({
  endpoints: (build) => ({
    settings: build.query<AnswerOf<typeof readSettings>['user'], void>({
      query: () => toRequest(readSettings),
      transformResponse: (answer: AnswerOf<typeof readSettings>) => answer.user,
      providesTags: ['Settings'],
      // Newer than the page metadata for as long as the page is open.
      keepUnusedDataFor: Number.POSITIVE_INFINITY,
    }),
    saveSettings: build.mutation<AnswerOf<typeof saveSettings>, BodyOf<typeof saveSettings>>({
      query: (body) => toRequest(saveSettings, { body }),
      // A new password ends the other sessions.
      invalidatesTags: (answer) => (answer ? ['Settings', 'Sessions'] : []),
    }),
    sessions: build.query<AnswerOf<typeof listSessions>['items'], void>({
      query: () => toRequest(listSessions),
      transformResponse: (answer: AnswerOf<typeof listSessions>) => answer.items,
      providesTags: ['Sessions'],
    }),
    revokeSession: build.mutation<AnswerOf<typeof revokeSession>, string>({
      query: (id) => toRequest(revokeSession, { params: { id } }),
      invalidatesTags: ['Sessions'],
    }),
  }),
})

export const { useSettingsQuery, useSaveSettingsMutation, useSessionsQuery, useRevokeSessionMutation } = settingsApi
