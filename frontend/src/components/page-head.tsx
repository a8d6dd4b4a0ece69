import type { ReactNode } from 'react'
import styles from './page-head.module.css'

type Props = { title: ReactNode; badge?: ReactNode; children?: ReactNode }

/** The heading of a screen, with what can be done on it. */
export function PageHead({ title, badge, children }: Props) {
  return (
    <div className={styles.head}>
      <div className={styles.title}>
        <h1>{title}</h1>
        {badge}
      </div>
      {children && <div className={styles.actions}>{children}</div>}
    </div>
  )
}
