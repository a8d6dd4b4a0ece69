import { defaults, type KnowledgeBase } from '@lectern/contracts'
import { helperQuestionsOf, lookOf, textOn } from '@lectern/conversation'
import { ArrowUp, MessageCircle } from 'lucide-react'
import type { CSSProperties } from 'react'
import { Card } from '../../components/card.tsx'
import styles from './chat-preview.module.css'

type Props = {
  chat: KnowledgeBase
  name: string
  title: string
  intro: string
  color: string
  buttonColor: string
  imageUrl: string | null
}

const isColor = (text: string) => /^#[0-9a-f]{6}$/i.test(text)

/** How a visitor will see the chat, while it is being configured. */
export function ChatPreview({ chat, name, title, intro, color, buttonColor, imageUrl }: Props) {
  const kb = { ...chat, name, title, color: isColor(color) ? color : null, image_url: imageUrl, has_model: true }
  const look = lookOf({ organization: { id: chat.organization_id, ...chat.organization }, kb })
  const button = isColor(buttonColor) ? buttonColor : defaults.buttonColor
  return (
    <Card className={styles.card}>
      <h2 className={styles.caption}>Preview</h2>
      <figure
        className={styles.preview}
        aria-label="How visitors see the chat"
        style={
          {
            '--from': look.from,
            '--to': look.to,
            '--ink': look.text,
            '--button': button,
            '--on-button': textOn(button),
          } as CSSProperties
        }
      >
        <div className={styles.head}>
          {look.imageUrl ? (
            <img src={look.imageUrl} alt="" className={styles.picture} />
          ) : (
            <span className={styles.picture} aria-hidden>
              {look.title.slice(0, 1).toUpperCase()}
            </span>
          )}
          <div className={styles.names}>
            <p className={styles.title}>{look.title}</p>
            <p>{name}</p>
          </div>
        </div>
        <div className={styles.talk}>
          <p className={styles.intro}>{intro.trim() || 'Hi, how can I help you today?'}</p>
          <ul className={styles.questions}>
            {helperQuestionsOf(kb).map((question, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two of them may be worded alike
              <li key={index}>{question}</li>
            ))}
          </ul>
          <p className={styles.field}>
            Ask me anything..
            <span>
              <ArrowUp aria-hidden />
            </span>
          </p>
        </div>
      </figure>
      <div className={styles.popup}>
        <span style={{ background: button, color: textOn(button) }}>
          <MessageCircle aria-hidden />
        </span>
        <p>The pop-up button, in the corner of your website</p>
      </div>
    </Card>
  )
}
