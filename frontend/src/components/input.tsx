import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { useFieldAttributes } from './field.tsx'
import styles from './input.module.css'

export function Input({ className, ...props }: ComponentProps<'input'>) {
  return <input {...useFieldAttributes()} className={classNames(styles.input, className)} {...props} />
}
