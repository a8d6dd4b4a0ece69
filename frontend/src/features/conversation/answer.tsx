import { type AssistantMessage, type PublicPage, spoken } from '@lectern/conversation'
import { Check, Copy, Info, SearchX } from 'lucide-react'
import { memo, useMemo, useRef, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { later, useLater } from '../../components/later.ts'
import styles from './answer.module.css'
import { copyText, readingText } from './answer-text.ts'
import { FeedbackNote } from './feedback-note.tsx'
import type { MarkdownProps } from './markdown.tsx'
import { SourceList } from './source-list.tsx'
import { Thumbs } from './thumbs.tsx'
import { useCopied } from './use-copied.ts'

const markdown = later(() => import('./markdown.tsx'))

/** Markdown is needed with the first answer; fetched while the question is being typed. */
export const prepareMarkdown = markdown.fetch

type Props = {
  message: AssistantMessage
  /** Visitors of it say whether the answer helped. */
  publicPage?: PublicPage
}

/** A message of the assistant: its text as it comes, then what it relies on. */
export const AnswerView = memo(function AnswerView({ message, publicPage }: Props) {
  const { state, text, type, sources, notice, feedback } = message
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  const list = useRef<HTMLOListElement>(null)
  const numbers = useMemo(() => sources.map(({ n }) => n), [sources])

  const openSource = useMemo(
    () => (n: number) => {
      setOpened((open) => new Set(open).add(n))
      // The list may not be there yet, and the row grows by its whole quote first.
      requestAnimationFrame(() => {
        const row = list.current?.querySelector<HTMLElement>(`[data-source="${n}"]`)
        row?.querySelector('button')?.focus({ preventScroll: true })
        row?.scrollIntoView({ block: 'nearest' })
      })
    },
    [],
  )
  const toggle = (n: number) =>
    setOpened((open) => {
      const next = new Set(open)
      if (!next.delete(n)) next.add(n)
      return next
    })

  if (state === 'waiting') return <Waiting text={readingText(message.reading)} />
  return (
    <article className={styles.answer} aria-busy={state === 'writing'} data-type={type} data-state={state}>
      {type === 'no_answer' && (
        <p className={styles.label}>
          <SearchX aria-hidden size={16} /> Not in the documents
        </p>
      )}
      {text !== '' && <AnswerText text={text} sources={numbers} onSource={openSource} />}
      {state === 'stopped' && <p className={styles.stopped}>You stopped this answer.</p>}
      {notice && (
        <p className={styles.notice}>
          <Info aria-hidden size={16} /> <span>{notice}</span>
        </p>
      )}
      {sources.length > 0 && (state !== 'writing' || opened.size > 0) && (
        <SourceList ref={list} sources={sources} opened={opened} onToggle={toggle} />
      )}
      {state === 'done' && (
        <div className={styles.actions}>
          {type === 'answer' && <CopyAnswer text={copyText(text, sources)} />}
          {publicPage && <Thumbs message={message} publicPage={publicPage} />}
        </div>
      )}
      {feedback && <FeedbackNote feedback={feedback} />}
    </article>
  )
})

/** A text without any sign of markdown is shown as it is; of others the words alone, for the moment until they can be laid out. */
function AnswerText(props: MarkdownProps) {
  const isPlain = !/[*_`#>[\]|~<&\n\\]|^\d+[.)]|^[-+] |:\/\/|www\.|@/.test(props.text)
  const part = useLater(markdown, isPlain ? 'rest' : 'now')
  if (part && !isPlain) return <part.Markdown {...props} />
  return <p className={styles.plain}>{isPlain ? props.text : spoken(props.text)}</p>
}

function Waiting({ text }: { text: string }) {
  useLater(markdown, 'now')
  return (
    <p className={styles.waiting}>
      <span className={styles.dots} aria-hidden>
        <i />
        <i />
        <i />
      </span>
      <span>{text}</span>
    </p>
  )
}

function CopyAnswer({ text }: { text: string }) {
  const { copied, copy } = useCopied()
  const Icon = copied ? Check : Copy
  return (
    <Button variant="ghost" size="sm" className={styles.copy} onClick={() => copy(text)}>
      <Icon aria-hidden /> {copied ? 'Copied!' : 'Copy answer'}
    </Button>
  )
}
