import { type Failure, requestHeaders, toFailure, tooSlow, unreachable } from '@lectern/conversation'
import { type BaseQueryFn, createApi, type FetchArgs, fetchBaseQuery } from '@reduxjs/toolkit/query/react'

const fetchCall = fetchBaseQuery({
  baseUrl: '/',
  timeout: 30_000,
  prepareHeaders(headers) {
    for (const [name, value] of Object.entries(requestHeaders())) headers.set(name, value)
  },
})

const callServer: BaseQueryFn<FetchArgs, unknown, Failure> = async (request, store, options) => {
  const { data, error } = await fetchCall(request, store, options)
  if (!error) return { data }
  if (typeof error.status === 'number') return { error: toFailure(error.status, error.data) }
  if (error.status === 'PARSING_ERROR') return { error: toFailure(error.originalStatus, null) }
  return { error: error.status === 'TIMEOUT_ERROR' ? tooSlow : unreachable }
}

/** Everything the server owns. Endpoints stand in one file per resource; tags are by id. */
export const api = createApi({
  reducerPath: 'api',
  baseQuery: callServer,
  tagTypes: [
    'Chat',
    'Chats',
    'Files',
    'Crawls',
    'Transcript',
    'Transcripts',
    'ContactMessages',
    'SigningSecret',
    'Dashboard',
    'Plans',
    'Subscription',
    'Settings',
    'Sessions',
    'Organization',
    'Users',
    'Logs',
  ],
  // Someone else may have changed it since; a screen that is opened again asks again.
  refetchOnMountOrArgChange: 5,
  refetchOnReconnect: true,
  endpoints: () => ({}),
})

/** Lists are read page by page, as long as a page comes back full. */
export const pagesOf = <Answer extends { amount: number }>(rows: (answer: Answer) => unknown[]) => ({
  initialPageParam: 1,
  getNextPageParam: (last: Answer, _all: Answer[], page: number) =>
    last.amount > 0 && rows(last).length === last.amount ? page + 1 : undefined,
})
