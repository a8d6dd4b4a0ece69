import { DropdownMenu } from 'radix-ui'
import type { ReactNode } from 'react'
import popup from './popup.module.css'

type MenuProps = {
  /** The button that opens it. */
  trigger: ReactNode
  align?: 'start' | 'end'
  children: ReactNode
}

/** A list of actions that opens beside its button. */
export function Menu({ trigger, align = 'end', children }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content align={align} sideOffset={6} collisionPadding={8} className={popup.popup}>
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

type ItemProps = {
  onSelect?: () => void
  tone?: 'danger'
  /** The item is the one element given as its child, e.g. a link. */
  asChild?: boolean
  children: ReactNode
}

export function MenuItem({ tone, ...props }: ItemProps) {
  return <DropdownMenu.Item className={popup.item} data-tone={tone} {...props} />
}
