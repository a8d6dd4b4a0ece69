import { defaults } from '@lectern/contracts'
import type { Message, Problem, PublicPage } from '@lectern/conversation'
import { CircleAlert, Hourglass, RotateCcw } from 'lucide-react'
import { Button } from '../../components/button.tsx'
import { AnswerView } from './answer.tsx'
import styles from './message-list.module.css'

type Props = {
  messages: Message[]
  /** Sends the newest question again; a stored conversation has no such thing. */
  onRetry?: () => void
  publicPage?: PublicPage
}

/** The conversation so far. The newest question can be sent again where it failed or was stopped. */
export function MessageList({ messages, onRetry, publicPage }: Props) {
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
            {message.problem && <ProblemNote problem={message.problem} />}
            {onRetry && newest && (stopped || message.problem?.kind === 'error') && (
              <Button variant="secondary" size="sm" onClick={onRetry}>
                <RotateCcw aria-hidden /> Retry
              </Button>
            )}
          </li>
        )
      })}
    </ol>
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
