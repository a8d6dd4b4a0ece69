import type { ReactNode } from 'react'
import { Card } from '../components/card.tsx'
import styles from './components-page.module.css'

/** One subject of the page. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card className={styles.part}>
      <h2>{title}</h2>
      {children}
    </Card>
  )
}

export const nothing = () => {}
