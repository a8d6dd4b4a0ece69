import {
  ask,
  confirmedIds,
  conversationControls,
  conversationReducer,
  messageOf,
  type PublicPage,
  type Question,
  startConversation,
} from '@lectern/conversation'
import { useEffect, useReducer, useRef } from 'react'
import { useAppDispatch } from '../../app/hooks.ts'
import { isUnauthenticated, reportFailure } from '../../app/report-failure.ts'

/** The chat that is talked to, and from where. */
export type Partner = {
  /** What the call knows the chat by: its `unqid` on public pages, its id elsewhere. Empty when none is chosen. */
  chatId: string
  organizationId: number | null
  intro: string
  playground: boolean
  publicPage?: PublicPage
}

/** One conversation with one chat. Another chat, or leaving the page, ends it and the answer that is being written. */
export function useConversation({ chatId, organizationId, intro, playground, publicPage }: Partner) {
  const [state, dispatch] = useReducer(conversationReducer, intro, startConversation)
  const dispatchToApp = useAppDispatch()
  const running = useRef<AbortController | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another chat starts anew, even where its introduction is the same
  useEffect(() => {
    dispatch({ type: 'started', intro })
    return () => running.current?.abort()
  }, [chatId, intro])

  const answer = async (prompt: string, transactionId: string) => {
    const control = new AbortController()
    running.current = control
    const messageIds = confirmedIds(state)
    const question: Question = { prompt, chatId, transactionId, playground, organizationId, messageIds }
    try {
      for await (const event of ask(question, { signal: control.signal, publicPage })) {
        if (control.signal.aborted) return
        dispatch(event)
      }
    } catch (error) {
      if (control.signal.aborted) return
      dispatch({ type: 'failed', error })
      // The conversation itself shows what failed; only a lost session concerns the whole page.
      if (isUnauthenticated(messageOf(error))) dispatchToApp(reportFailure(error))
    }
  }

  return { state, ...conversationControls({ state, dispatch, running, answer, intro }) }
}
