import { Tooltip as Primitive } from 'radix-ui'
import type { RefObject } from 'react'
import styles from './tooltip.module.css'
import type { TooltipProps } from './tooltip.tsx'

/** How its child was reached while the primitive was being fetched. */
type Props = TooltipProps & { reached: RefObject<'focus' | 'pointer' | null> }

/** The primitive behind a tooltip. */
export function TooltipPopup({ text, children, reached }: Props) {
  const takeFocus = (element: HTMLButtonElement | null) => {
    if (element && reached.current === 'focus') element.focus({ preventScroll: true })
    reached.current = null
  }
  return (
    <Primitive.Provider delayDuration={300}>
      <Primitive.Root defaultOpen={reached.current !== null}>
        <Primitive.Trigger asChild ref={takeFocus}>
          {children}
        </Primitive.Trigger>
        <Primitive.Portal>
          <Primitive.Content sideOffset={6} collisionPadding={8} className={styles.tooltip}>
            {text}
          </Primitive.Content>
        </Primitive.Portal>
      </Primitive.Root>
    </Primitive.Provider>
  )
}
