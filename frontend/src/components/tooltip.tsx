import type { ReactElement } from 'react'
import { later, useLater } from './later.ts'

export type TooltipProps = { text: string; children: ReactElement }

const popup = later(() => import('./tooltip-popup.tsx'))

/** A few words about its child, shown on hover and on focus. The child is a focusable element. */
export function Tooltip(props: TooltipProps) {
  const part = useLater(popup)
  return part ? <part.TooltipPopup {...props} /> : props.children
}
