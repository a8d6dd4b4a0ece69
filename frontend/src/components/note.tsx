import type { ReactNode } from 'react'
import styles from './note.module.css'

type Props = { icon: ReactNode; tone?: 'accent' | 'warning'; action?: ReactNode; children: ReactNode }

/** Something to know, said calmly and in place; screen readers hear it when it appears. */
export function Note({ icon, tone = 'accent', action, children }: Props) {
  return (
    <div className={styles.note} data-tone={tone} role="status">
      {icon}
      <p className={styles.text}>{children}</p>
      {action}
    </div>
  )
}
