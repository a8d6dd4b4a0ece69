import type { Log } from '@lectern/contracts'
import { History } from 'lucide-react'
import { useLogsInfiniteQuery, useRemoveLogMutation } from '../../api/logs.ts'
import { useListView } from '../../app/list-view.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { PagedTable } from '../../components/paged-table.tsx'
import { RemoveRow } from '../../components/remove-row.tsx'
import type { Column } from '../../components/table.tsx'
import { Time } from '../../components/time.tsx'

const columns: Column<Log>[] = [
  { head: 'User', cell: ({ user }) => user },
  { head: 'Log', isDetail: true, cell: ({ body }) => body },
  { head: 'Date', isDetail: true, cell: ({ created_at }) => <Time value={created_at} /> },
]

const remove: Column<Log> = { head: 'Remove', isAction: true, cell: (log) => <RemoveLog log={log} /> }

/** Who changed what in the organization, newest first. */
export function LogsPage() {
  const view = useListView('newest', 'oldest')
  const logs = useLogsInfiniteQuery(view.view)
  const isRoot = logs.data?.pages[0]?.is_root ?? false
  return (
    <>
      <PageHead title="Logs" />
      <PagedTable
        label="Logs"
        columns={isRoot ? [...columns, remove] : columns}
        list={logs}
        view={view}
        empty={
          <EmptyState icon={<History />} title="No logs yet">
            Who changes what in your organization is written down here.
          </EmptyState>
        }
      />
    </>
  )
}

function RemoveLog({ log: { id, user, body } }: { log: Log }) {
  const [removeLog, { isLoading }] = useRemoveLogMutation()
  return (
    <RemoveRow label={`Remove the log of ${user}: ${body}`} isBusy={isLoading} onRemove={() => removeLog(id)}>
      “{body}” of {user} is removed from the logs. That it was removed is written down.
    </RemoveRow>
  )
}
