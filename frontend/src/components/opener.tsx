import { Slot } from 'radix-ui'
import { type ReactElement, useRef, useState } from 'react'
import { type Later, useLater } from './later.ts'

/** What a popup needs from its opener. */
export type Opened = {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  /** A ref for the trigger: it takes the focus over from its stand-in. */
  takeFocus: (trigger: HTMLElement | null) => void
}

type Props<Part> = {
  part: Later<Part>
  popup: 'menu' | 'listbox'
  /** What opens it: a button that stands there before its popup does. */
  trigger: ReactElement
  children: (part: Part, opened: Opened) => ReactElement
}

/** A trigger whose popup is fetched later; pressed before, it opens as soon as the popup is there. */
export function Opener<Part>({ part, popup, trigger, children }: Props<Part>) {
  const [isOpen, setOpen] = useState(false)
  const [isPressed, setPressed] = useState(false)
  const hasFocus = useRef(false)
  const loaded = useLater(part, isOpen ? 'now' : 'rest')
  const takeFocus = (element: HTMLElement | null) => {
    if (!element || !hasFocus.current) return
    hasFocus.current = false
    element.focus({ preventScroll: true })
  }
  // A click that began on the stand-in would be lost with it.
  if (loaded && !isPressed) return children(loaded, { isOpen, onOpenChange: setOpen, takeFocus })
  // The click comes right after the pointer is up.
  const release = () => setTimeout(() => setPressed(false))
  return (
    <Slot.Root
      aria-haspopup={popup}
      aria-expanded={false}
      onPointerEnter={part.fetch}
      onPointerDown={() => setPressed(true)}
      onPointerUp={release}
      onPointerCancel={release}
      onPointerLeave={release}
      onFocus={() => {
        hasFocus.current = true
        part.fetch()
      }}
      onBlur={() => {
        hasFocus.current = false
      }}
      onClick={() => {
        setOpen(true)
        part.fetch()
      }}
    >
      {trigger}
    </Slot.Root>
  )
}
