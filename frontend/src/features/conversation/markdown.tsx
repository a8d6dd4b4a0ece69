import { answerTexts } from '@lectern/contracts'
import { type ComponentProps, useMemo } from 'react'
import ReactMarkdown from 'react-markdown'
import remarkGfm from 'remark-gfm'
import styles from './markdown.module.css'
import { markedSource, sourceMarks } from './source-marks.ts'

/** How the server marks a sentence that cites nothing. */
const unsourced = `(${answerTexts.unsourced})`

export type MarkdownProps = { text: string; sources: readonly number[]; onSource: (n: number) => void }

/** A message's markdown: no raw HTML, links in a new tab, pictures of our own origin only, marks that open their source. */
export function Markdown({ text, sources, onSource }: MarkdownProps) {
  const plugins = useMemo(() => [remarkGfm, () => sourceMarks(sources)], [sources])
  const components = useMemo(
    () => ({
      // The page's own heading is above these.
      h1: 'h2' as const,
      h2: 'h3' as const,
      h3: 'h4' as const,
      h4: 'h5' as const,
      h5: 'h6' as const,
      a({ href, children }: ComponentProps<'a'>) {
        const n = markedSource(href)
        if (n === null)
          return (
            <a href={href} target="_blank" rel="nofollow noopener noreferrer">
              {children}
            </a>
          )
        return (
          <button type="button" className={styles.mark} onClick={() => onSource(n)} aria-label={`Source ${n}`}>
            {n}
          </button>
        )
      },
      em: ({ children }: ComponentProps<'em'>) =>
        children === unsourced ? (
          <small className={styles.unsourced}>{answerTexts.unsourced}</small>
        ) : (
          <em>{children}</em>
        ),
      img: ({ src, alt }: ComponentProps<'img'>) =>
        typeof src === 'string' && isOwn(src) ? <img src={src} alt={alt ?? ''} loading="lazy" /> : null,
      table: ({ children }: ComponentProps<'table'>) => (
        <div className={styles.table}>
          <table>{children}</table>
        </div>
      ),
    }),
    [onSource],
  )
  return (
    <div className={styles.markdown}>
      <ReactMarkdown remarkPlugins={plugins} components={components}>
        {text}
      </ReactMarkdown>
    </div>
  )
}

function isOwn(src: string): boolean {
  try {
    return new URL(src, window.location.href).origin === window.location.origin
  } catch {
    return false
  }
}
