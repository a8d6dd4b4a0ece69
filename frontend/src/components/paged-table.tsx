import type { ReactNode } from 'react'
import type { useListView } from '../app/list-view.ts'
import { Card } from './card.tsx'
import { ListTools, NothingFound } from './list-tools.tsx'
import { LoadFailed } from './load-failed.tsx'
import { LoadMore } from './load-more.tsx'
import styles from './paged-table.module.css'
import { Skeleton } from './skeleton.tsx'
import { type Column, Table } from './table.tsx'

/** What a list read page by page tells of itself; an infinite query of the API is one. */
type List<Answer> = {
  data?: { pages: Answer[] }
  error?: unknown
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => unknown
  refetch: () => unknown
}

type Props<Row, Answer, Order extends string> = {
  label: string
  columns: Column<Row>[]
  list: List<Answer>
  /** How it is searched and sorted, where it can be. */
  view?: ReturnType<typeof useListView<Order>>
  /** What stands in its place when there is no row. */
  empty: ReactNode
}

/** A table of a list that may go on, in all its states: loading, failed, empty, more to come. */
export function PagedTable<Row extends { id: string | number }, Answer extends { items: Row[] }, Order extends string>({
  label,
  columns,
  list,
  view,
  empty,
}: Props<Row, Answer, Order>) {
  const rows = list.data?.pages.flatMap((page) => page.items)
  if (!rows && list.error) return <LoadFailed error={list.error} onRetry={list.refetch} />
  if (!rows)
    return (
      <Card aria-busy>
        <Skeleton height="12rem" />
      </Card>
    )
  return (
    <>
      {view && (rows.length > 0 || view.isSearching) && (
        <ListTools label={`Search ${label.toLowerCase()}`} list={view} />
      )}
      <Card className={styles.card}>
        {rows.length > 0 && <Table label={label} columns={columns} rows={rows} />}
        {rows.length === 0 && view?.isSearching && <NothingFound list={view} />}
        {rows.length === 0 && !view?.isSearching && empty}
      </Card>
      <LoadMore hasMore={list.hasNextPage} isLoading={list.isFetchingNextPage} onLoad={list.fetchNextPage} />
    </>
  )
}
