import { type ComponentProps, type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { classNames } from './class-names.ts'
import { useFieldAttributes } from './field.tsx'
import styles from './input.module.css'

/**
 * Grows with its content. Enter is blocked: it neither breaks the line nor submits;
 * Ctrl/Cmd+Enter submits the form, Shift+Enter breaks the line.
 */
export function Textarea({ className, rows = 3, ref, onInput, onKeyDown, ...props }: ComponentProps<'textarea'>) {
  const own = useRef<HTMLTextAreaElement>(null)
  // After each render, since the value may have come from outside (a form filled in later, or emptied after sending).
  useLayoutEffect(() => grow(own.current))
  return (
    <textarea
      {...useFieldAttributes()}
      rows={rows}
      className={classNames(styles.input, styles.textarea, className)}
      {...props}
      ref={(element) => {
        own.current = element
        if (typeof ref === 'function') return ref(element)
        if (ref) ref.current = element
      }}
      onInput={(event) => {
        grow(event.currentTarget)
        onInput?.(event)
      }}
      onKeyDown={(event) => {
        blockEnter(event)
        onKeyDown?.(event)
      }}
    />
  )
}

function grow(element: HTMLTextAreaElement | null) {
  if (!element) return
  element.style.height = 'auto'
  const borders = element.offsetHeight - element.clientHeight
  element.style.height = `${element.scrollHeight + borders}px`
}

function blockEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.shiftKey) return
  event.preventDefault()
  if (event.ctrlKey || event.metaKey) event.currentTarget.form?.requestSubmit()
}
