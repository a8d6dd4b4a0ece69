import { timings } from '@lectern/contracts'
import { useEffect } from 'react'
import { api } from '../../api/api.ts'
import { crawlsApi, useCrawlsQuery } from '../../api/crawls.ts'
import { useAppDispatch } from '../../app/hooks.ts'

/** The chat's websites, asked for again every second while one is being read; its pages show among the files as they come. */
export function useCrawls(chatId: string) {
  const dispatch = useAppDispatch()
  const { data } = crawlsApi.endpoints.crawls.useQueryState(chatId)
  const isRunning = data?.some(({ status }) => status === 'running') ?? false
  const progress = data?.map(({ id, status, pages }) => `${id} ${status} ${pages}`).join()
  useEffect(() => {
    if (progress)
      dispatch(
        api.util.invalidateTags([
          { type: 'Files', id: chatId },
          { type: 'Chat', id: chatId },
        ]),
      )
  }, [dispatch, chatId, progress])
  return useCrawlsQuery(chatId, { pollingInterval: isRunning ? timings.statusPoll : 0 })
}
