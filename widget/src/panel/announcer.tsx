import { answerTexts } from '@lectern/contracts'
import type { AssistantMessage, Message } from '@lectern/conversation'
import { useEffect, useRef, useState } from 'preact/hooks'
import { unsourcedMark, waitingFor } from './answer.tsx'
import { finishedSentences } from './sentences.ts'
import { fill, inWords, type PanelTexts, useTexts } from './texts.ts'

type Said = { message: number; parts: string[]; next: number; hasEnded: boolean; isRepeated: (part: string) => boolean }

const nothing = (message: number): Said => ({ message, parts: [], next: 0, hasEnded: false, isRepeated: () => false })

/** Says the newest answer to screen readers sentence by sentence, each once, as it becomes complete. */
export function Announcer({ message }: { message: Message | undefined }) {
  const texts = useTexts()
  const said = useRef(nothing(-1))
  const [parts, setParts] = useState<string[]>([])

  useEffect(() => {
    if (message?.role !== 'assistant' || message.state === 'ignored') return
    if (said.current.message !== message.key) said.current = nothing(message.key)
    const news = newsOf(message, said.current, texts)
    if (news.length === 0) return
    said.current.parts = [...said.current.parts, ...news]
    setParts(said.current.parts)
  }, [message, texts])

  return (
    <div class="visually-hidden" aria-live="polite">
      {parts.map((part, index) => (
        <p key={index}>{part}</p>
      ))}
    </div>
  )
}

/** What has become complete since it was last looked. */
function newsOf(message: AssistantMessage, said: Said, texts: PanelTexts): string[] {
  const { state, sources, notice } = message
  if (state === 'waiting') {
    // What was taken back comes again in part: that part was heard.
    const heard = new Set(said.parts)
    said.isRepeated = (part) => heard.has(part)
    said.next = 0
    return heard.size === 0 ? [waitingFor(message, texts)] : []
  }
  if (said.hasEnded) return []
  const unsourced = texts.said.unsourced ?? answerTexts.unsourced
  const text = inWords(message.text, texts).replaceAll(unsourcedMark, `\n(${unsourced})\n`)
  const hasEnded = state !== 'writing'
  const sentences = finishedSentences(text, said.next, hasEnded)
  said.next = sentences.next
  said.hasEnded = hasEnded
  const last =
    state === 'stopped'
      ? [texts.stopped]
      : hasEnded
        ? [notice && inWords(notice, texts), sources.length > 0 && fill(texts.sourcesFound, { n: sources.length })]
        : []
  return [...sentences.said.filter((part) => !said.isRepeated(part)), ...last].filter(
    (part) => typeof part === 'string',
  )
}
