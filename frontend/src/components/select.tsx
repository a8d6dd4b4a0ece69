import { ChevronDown } from 'lucide-react'
import { useId } from 'react'
import { classNames } from './class-names.ts'
import { useFieldAttributes } from './field.tsx'
import input from './input.module.css'
import { later } from './later.ts'
import { Opener } from './opener.tsx'
import styles from './select.module.css'

export type Option = { value: string; label: string }

export type SelectProps = {
  options: Option[]
  /** Empty: nothing is chosen, and the placeholder shows. */
  value: string
  onChange: (value: string) => void
  placeholder?: string
  isDisabled?: boolean
  className?: string
}

const popup = later(() => import('./select-popup.tsx'))

/** A choice of one. An option whose value is empty is a choice too, e.g. "All". */
export function Select(props: SelectProps) {
  return (
    <Opener part={popup} popup="listbox" trigger={<StandIn {...props} />}>
      {({ SelectPopup }, opened) => <SelectPopup {...props} {...opened} />}
    </Opener>
  )
}

/** Looks and reads like the select while its list is being fetched. `button` is what its opener adds. */
function StandIn({ options, value, onChange: _, placeholder, isDisabled, className, ...button }: SelectProps) {
  const chosen = options.find((option) => option.value === value)
  return (
    <button
      type="button"
      role="combobox"
      {...useFieldAttributes()}
      aria-expanded={false}
      aria-controls={useId()}
      disabled={isDisabled}
      data-placeholder={chosen ? undefined : ''}
      className={classNames(input.input, styles.trigger, className)}
      {...button}
    >
      <span className={styles.value}>{chosen?.label ?? placeholder}</span>
      <ChevronDown className={styles.icon} />
    </button>
  )
}
