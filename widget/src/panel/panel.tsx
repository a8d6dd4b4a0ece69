import type { PublicChat } from '@lectern/contracts'
import { helperQuestionsOf, type Look, lookOf } from '@lectern/conversation'
import { useEffect } from 'preact/hooks'
import { Conversation } from './conversation.tsx'
import { settings } from './frame.ts'
import { useTexts } from './texts.ts'

/** The chat in a frame of somebody's page. */
export function Panel({ chat, isRefused }: { chat: PublicChat | null; isRefused: boolean }) {
  const texts = useTexts()
  if (isRefused) return <Notice text={texts.refused} />
  if (!chat) return <Notice text={texts.missing} />
  const look = lookOf(chat)
  return (
    <>
      <Header look={look} name={chat.kb.name} />
      <Conversation
        publicPage={{ organizationId: chat.organization.id, unqid: chat.kb.unqid }}
        intro={chat.kb.intro_message}
        starters={helperQuestionsOf(chat.kb)}
        title={look.title}
        hasContactForm={chat.kb.contact_form}
      />
    </>
  )
}

function Header({ look, name }: { look: Look; name: string }) {
  const { title, imageUrl, from, to, text } = look
  useEffect(() => {
    document.title = title
    // By script, since the page's policy refuses style attributes.
    for (const [key, color] of Object.entries({ from, to, ink: text }))
      document.documentElement.style.setProperty(`--panel-${key}`, color)
  }, [title, from, to, text])
  return (
    <header data-close={settings.closeAt}>
      {imageUrl ? (
        <img src={imageUrl} alt="" width={36} height={36} />
      ) : (
        <span class="picture" aria-hidden="true">
          {[...title][0]?.toUpperCase()}
        </span>
      )}
      <div>
        <h1>{title}</h1>
        <p>{name}</p>
      </div>
    </header>
  )
}

const Notice = ({ text }: { text: string }) => (
  <main class="notice-page">
    <h1>{text}</h1>
  </main>
)
