import { answerTexts, timings } from '@lectern/contracts'
import { type AssistantMessage, type PublicPage, writeClipboard } from '@lectern/conversation'
import { useRef, useState } from 'preact/hooks'
import { Icon } from './icons.tsx'
import { useMarkdown } from './load-markdown.ts'
import { answerText } from './save-conversation.ts'
import { SourceList } from './source-list.tsx'
import { fill, inWords, type PanelTexts, useTexts } from './texts.ts'
import { Thumbs } from './thumbs.tsx'

/** A message of the assistant: its text as it comes, then what it relies on. */
export function AnswerView({ message, publicPage }: { message: AssistantMessage; publicPage: PublicPage }) {
  const texts = useTexts()
  const { state, type, sources } = message
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  const list = useRef<HTMLOListElement>(null)
  const text = inWords(message.text, texts)
  const Markdown = useMarkdown()

  const openSource = (n: number) => {
    setOpened((open) => new Set(open).add(n))
    // The row grows by its whole quote first.
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(`[data-source="${n}"] button`)?.focus())
  }
  const toggle = (n: number) =>
    setOpened((open) => {
      const next = new Set(open)
      if (!next.delete(n)) next.add(n)
      return next
    })
  const mark = (n: number) =>
    sources.some((source) => source.n === n) ? (
      <button type="button" class="mark" aria-label={fill(texts.source, { n })} onClick={() => openSource(n)}>
        {n}
      </button>
    ) : null

  if (state === 'waiting') return <p class="waiting">{waitingFor(message, texts)}</p>
  const unsourced = texts.said.unsourced ?? answerTexts.unsourced
  return (
    <article class="answer" aria-busy={state === 'writing'} data-type={type}>
      {type === 'no_answer' && <p class="label">{texts.notInDocuments}</p>}
      {text !== '' &&
        (Markdown ? (
          <Markdown text={text} unsourced={unsourced} mark={mark} />
        ) : (
          <p class="plain-text" dir="auto">
            {text}
          </p>
        ))}
      {state === 'stopped' && <p class="label">{texts.stopped}</p>}
      {message.notice && (
        <p class="notice">
          <Icon name="info" /> <span>{inWords(message.notice, texts)}</span>
        </p>
      )}
      {sources.length > 0 && (state !== 'writing' || opened.size > 0) && (
        <SourceList list={list} sources={sources} opened={opened} onToggle={toggle} />
      )}
      {state === 'done' && (
        <div class="actions">
          {type === 'answer' && <CopyAnswer message={message} />}
          <Thumbs message={message} publicPage={publicPage} />
        </div>
      )}
    </article>
  )
}

function CopyAnswer({ message: { text, sources } }: { message: AssistantMessage }) {
  const texts = useTexts()
  const [isCopied, setIsCopied] = useState(false)
  const copy = async () => {
    setIsCopied(await writeClipboard(answerText(text, sources, texts)))
    setTimeout(() => setIsCopied(false), timings.copied)
  }
  return (
    <button type="button" class="plain" onClick={copy}>
      <Icon name={isCopied ? 'check' : 'copy'} size={14} /> {isCopied ? texts.copied : texts.copy}
    </button>
  )
}

/** What is being looked at while the answer is not there yet. */
export function waitingFor({ reading }: AssistantMessage, texts: PanelTexts): string {
  const [first] = reading
  return first ? fill(texts.reading, { name: first.name }) : texts.looking
}

/** How the server marks a sentence that cites nothing, in markdown. */
export const unsourcedMark = ` *(${answerTexts.unsourced})*`
