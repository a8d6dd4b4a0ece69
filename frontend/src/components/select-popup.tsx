import { Check, ChevronDown } from 'lucide-react'
import { Select as Primitive } from 'radix-ui'
import { classNames } from './class-names.ts'
import { useFieldAttributes } from './field.tsx'
import input from './input.module.css'
import type { Opened } from './opener.tsx'
import popup from './popup.module.css'
import styles from './select.module.css'
import type { SelectProps } from './select.tsx'

// The primitive keeps the empty value for "nothing chosen", so an option with it travels under another name.
const none = '\u0000'
const inward = (value: string) => (value === '' ? none : value)
const outward = (value: string) => (value === none ? '' : value)

/** The primitive behind a select. */
export function SelectPopup({
  options,
  value,
  onChange,
  placeholder,
  isDisabled,
  className,
  isOpen,
  onOpenChange,
  takeFocus,
}: SelectProps & Opened) {
  const hasEmpty = options.some((option) => option.value === '')
  return (
    <Primitive.Root
      value={value === '' && !hasEmpty ? '' : inward(value)}
      onValueChange={(chosen) => onChange(outward(chosen))}
      disabled={isDisabled}
      open={isOpen}
      onOpenChange={onOpenChange}
    >
      <Primitive.Trigger
        {...useFieldAttributes()}
        ref={takeFocus}
        className={classNames(input.input, styles.trigger, className)}
      >
        <span className={styles.value}>
          <Primitive.Value placeholder={placeholder} />
        </span>
        <Primitive.Icon asChild>
          <ChevronDown className={styles.icon} />
        </Primitive.Icon>
      </Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content position="popper" sideOffset={4} className={classNames(popup.popup, styles.content)}>
          <Primitive.Viewport className={styles.viewport}>
            {options.map((option) => (
              <Primitive.Item key={option.value} value={inward(option.value)} className={popup.item}>
                <Primitive.ItemText>{option.label}</Primitive.ItemText>
                <Primitive.ItemIndicator className={styles.check}>
                  <Check />
                </Primitive.ItemIndicator>
              </Primitive.Item>
            ))}
          </Primitive.Viewport>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
