import type { ReactNode } from 'react'
import { Card } from '../../components/card.tsx'
import styles from './stat.module.css'

type Props = { icon: ReactNode; label: string; value: number }

export function Stat({ icon, label, value }: Props) {
  return (
    <Card className={styles.stat}>
      <span className={styles.icon}>{icon}</span>
      <div>
        <p className={styles.label}>{label}</p>
        <p className={styles.value}>{value.toLocaleString('en-US')}</p>
      </div>
    </Card>
  )
}
