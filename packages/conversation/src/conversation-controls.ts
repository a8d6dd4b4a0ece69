import { type ConversationAction, type ConversationState, isAnswering, transactionIdFor } from './conversation-state.ts'

type Conversation = {
  state: ConversationState
  dispatch: (action: ConversationAction) => void
  /** What calls the answer off that is being written. */
  running: { current: AbortController | null }
  /** Asks, and dispatches what comes of it. */
  answer: (prompt: string, transactionId: string) => Promise<void>
  intro: string
}

/** What a person does in a conversation, whatever draws it. */
export function conversationControls({ state, dispatch, running, answer, intro }: Conversation) {
  const begin = (type: 'sent' | 'retried', text: string) => {
    const transactionId = transactionIdFor(state)
    dispatch(type === 'sent' ? { type, text, transactionId } : { type, transactionId })
    void answer(text, transactionId)
  }
  return {
    answering: isAnswering(state),
    send: (text: string) => begin('sent', text),
    retry: (text: string) => begin('retried', text),
    stop() {
      running.current?.abort()
      dispatch({ type: 'stopped' })
    },
    startAgain() {
      running.current?.abort()
      dispatch({ type: 'started', intro })
    },
  }
}
