import { errors, type PublicChat } from '@lectern/contracts'
import { type HandOff, helperQuestionsOf, type Look, lookOf } from '@lectern/conversation'
import { Check, MessageCircleOff } from 'lucide-react'
import { type CSSProperties, useMemo, useState } from 'react'
import { page } from '../../app/page.ts'
import { Button } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Note } from '../../components/note.tsx'
import { Conversation } from '../conversation/conversation.tsx'
import { ContactDialog } from './contact-dialog.tsx'
import styles from './public-chat-page.module.css'
import { useFreshTicket } from './use-fresh-ticket.ts'

/** A chat on a page of its own, for whoever has its link. */
export function PublicChatPage() {
  const chat = page.publicChat
  if (!chat) return <ChatMissing />
  const look = lookOf(chat)
  return (
    <div className={styles.page} style={colorsOf(look)}>
      <title>{look.title}</title>
      <div className={styles.panel} aria-hidden />
      <header className={styles.head}>
        <Picture look={look} />
        <div className={styles.names}>
          <h1>{look.title}</h1>
          <p className={styles.name}>{chat.kb.name}</p>
        </div>
        <div className={styles.invitation}>
          <p>
            This chat is provided by <strong>{chat.organization.name}</strong>.
          </p>
          <p>
            Ask anything about {chat.kb.name}: the answers come from its documents, with the exact words they rely on.
          </p>
        </div>
      </header>
      <main className={styles.main}>
        <PublicConversation chat={chat} />
      </main>
      <footer className={styles.foot}>
        <a href="/support">Contact Support</a>
        <a href="/about">About</a>
        <a href="/signup">Create Account</a>
      </footer>
    </div>
  )
}

function PublicConversation({ chat: { organization, kb } }: { chat: PublicChat }) {
  useFreshTicket(organization.id, kb.unqid)
  const [along, setAlong] = useState<HandOff | null>(null)
  /** One message a visit: whoever has written is not asked to write again. */
  const [sentFor, setSentFor] = useState<string | null>(null)
  const publicPage = useMemo(() => ({ organizationId: organization.id, unqid: kb.unqid }), [organization.id, kb.unqid])
  return (
    <div className={styles.talk}>
      {sentFor && (
        <Note icon={<Check aria-hidden />}>
          Your message is on its way to {organization.name}. A person will answer you by email at {sentFor}.
        </Note>
      )}
      <ContactDialog
        along={along}
        publicPage={publicPage}
        onClose={() => setAlong(null)}
        onSent={(email) => {
          setSentFor(email)
          setAlong(null)
        }}
      />
      <div className={styles.rest}>
        <Conversation
          chatId={kb.unqid}
          organizationId={organization.id}
          intro={kb.intro_message}
          playground={false}
          publicPage={publicPage}
          onAskPerson={kb.contact_form && !sentFor ? setAlong : null}
          helperQuestions={helperQuestionsOf(kb)}
          poweredBy
        />
      </div>
    </div>
  )
}

function Picture({ look: { imageUrl, title } }: { look: Look }) {
  if (imageUrl) return <img className={styles.picture} src={imageUrl} alt="" width={150} height={150} />
  const [initial] = title
  return (
    <div className={styles.picture} aria-hidden>
      {initial?.toUpperCase()}
    </div>
  )
}

function ChatMissing() {
  return (
    <main className={styles.missing}>
      <title>Chat not found</title>
      <EmptyState
        icon={<MessageCircleOff aria-hidden />}
        title={<h1>{errors.chat_not_found.message}</h1>}
        action={
          <Button asChild variant="secondary">
            <a href="/">Go to the front page</a>
          </Button>
        }
      >
        Check the link, or ask whoever gave it to you for a new one.
      </EmptyState>
    </main>
  )
}

const colorsOf = ({ from, to, text }: Look) =>
  ({ '--panel-from': from, '--panel-to': to, '--panel-text': text }) as CSSProperties
