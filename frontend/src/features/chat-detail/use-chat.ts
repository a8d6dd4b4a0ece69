import { timings } from '@lectern/contracts'
import { chatsApi, useChatStatusQuery } from '../../api/chats.ts'
import { isSettled } from '../chats/chat-status.tsx'

/** The chat, asked for again every second until it is ready. */
export function useChat(id: string) {
  const { data, error } = chatsApi.endpoints.chatStatus.useQueryState(id)
  const isOver = data ? isSettled(data) : error !== undefined
  return useChatStatusQuery(id, { pollingInterval: isOver ? 0 : timings.statusPoll })
}
