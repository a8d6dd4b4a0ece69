import type { ReactNode } from 'react'
import { Card } from '../../components/card.tsx'
import styles from './account-card.module.css'

type Props = { title: string; intro: string; children: ReactNode; footer: ReactNode }

/** The frame of the forms by which people come in. */
export function AccountCard({ title, intro, children, footer }: Props) {
  return (
    <div className={styles.page}>
      <Card className={styles.card}>
        <div className={styles.head}>
          <h1>{title}</h1>
          <p>{intro}</p>
        </div>
        {children}
        <div className={styles.footer}>{footer}</div>
      </Card>
    </div>
  )
}
