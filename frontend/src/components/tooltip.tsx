import { Slot } from 'radix-ui'
import { type ReactElement, useRef } from 'react'
import { later, useLater } from './later.ts'

export type TooltipProps = { text: string; children: ReactElement }

const popup = later(() => import('./tooltip-popup.tsx'))

/** A few words about its child, shown on hover and on focus. The child is a focusable element. */
export function Tooltip(props: TooltipProps) {
  const part = useLater(popup)
  const reached = useRef<'focus' | 'pointer' | null>(null)
  if (part) return <part.TooltipPopup {...props} reached={reached} />
  const reach = (by: typeof reached.current) => () => {
    reached.current = by
    if (by) popup.fetch()
  }
  return (
    <Slot.Root
      onPointerEnter={reach('pointer')}
      onPointerLeave={reach(null)}
      onFocus={reach('focus')}
      onBlur={reach(null)}
    >
      {props.children}
    </Slot.Root>
  )
}
