import { Tabs as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'
import styles from './tabs.module.css'

type Tab = { value: string; label: ReactNode; icon?: ReactNode }
type Props = {
  label: string
  tabs: Tab[]
  value: string
  onChange: (value: string) => void
  children: ReactNode
}

/** Panels of one thing, one shown at a time; the panels are TabPanel children. */
export function Tabs({ label, tabs, value, onChange, children }: Props) {
  return (
    <Primitive.Root value={value} onValueChange={onChange} className={styles.root}>
      <Primitive.List aria-label={label} className={styles.list}>
        {tabs.map((tab) => (
          <Primitive.Trigger key={tab.value} value={tab.value} className={styles.tab}>
            {tab.icon}
            {tab.label}
          </Primitive.Trigger>
        ))}
      </Primitive.List>
      {children}
    </Primitive.Root>
  )
}

export function TabPanel({ value, children }: { value: string; children: ReactNode }) {
  return (
    <Primitive.Content value={value} className={styles.panel}>
      {children}
    </Primitive.Content>
  )
}
