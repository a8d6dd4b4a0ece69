import type { ReactElement, ReactNode } from 'react'
import { later, useLater } from './later.ts'
import { Opener } from './opener.tsx'

export type MenuProps = {
  /** The button that opens it. */
  trigger: ReactElement
  align?: 'start' | 'end'
  /** Stands above the actions: what they are about. */
  head?: ReactNode
  children: ReactNode
}

export type MenuItemProps = {
  onSelect?: () => void
  tone?: 'danger'
  /** The item is the one element given as its child, e.g. a link. */
  asChild?: boolean
  children: ReactNode
}

const popup = later(() => import('./menu-popup.tsx'))

/** A list of actions that opens beside its button. */
export function Menu(props: MenuProps) {
  return (
    <Opener part={popup} popup="menu" trigger={props.trigger}>
      {({ MenuPopup }, opened) => <MenuPopup {...props} {...opened} />}
    </Opener>
  )
}

export function MenuItem(props: MenuItemProps) {
  const part = useLater(popup, 'now')
  return part && <part.PopupItem {...props} />
}
