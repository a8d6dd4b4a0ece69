import type { ComponentProps } from 'react'
import styles from './card.module.css'
import { classNames } from './class-names.ts'

/** A raised surface that holds what belongs together. */
export function Card({ className, ...props }: ComponentProps<'div'>) {
  return <div className={classNames(styles.card, className)} {...props} />
}
