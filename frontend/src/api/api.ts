import { type Failure, requestHeaders, toFailure, tooSlow, unreachable } from '@lectern/conversation'
import type { Action, ThunkDispatch } from '@reduxjs/toolkit'
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
    'AnswerPairs',
    'Transcript',
    'Transcripts',
    'ContactMessages',
    'SigningSecret',
    'Dashboard',
    'Plans',
    'Subscription',
    'Subscriptions',
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

type State = Parameters<typeof api.util.selectInvalidatedBy>[0]
type Change = {
  dispatch: ThunkDispatch<State, unknown, Action>
  getState: () => State
  queryFulfilled: Promise<unknown>
}
type Tag = Parameters<typeof api.util.selectInvalidatedBy>[1][number]

/** A row that is being removed leaves its lists at once, and comes back where that fails. */
export async function withoutRow({ dispatch, getState, queryFulfilled }: Change, tag: Tag, id: string) {
  const lists = api.util.selectInvalidatedBy(getState(), [tag])
  const changes = lists.map(({ endpointName, originalArgs }) =>
    dispatch(
      // Which endpoints have this tag is known when they are there, and not to the types.
      api.util.updateQueryData(endpointName as never, originalArgs as never, (list) => dropRow(list, id)),
    ),
  )
  await queryFulfilled.catch(() => {
    for (const change of changes) change.undo()
  })
}

/** From each array of each page. */
function dropRow({ pages }: { pages?: Record<string, unknown>[] }, id: string) {
  for (const page of pages ?? [])
    for (const [name, rows] of Object.entries(page))
      if (Array.isArray(rows)) page[name] = rows.filter((row) => row.id !== id)
}

/** Lists are read page by page, as long as a page comes back full. */
export const pagesOf = <Answer extends { amount: number }>(rows: (answer: Answer) => unknown[]) => ({
  initialPageParam: 1,
  getNextPageParam: (last: Answer, _all: Answer[], page: number) =>
    last.amount > 0 && rows(last).length === last.amount ? page + 1 : undefined,
})
