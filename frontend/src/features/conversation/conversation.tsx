import { type HandOff, handOffOf } from '@lectern/conversation'
import { ArrowDown, RotateCcw, UserRound } from 'lucide-react'
import { IconButton } from '../../components/button.tsx'
import { Announcer } from './announcer.tsx'
import { prepareMarkdown } from './answer.tsx'
import { announcement } from './answer-text.ts'
import { Composer } from './composer.tsx'
import styles from './conversation.module.css'
import { MessageList } from './message-list.tsx'
import { type Partner, useConversation } from './use-conversation.ts'
import { useFollow } from './use-follow.ts'

type Props = Partner & {
  helperQuestions: string[]
  /** Shows who made the chat box, with a link to the front page. */
  poweredBy?: boolean
  /** Lets the visitor write to a person; null once that is done. */
  onAskPerson?: ((along: HandOff) => void) | null
}

/** The chat box: what was said, and the field to ask. Fills the place it is given. */
export function Conversation({ helperQuestions, poweredBy = false, onAskPerson, ...partner }: Props) {
  const { state, answering, send, retry, stop, startAgain } = useConversation(partner)
  const { scroller, content, atEnd, follow, toEnd } = useFollow()

  const askPerson = onAskPerson ? () => onAskPerson(handOffOf(state)) : undefined

  const ask = (text: string) => {
    follow()
    send(text)
  }
  const retryLast = () => {
    const question = state.messages.findLast(({ role }) => role === 'user')
    if (!question) return
    follow()
    retry(question.text)
  }

  return (
    <div className={styles.conversation}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region is reached and scrolled by keyboard */}
      <section className={styles.scroller} ref={scroller} aria-label="Messages" tabIndex={0}>
        <div className={styles.content} ref={content} data-begun={state.begun}>
          {state.messages.length === 0 && <p className={styles.empty}>Hi, how can I help you today?</p>}
          <MessageList
            messages={state.messages}
            onRetry={retryLast}
            onAsk={ask}
            publicPage={partner.publicPage}
            onAskPerson={askPerson}
          />
          {!state.begun && helperQuestions.length > 0 && (
            <ul className={styles.questions} aria-label="Questions to start with">
              {helperQuestions.map((question, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two of them may be worded alike
                <li key={index}>
                  <button type="button" onClick={() => ask(question)}>
                    {question}
                  </button>
                </li>
              ))}
            </ul>
          )}
        </div>
      </section>
      <div className={styles.foot}>
        {!atEnd && (
          <IconButton
            label="Go to the newest message"
            variant="secondary"
            size="sm"
            className={styles.toEnd}
            onClick={toEnd}
          >
            <ArrowDown aria-hidden />
          </IconButton>
        )}
        <Composer chatId={partner.chatId} answering={answering} onSend={ask} onStop={stop} onTyping={prepareMarkdown}>
          {state.begun && (
            <button type="button" onClick={startAgain}>
              <RotateCcw aria-hidden size={14} /> Start again
            </button>
          )}
          {askPerson && (
            <button type="button" onClick={askPerson}>
              <UserRound aria-hidden size={14} /> Ask a person
            </button>
          )}
          {poweredBy && (
            <a href="/" target="_blank" rel="noopener">
              Powered by Lectern
            </a>
          )}
        </Composer>
      </div>
      <Announcer text={announcement(state)} />
    </div>
  )
}
