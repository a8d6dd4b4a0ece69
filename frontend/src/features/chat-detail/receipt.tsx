import type { CrawlReceipt } from '@lectern/contracts'
import { CircleAlert } from 'lucide-react'
import { Time } from '../../components/time.tsx'
import { counted } from '../chats/counted.ts'
import styles from './crawl-list.module.css'

const stops = {
  page_limit: 'It has more pages than it may bring in; the rest was left out.',
  time_limit: 'Reading it took too long; the rest comes with the next reading.',
  site_trouble: 'The site stopped answering; the rest comes with the next reading.',
} as const

/** What a reading of a website came to, as it was. */
export function Receipt({ receipt }: { receipt: CrawlReceipt }) {
  const { finished_at, error, stopped, problems, failed } = receipt
  const shares = [
    `${receipt.new} new`,
    `${receipt.changed} changed`,
    `${receipt.unchanged} unchanged`,
    `${receipt.removed} removed`,
    `${failed} failed`,
    `${Math.round(receipt.embedded * 100)} % embedded anew`,
  ]
  return (
    <>
      <p className={styles.facts}>
        <Time value={finished_at} />: {shares.join(' · ')}
      </p>
      {error && (
        <p className={styles.failed}>
          <CircleAlert aria-hidden /> {error}
        </p>
      )}
      {stopped && <p className={styles.facts}>{stops[stopped]}</p>}
      {!error && problems.length > 0 && (
        <details className={styles.problems}>
          <summary>{counted(failed, 'page')} could not be read</summary>
          <ul>
            {problems.map(({ url, message }) => (
              <li key={url}>
                <span className={styles.url}>{url}</span> {message}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}
