import {
  ask,
  confirmedIds,
  conversationControls,
  conversationReducer,
  type PublicPage,
  renewTicket,
  startConversation,
} from '@lectern/conversation'
import { useEffect, useReducer, useRef } from 'preact/hooks'
import { tellPage, visitor } from './frame.ts'

/** The ticket is renewed when this much of its time is left at most: half, so that it lasts until the question is sent. */
const share = 0.5

/** One conversation with the chat of this page. */
export function useConversation(publicPage: PublicPage, intro: string, ticketSeconds: number) {
  const [state, dispatch] = useReducer(conversationReducer, intro, startConversation)
  const running = useRef<AbortController | null>(null)
  const keepTicket = useFreshTicket(publicPage, ticketSeconds)
  useEffect(() => () => running.current?.abort(), [])

  const answer = async (prompt: string, transactionId: string) => {
    const control = new AbortController()
    running.current = control
    const question = {
      prompt,
      chatId: publicPage.unqid,
      transactionId,
      playground: false,
      organizationId: publicPage.organizationId,
      messageIds: confirmedIds(state),
      visitor: visitor.token,
    }
    tellPage({ lectern: 'question' })
    try {
      for await (const event of ask(question, { signal: control.signal, publicPage })) {
        if (control.signal.aborted) return
        dispatch(event)
        if (event.type === 'done') tellPage({ lectern: 'answer', type: event.answer.type })
      }
    } catch (error) {
      if (!control.signal.aborted) dispatch({ type: 'failed', error })
    }
  }

  const controls = conversationControls({ state, dispatch, running, answer, intro })
  return {
    state,
    keepTicket,
    ...controls,
    send(text: string) {
      if (!state.begun) tellPage({ lectern: 'grow' })
      controls.send(text)
    },
  }
}

/**
 * Renews the page's ticket while somebody types, so that the question need not wait for it; a panel that nobody uses asks for
 * nothing. Where that fails, asking tries once more and says what is wrong.
 */
function useFreshTicket(publicPage: PublicPage, ticketSeconds: number) {
  const renewAt = useRef(Date.now() + ticketSeconds * 1000 * share)
  return () => {
    if (Date.now() < renewAt.current) return
    renewAt.current = Date.now() + ticketSeconds * 1000 * share
    renewTicket(publicPage).catch(() => {})
  }
}
