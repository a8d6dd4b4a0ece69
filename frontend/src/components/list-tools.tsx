import { limits } from '@lectern/contracts'
import { Search, SearchX } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { useListView } from '../app/list-view.ts'
import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'
import { Field } from './field.tsx'
import { Input } from './input.tsx'
import styles from './list-tools.module.css'
import { Select } from './select.tsx'

type Props<Order extends string> = { label: string; list: ReturnType<typeof useListView<Order>> }

const names: Record<string, string> = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  name: 'By name',
  email: 'By email',
}
const restMs = 300

/** Finds rows of a list, and puts them in order. */
export function ListTools<Order extends string>({ label, list: { view, change, orders } }: Props<Order>) {
  return (
    <search className={styles.tools}>
      <SearchField label={label} value={view.search} onChange={(search) => change({ search })} />
      <div className={styles.sort}>
        <Field label="Order" isLabelHidden>
          <Select
            options={orders.map((value) => ({ value, label: names[value] ?? value }))}
            value={view.sort}
            onChange={(value) => change({ sort: orders.find((order) => order === value) })}
          />
        </Field>
      </div>
    </search>
  )
}

type FieldProps = { label: string; value: string; onChange: (search: string) => void }

/** Searches when the typing rests. */
function SearchField({ label, value, onChange }: FieldProps) {
  const [text, setText] = useState(value)
  const searched = useRef(value)
  // Emptied or gone back to from elsewhere.
  useEffect(() => {
    if (value === searched.current) return
    searched.current = value
    setText(value)
  }, [value])
  useEffect(() => {
    if (text.trim() === searched.current) return
    const timer = setTimeout(() => {
      searched.current = text.trim()
      onChange(searched.current)
    }, restMs)
    return () => clearTimeout(timer)
  }, [text, onChange])
  return (
    <div className={styles.search}>
      <Field label={label} isLabelHidden>
        <Input
          type="search"
          placeholder={label}
          maxLength={limits.search}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      <Search aria-hidden />
    </div>
  )
}

/** Stands where rows would be if the search had found any. */
export function NothingFound<Order extends string>({ list: { view, change } }: Omit<Props<Order>, 'label'>) {
  return (
    <EmptyState
      icon={<SearchX />}
      title="Nothing found"
      action={
        <Button variant="secondary" onClick={() => change({ search: '' })}>
          Show all
        </Button>
      }
    >
      Nothing here has all of the words “{view.search}”.
    </EmptyState>
  )
}
