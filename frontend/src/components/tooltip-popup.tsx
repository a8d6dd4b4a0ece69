import { Tooltip as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'
import styles from './tooltip.module.css'

/** A few words about its child, shown on hover and on focus. The child is a focusable element. */
export function Tooltip({ text, children }: { text: string; children: ReactNode }) {
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
