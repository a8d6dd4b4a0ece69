import type { ReactNode } from 'react'
import styles from './window.module.css'

/** The frame of a browser around a picture of the product. */
export function Window({ children }: { children: ReactNode }) {
  return (
    <div className={styles.window}>
      <div className={styles.bar} aria-hidden>
        <i />
        <i />
        <i />
      </div>
      {children}
    </div>
  )
}
