import { LoaderCircle } from 'lucide-react'
import styles from './spinner.module.css'

/** A turning circle; with a label it also says what is being waited for. */
export function Spinner({ label }: { label?: string }) {
  const circle = <LoaderCircle className={styles.spinner} aria-hidden />
  if (!label) return circle
  return (
    <output className={styles.waiting}>
      {circle}
      {label}
    </output>
  )
}
