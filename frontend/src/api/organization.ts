import { type Organization, readOrganization, type SaveOrganization, saveOrganization } from '@lectern/contracts'
import { api } from './api.ts'
import { type AnswerOf, toRequest, withImage } from './call.ts'

export const organizationApi = api.injectEndpoints({
  endpoints: (build) => ({
    organization: build.query<Organization, void>({
      query: () => toRequest(readOrganization),
      transformResponse: (answer: AnswerOf<typeof readOrganization>) => answer.organization,
      providesTags: ['Organization'],
      // Newer than the page metadata for as long as the page is open.
      keepUnusedDataFor: Number.POSITIVE_INFINITY,
    }),
    saveOrganization: build.mutation<
      AnswerOf<typeof saveOrganization>,
      { fields: SaveOrganization; image: File | null }
    >({
      query: ({ fields, image }) => ({ ...toRequest(saveOrganization), body: withImage(fields, image) }),
      invalidatesTags: (answer) => (answer ? ['Organization', 'Logs'] : []),
    }),
  }),
})

export const { useOrganizationQuery, useSaveOrganizationMutation } = organizationApi
