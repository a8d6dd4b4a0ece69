import type { Source } from '@lectern/contracts'
import { passageAddress } from '@lectern/conversation'
import type { RefObject } from 'preact'
import { useId } from 'preact/hooks'
import { Icon } from './icons.tsx'
import { fill, inWords, type PanelTexts, useTexts } from './texts.ts'

type Props = {
  list: RefObject<HTMLOListElement | null>
  sources: Source[]
  opened: ReadonlySet<number>
  onToggle: (n: number) => void
}

/** What an answer relies on: each document, its page, the exact words and those around them. A closed one shows how its quote begins. */
export function SourceList({ list, sources, opened, onToggle }: Props) {
  const texts = useTexts()
  const id = useId()
  return (
    <section class="sources" aria-labelledby={id}>
      <h2 id={id}>{texts.sources}</h2>
      <ol ref={list}>
        {sources.map((source) => {
          const { n, quote, before, after } = source
          const address = passageAddress(source)
          const isOpen = opened.has(n)
          return (
            <li key={n} data-source={n} data-open={isOpen}>
              <button type="button" aria-expanded={isOpen} aria-controls={`${id}-${n}`} onClick={() => onToggle(n)}>
                <span class="number">{n}</span>
                <bdi>{placeOf(source, texts)}</bdi>
                <Icon name="down" />
              </button>
              <blockquote id={`${id}-${n}`} dir="auto">
                {isOpen && before && `… ${before} `}
                <span>{quote}</span>
                {isOpen && after && ` ${after} …`}
              </blockquote>
              {isOpen && address && (
                <a href={address} target="_blank" rel="nofollow noopener noreferrer">
                  {texts.openPage} <Icon name="out" size={14} />
                  <span class="visually-hidden">{texts.newTab}</span>
                </a>
              )}
            </li>
          )
        })}
      </ol>
    </section>
  )
}

/** Where a source stands, in words: `handbook.pdf, page 12`. */
export const placeOf = ({ name, page }: Source, texts: PanelTexts): string =>
  page === null ? inWords(name, texts) : `${name}, ${fill(texts.page, { n: page })}`
