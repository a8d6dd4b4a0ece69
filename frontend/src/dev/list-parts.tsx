import { Settings, UsersRound } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { useListView } from '../app/list-view.ts'
import { EmptyState } from '../components/empty-state.tsx'
import { LineChart } from '../components/line-chart.tsx'
import { LoadMore } from '../components/load-more.tsx'
import { PagedTable } from '../components/paged-table.tsx'
import { RemoveRow } from '../components/remove-row.tsx'
import { type Column, Table } from '../components/table.tsx'
import { TabPanel, Tabs } from '../components/tabs.tsx'
import styles from './components-page.module.css'
import { nothing, Part } from './part.tsx'

type Person = { id: number; name: string; note: string }
type List = ComponentProps<typeof PagedTable<Person, { items: Person[] }, 'newest' | 'name'>>['list']

const rows: Person[] = [
  { id: 1, name: 'Ada', note: 'Admin' },
  { id: 2, name: 'Charles', note: 'User' },
]
const columns: Column<Person>[] = [
  { head: 'Name', cell: ({ name }) => name },
  { head: 'Note', isDetail: true, cell: ({ note }) => note },
  {
    head: 'Remove',
    isAction: true,
    cell: ({ name }) => (
      <RemoveRow label={`Remove ${name}`} isBusy={false} onRemove={async () => ({ data: { message: 'Removed.' } })}>
        {name} cannot log in any more.
      </RemoveRow>
    ),
  },
]

export function Surfaces() {
  const [tab, setTab] = useState('one')
  return (
    <Part title="Tabs and a table">
      <Tabs
        label="Example"
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'one', label: 'One', icon: <Settings aria-hidden /> },
          { value: 'two', label: 'Two' },
        ]}
      >
        <TabPanel value="one">
          <Table label="People" columns={columns} rows={rows} />
        </TabPanel>
        <TabPanel value="two">The other panel.</TabPanel>
      </Tabs>
    </Part>
  )
}

const days = {
  dates: ['2026-01-29', '2026-01-30', '2026-01-31', '2026-02-01', '2026-02-02'],
  counts: [3, 8, 0, 5, 12],
}

export function Charts() {
  return (
    <Part title="Chart">
      <div className={styles.chart}>
        <LineChart data={days} />
      </div>
    </Part>
  )
}

const idle = { hasNextPage: false, isFetchingNextPage: false, fetchNextPage: nothing, refetch: nothing }
const lists: Record<string, List> = {
  People: { ...idle, data: { pages: [{ items: rows }] }, hasNextPage: true },
  'People being loaded': idle,
  'People who could not be loaded': { ...idle, error: 'The server took too long to answer.' },
  'No people': { ...idle, data: { pages: [{ items: [] }] } },
}

/** What is searched for finds nothing in the last of them. */
export function Lists() {
  const view = useListView('newest', 'name')
  return (
    <Part title="Lists that are read page by page">
      {Object.entries(lists).map(([label, list]) => (
        <PagedTable
          key={label}
          label={label}
          columns={columns}
          list={list}
          view={label === 'People' || view.isSearching ? view : undefined}
          empty={<EmptyState icon={<UsersRound />} title="Nobody here yet" />}
        />
      ))}
      <LoadMore hasMore isLoading onLoad={nothing} />
    </Part>
  )
}
