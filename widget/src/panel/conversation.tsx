import { limits } from '@lectern/contracts'
import { handOffOf, type PublicPage } from '@lectern/conversation'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Announcer } from './announcer.tsx'
import { Composer } from './composer.tsx'
import { onAsked, settings, tellPage } from './frame.ts'
import { Icon } from './icons.tsx'
import { useContactForm } from './load-contact-form.ts'
import { prepareMarkdown } from './load-markdown.ts'
import { MessageList } from './message-list.tsx'
import { saveConversation } from './save-conversation.ts'
import { fill, useTexts } from './texts.ts'
import { useConversation } from './use-conversation.ts'
import { useFollow } from './use-follow.ts'

type Props = {
  publicPage: PublicPage
  intro: string
  starters: string[]
  title: string
  hasContactForm: boolean
}

/** What was said, and the field to ask. */
export function Conversation({ publicPage, intro, starters, title, hasContactForm }: Props) {
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

  /** One message a conversation: whoever has written is not asked to write again. */
  const [contact, setContact] = useState<'closed' | 'open' | { email: string }>('closed')
  const ContactForm = useContactForm(contact === 'open')
  const askPerson =
    hasContactForm && contact === 'closed'
      ? () => {
          tellPage({ lectern: 'grow' })
          setContact('open')
        }
      : null
  const questions = new Set(state.messages.filter(({ role }) => role === 'user').map(({ text }) => text))
  const newest = state.messages.at(-1)
  const suggestions = newest?.role === 'assistant' ? newest.suggestions : []
  const followUps = [...new Set([...suggestions, ...starters])]
    .filter((question) => !questions.has(question))
    .slice(0, limits.followUps)

  const asked = useRef(ask)
  asked.current = ask
  // Before the page around is told that the panel is ready: what it has to say comes at once, and only once.
  useLayoutEffect(() => {
    onAsked((text) => asked.current(text.trim().slice(0, limits.prompt)))
  }, [])
  useEffect(() => {
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
        <MessageList messages={state.messages} publicPage={publicPage} onRetry={retryLast} onAskPerson={askPerson} />
        {typeof contact === 'object' && (
          <p class="notice" role="status">
            <Icon name="check" /> <span>{fill(texts.sent, { name: title, email: contact.email })}</span>
          </p>
        )}
        {!answering && contact !== 'open' && followUps.length > 0 && (
          <div>
            {state.begun && (
              <p class="label" aria-hidden="true">
                {texts.followUps}
              </p>
            )}
            <ul class="starters" aria-label={state.begun ? texts.followUps : texts.starters}>
              {(state.begun ? followUps : starters).map((question) => (
                <li key={question}>
                  <button type="button" dir="auto" onClick={() => choose(question)}>
                    {question}
                  </button>
                </li>
              ))}
            </ul>
          </div>
        )}
        {state.begun && !answering && contact !== 'open' && (
          <div class="actions">
            <button type="button" class="plain" onClick={() => saveConversation(title, state.messages, texts)}>
              <Icon name="save" size={14} /> {texts.save}
            </button>
            <button
              type="button"
              class="plain"
              onClick={() => {
                startAgain()
                setContact('closed')
                focus()
              }}
            >
              <Icon name="again" size={14} /> {texts.startAgain}
            </button>
          </div>
        )}
        {contact === 'open' && ContactForm && (
          <ContactForm
            publicPage={publicPage}
            {...handOffOf(state)}
            onSent={(email) => {
              setContact({ email })
              requestAnimationFrame(focus)
            }}
            onCancel={() => {
              setContact('closed')
              requestAnimationFrame(focus)
            }}
          />
        )}
      </main>
      <Composer
        isHidden={contact === 'open'}
        field={field}
        answering={answering}
        onSend={ask}
        onStop={() => {
          stop()
          focus()
        }}
        onAskPerson={askPerson}
        onTyping={() => {
          keepTicket()
          void prepareMarkdown()
        }}
      />
      <Announcer message={state.messages.at(-1)} />
    </>
  )
}
