import type { ReactNode } from 'react'
import styles from './badge.module.css'

type Props = { tone?: 'neutral' | 'accent' | 'success' | 'warning' | 'danger'; children: ReactNode }

/** One word about the state of something. */
export function Badge({ tone = 'neutral', children }: Props) {
  return (
    <span className={styles.badge} data-tone={tone}>
      {children}
    </span>
  )
}
