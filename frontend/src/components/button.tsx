import { Slot } from 'radix-ui'
import type { ComponentProps } from 'react'
import styles from './button.module.css'
import { classNames } from './class-names.ts'
import { Spinner } from './spinner.tsx'

type Props = ComponentProps<'button'> & {
  variant?: 'primary' | 'secondary' | 'ghost' | 'danger'
  size?: 'sm' | 'md' | 'lg'
  /** Work is under way: the button stays in place, shows it, and cannot be pressed again. */
  isBusy?: boolean
  /** Looks like a button, but is the one element given as its child, e.g. a link. */
  asChild?: boolean
}

export function Button({
  variant = 'primary',
  size = 'md',
  isBusy = false,
  asChild = false,
  className,
  children,
  ...props
}: Props) {
  const shared = { className: classNames(styles.button, className), 'data-variant': variant, 'data-size': size }
  if (asChild) {
    return (
      <Slot.Root {...shared} {...props}>
        {children}
      </Slot.Root>
    )
  }
  return (
    <button type="button" {...shared} {...props} disabled={props.disabled || isBusy} aria-busy={isBusy || undefined}>
      {isBusy && <Spinner />}
      {children}
    </button>
  )
}

/** A button that is an icon only; `label` is its name for screen readers. */
export function IconButton({ label, className, ...props }: Omit<Props, 'asChild' | 'isBusy'> & { label: string }) {
  return <Button variant="ghost" aria-label={label} className={classNames(styles.icon, className)} {...props} />
}
