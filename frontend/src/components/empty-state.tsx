import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

type Props = { icon?: ReactNode; title: ReactNode; children?: ReactNode; action?: ReactNode }

/** What stands where there is nothing yet: what is missing, and what to do about it. */
export function EmptyState({ icon, title, children, action }: Props) {
  return (
    <div className={styles.empty}>
      {icon && <div className={styles.icon}>{icon}</div>}
      <div className={styles.title}>{title}</div>
      {children && <div className={styles.text}>{children}</div>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}
