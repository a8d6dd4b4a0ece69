import type { ReactNode } from 'react'
import { Card } from './card.tsx'
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

type Props<Row, Answer> = {
  label: string
  columns: Column<Row>[]
  list: List<Answer>
  /** What stands in its place when there is no row. */
  empty: ReactNode
}

/** A table of a list that may go on, in all its states: loading, failed, empty, more to come. */
export function PagedTable<Row extends { id: string | number }, Answer extends { items: Row[] }>({
  label,
  columns,
  list,
  empty,
}: Props<Row, Answer>) {
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
      <Card className={styles.card}>
        {rows.length === 0 ? empty : <Table label={label} columns={columns} rows={rows} />}
      </Card>
      <LoadMore hasMore={list.hasNextPage} isLoading={list.isFetchingNextPage} onLoad={list.fetchNextPage} />
    </>
  )
}
