import { DropdownMenu } from 'radix-ui'
import type { ReactElement } from 'react'
import type { MenuItemProps, MenuProps } from './menu.tsx'
import type { Opened } from './opener.tsx'
import popup from './popup.module.css'

type Props = MenuProps & Opened & { trigger: ReactElement }

/** The primitive behind a menu. */
export function MenuPopup({ trigger, align = 'end', head, isOpen, onOpenChange, takeFocus, children }: Props) {
  return (
    <DropdownMenu.Root modal={false} open={isOpen} onOpenChange={onOpenChange}>
      <DropdownMenu.Trigger asChild ref={takeFocus}>
        {trigger}
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content align={align} sideOffset={6} collisionPadding={8} className={popup.popup}>
          {head && <DropdownMenu.Label className={popup.head}>{head}</DropdownMenu.Label>}
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

export function PopupItem({ tone, ...props }: MenuItemProps) {
  return <DropdownMenu.Item className={popup.item} data-tone={tone} {...props} />
}
