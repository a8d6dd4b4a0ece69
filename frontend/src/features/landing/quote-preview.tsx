import { FileText } from 'lucide-react'
import styles from './quote-preview.module.css'

/** A picture of an answer with its source, drawn with the page's own means so that it is sharp and follows the theme. */
export function QuotePreview() {
  return (
    <div
      className={styles.frame}
      role="img"
      aria-label="A question about holidays, answered with a quote from page 12 of a handbook"
    >
      <div className={styles.chat}>
        <p className={styles.question}>How many days of leave can I carry over?</p>
        <div className={styles.answer}>
          <p>
            Up to <strong>five days</strong>, until the end of March <span className={styles.cite}>1</span>
          </p>
          <div className={styles.source}>
            <p className={styles.file}>
              <FileText /> handbook.pdf, page 12
            </p>
            <p className={styles.quote}>
              Unused leave lapses at the end of the year.{' '}
              <mark>Up to five days may be carried over and are to be taken by 31 March.</mark> Exceptions are agreed in
              writing.
            </p>
          </div>
        </div>
        <p className={styles.question}>And who agrees to exceptions?</p>
        <div className={styles.answer}>
          <p>The documents of this chat do not tell.</p>
        </div>
      </div>
    </div>
  )
}
