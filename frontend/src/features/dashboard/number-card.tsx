import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Card } from '../../components/card.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { Tooltip } from '../../components/tooltip.tsx'
import styles from './number-card.module.css'

type Props = {
  label: string
  to: string
  icon: ReactNode
  /** Undefined while it is not known. */
  value: number | string | undefined
  tooltip?: string
}

/** One number of the organization, and the way to what it counts. */
export function NumberCard({ label, to, icon, value, tooltip }: Props) {
  const link = (
    <Link to={to} className={styles.link}>
      {label}
    </Link>
  )
  return (
    <Card className={styles.card}>
      <div className={styles.head}>
        {tooltip ? <Tooltip text={tooltip}>{link}</Tooltip> : link}
        <span className={styles.icon}>{icon}</span>
      </div>
      <p className={styles.value}>
        {value === undefined ? (
          <Skeleton width="4rem" />
        ) : typeof value === 'number' ? (
          value.toLocaleString('en-US')
        ) : (
          value
        )}
      </p>
    </Card>
  )
}
