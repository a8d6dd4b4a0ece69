import { defaults } from '@lectern/contracts'
import { type Message, messageNeedsPerson, type Problem, type PublicPage } from '@lectern/conversation'
import { CircleAlert, Hourglass, RotateCcw, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../components/button.tsx'
import { AnswerView } from './answer.tsx'
import styles from './message-list.module.css'

type Props = {
  messages: Message[]
  /** Sends the newest question again; a stored conversation has no such thing. */
  onRetry?: () => void
  /** Asks one of the questions that are offered in place of an answer. */
  onAsk?: (question: string) => void
  /** What can be done with a message, below it. */
  actions?: (message: Message, index: number) => ReactNode
  publicPage?: PublicPage
  /** Offers a person where the chat could not help. */
  onAskPerson?: () => void
}

/** The conversation so far. The newest question can be sent again where it failed or was stopped. */
export function MessageList({ messages, onRetry, onAsk, actions, publicPage, onAskPerson }: Props) {
  return (
    <ol className={styles.list} aria-label="Conversation">
      {messages.map((message, index) => {
        const newest = index === messages.length - 1
        const stopped = message.role === 'assistant' && message.state === 'stopped'
        return (
          <li key={message.key} data-role={message.role}>
            <span className="visually-hidden">{message.role === 'user' ? 'You:' : 'Answer:'}</span>
            {message.role === 'user' ? (
              <p className={styles.question} style={{ background: defaults.userBubbleColor }}>
                {message.text}
              </p>
            ) : (
              <AnswerView message={message} publicPage={publicPage} />
            )}
            {onAsk && newest && message.role === 'assistant' && message.suggestions.length > 0 && (
              <Suggestions questions={message.suggestions} onAsk={onAsk} />
            )}
            {actions?.(message, index)}
            {message.problem && <ProblemNote problem={message.problem} />}
            {onRetry && newest && (stopped || message.problem?.kind === 'error') && (
              <Button variant="secondary" size="sm" onClick={onRetry}>
                <RotateCcw aria-hidden /> Retry
              </Button>
            )}
            {onAskPerson && newest && messageNeedsPerson(message) && (
              <Button variant="secondary" size="sm" onClick={onAskPerson}>
                <UserRound aria-hidden /> Ask a person
              </Button>
            )}
          </li>
        )
      })}
    </ol>
  )
}

function Suggestions({ questions, onAsk }: { questions: string[]; onAsk: (question: string) => void }) {
  return (
    <ul className={styles.suggestions} aria-label="Questions that can be answered">
      {questions.map((question) => (
        <li key={question}>
          <Button variant="secondary" size="sm" onClick={() => onAsk(question)}>
            {question}
          </Button>
        </li>
      ))}
    </ul>
  )
}

function ProblemNote({ problem }: { problem: Problem }) {
  const Icon = problem.kind === 'limit' ? Hourglass : CircleAlert
  return (
    <p className={styles.problem} data-kind={problem.kind} role="alert">
      <Icon aria-hidden size={16} /> <span>{problem.text}</span>
    </p>
  )
}
