import { limits } from '@lectern/contracts'
import type { PublicPage } from '@lectern/conversation'
import { useEffect, useRef } from 'preact/hooks'
import { Announcer } from './announcer.tsx'
import { Composer } from './composer.tsx'
import { onAsked, settings } from './frame.ts'
import { prepareMarkdown } from './load-markdown.ts'
import { MessageList } from './message-list.tsx'
import { useTexts } from './texts.ts'
import { useConversation } from './use-conversation.ts'
import { useFollow } from './use-follow.ts'

type Props = { publicPage: PublicPage; intro: string; starters: string[] }

/** What was said, and the field to ask. */
export function Conversation({ publicPage, intro, starters }: Props) {
  const texts = useTexts()
  const { state, answering, keepTicket, send, retry, stop, startAgain } = useConversation(
    publicPage,
    intro,
    limits.ticketSeconds,
  )
  const content = useRef<HTMLElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const follow = useFollow(content)

  /** Where a finger would open the keyboard by it, the conversation gets the focus instead. */
  const focus = () =>
    (matchMedia('(pointer: coarse)').matches ? content : field).current?.focus({ preventScroll: true })
  const ask = (text: string) => {
    if (answering) return
    follow()
    send(text)
  }
  const choose = (text: string) => {
    ask(text)
    // The button that was pressed is gone.
    focus()
  }
  const retryLast = () => {
    const question = state.messages.findLast(({ role }) => role === 'user')
    if (!question) return
    follow()
    retry(question.text)
    focus()
  }

  const asked = useRef(ask)
  asked.current = ask
  useEffect(() => {
    onAsked((text) => asked.current(text.trim().slice(0, limits.prompt)))
    // A pop-up is opened to be written in, also when it is opened again; a panel that stands in a page takes nobody's focus.
    if (!settings.closeAt) return
    focus()
    addEventListener('focus', () => {
      if (document.activeElement === document.body) focus()
    })
  }, [])

  return (
    <>
      <main ref={content} tabIndex={-1} data-begun={state.begun}>
        {state.messages.length === 0 && <p class="greeting">{texts.greeting}</p>}
        <MessageList messages={state.messages} onRetry={retryLast} />
        {!state.begun && starters.length > 0 && (
          <ul class="starters" aria-label={texts.starters}>
            {starters.map((question) => (
              <li key={question}>
                <button type="button" dir="auto" onClick={() => choose(question)}>
                  {question}
                </button>
              </li>
            ))}
          </ul>
        )}
      </main>
      <Composer
        field={field}
        answering={answering}
        begun={state.begun}
        onSend={ask}
        onStop={() => {
          stop()
          focus()
        }}
        onStartAgain={() => {
          startAgain()
          focus()
        }}
        onTyping={() => {
          keepTicket()
          void prepareMarkdown()
        }}
      />
      <Announcer message={state.messages.at(-1)} />
    </>
  )
}
