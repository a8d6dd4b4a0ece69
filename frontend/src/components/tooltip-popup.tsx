import { Tooltip as Primitive } from 'radix-ui'
import styles from './tooltip.module.css'
import type { TooltipProps } from './tooltip.tsx'

/** The primitive behind a tooltip. */
export function TooltipPopup({ text, children }: TooltipProps) {
  return (
    <Primitive.Provider delayDuration={300}>
      <Primitive.Root>
        <Primitive.Trigger asChild>{children}</Primitive.Trigger>
        <Primitive.Portal>
          <Primitive.Content sideOffset={6} collisionPadding={8} className={styles.tooltip}>
            {text}
          </Primitive.Content>
        </Primitive.Portal>
      </Primitive.Root>
    </Primitive.Provider>
  )
}
