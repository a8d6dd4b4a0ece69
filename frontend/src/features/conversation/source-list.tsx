import type { Source } from '@lectern/contracts'
import { passageAddress } from '@lectern/conversation'
import { ChevronDown, ExternalLink } from 'lucide-react'
import { type Ref, useId } from 'react'
import styles from './source-list.module.css'

type Props = {
  ref: Ref<HTMLOListElement>
  sources: Source[]
  opened: ReadonlySet<number>
  onToggle: (n: number) => void
}

/** What an answer relies on: each document, its page, the exact words and those around them. A closed one shows how its quote begins. */
export function SourceList({ ref, sources, opened, onToggle }: Props) {
  const id = useId()
  return (
    <section className={styles.sources} aria-labelledby={id}>
      <p id={id} className={styles.title}>
        {sources.length === 1 ? 'Source' : 'Sources'}
      </p>
      <ol ref={ref}>
        {sources.map((source) => {
          const { n, name, page, quote, before, after } = source
          const open = opened.has(n)
          const address = passageAddress(source)
          return (
            <li key={n} data-source={n} data-open={open}>
              <button type="button" aria-expanded={open} aria-controls={`${id}-${n}`} onClick={() => onToggle(n)}>
                <span className={styles.number}>{n}</span>
                <span className={styles.name}>{name}</span>
                {page !== null && <span className={styles.page}>page {page}</span>}
                <ChevronDown aria-hidden size={16} />
              </button>
              <blockquote id={`${id}-${n}`}>
                {open && before && `… ${before} `}
                <span>{quote}</span>
                {open && after && ` ${after} …`}
              </blockquote>
              {open && address && (
                <a href={address} target="_blank" rel="nofollow noopener noreferrer">
                  Open the page <ExternalLink aria-hidden size={14} />
                </a>
              )}
            </li>
          )
        })}
      </ol>
    </section>
  )
}
