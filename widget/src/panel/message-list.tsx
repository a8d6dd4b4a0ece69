import { type Message, messageNeedsPerson, type Problem, type PublicPage } from '@lectern/conversation'
import { AnswerView } from './answer.tsx'
import { Icon } from './icons.tsx'
import { useTexts } from './texts.ts'

type Props = {
  messages: Message[]
  publicPage: PublicPage
  onRetry: () => void
  /** Offers a person where the chat could not help; null where there is none to be offered. */
  onAskPerson: (() => void) | null
}

/** The conversation so far. The newest question can be sent again where it failed or was stopped. */
export function MessageList({ messages, publicPage, onRetry, onAskPerson }: Props) {
  const texts = useTexts()
  if (messages.length === 0) return null
  return (
    <ol class="messages" aria-label={texts.conversation}>
      {messages.map((message, index) => {
        const isNewest = index === messages.length - 1
        const isStopped = message.role === 'assistant' && message.state === 'stopped'
        return (
          <li key={message.key} data-role={message.role}>
            <span class="visually-hidden">{message.role === 'user' ? texts.you : texts.answer}</span>
            {message.role === 'user' ? (
              <p class="question" dir="auto">
                {message.text}
              </p>
            ) : (
              <AnswerView message={message} publicPage={publicPage} />
            )}
            {message.problem && <ProblemNote problem={message.problem} />}
            {isNewest && (isStopped || message.problem?.kind === 'error') && (
              <button type="button" class="button" onClick={onRetry}>
                <Icon name="again" /> {texts.retry}
              </button>
            )}
            {isNewest && onAskPerson && messageNeedsPerson(message) && (
              <button type="button" class="button" onClick={onAskPerson}>
                <Icon name="person" /> {texts.askPerson}
              </button>
            )}
          </li>
        )
      })}
    </ol>
  )
}

function ProblemNote({ problem: { kind, code, text } }: { problem: Problem }) {
  const { errors } = useTexts()
  return (
    <p class="problem" data-kind={kind} role="alert">
      {errors[code] ?? text}
    </p>
  )
}
