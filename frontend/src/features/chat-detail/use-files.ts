import { timings } from '@lectern/contracts'
import { filesApi, useFilesInfiniteQuery } from '../../api/files.ts'

/** The chat's files, asked for again every second while any of them is being read. */
export function useFiles(chatId: string, isChatSettled: boolean) {
  const { data } = filesApi.endpoints.files.useInfiniteQueryState(chatId)
  const isReading = data?.pages.some((page) => page.files.some(({ status }) => status === 'processing')) ?? false
  return useFilesInfiniteQuery(chatId, { pollingInterval: isChatSettled && !isReading ? 0 : timings.statusPoll })
}
