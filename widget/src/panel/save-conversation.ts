import type { Source } from '@lectern/contracts'
import type { Message } from '@lectern/conversation'
import { placeOf } from './source-list.tsx'
import type { PanelTexts } from './texts.ts'

/** An answer as plain text, with what it relies on. */
export function answerText(text: string, sources: Source[], texts: PanelTexts): string {
  const list = sources.map((source) => `[${source.n}] ${placeOf(source, texts)}: “${source.quote}”`)
  return [text, list.join('\n')].join('\n\n').trim()
}

/** Gives the reader the conversation as a text file. */
export function saveConversation(title: string, messages: Message[], texts: PanelTexts) {
  const said = messages.map((message) =>
    message.role === 'user'
      ? `${texts.you} ${message.text}`
      : `${texts.answer} ${answerText(message.text, message.sources, texts)}`,
  )
  const head = `${title}\n${new Date().toLocaleString(document.documentElement.lang)}`
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([[head, ...said].join('\n\n')], { type: 'text/plain;charset=utf-8' }))
  link.download = `${title.replaceAll(/[^\p{L}\p{N}]+/gu, '-')}.txt`
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
