import type { AdminUser } from '@lectern/contracts'
import { UsersRound } from 'lucide-react'
import { useAdminUsersInfiniteQuery } from '../../api/admin.ts'
import { useListView } from '../../app/list-view.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { PagedTable } from '../../components/paged-table.tsx'
import type { Column } from '../../components/table.tsx'
import { Time } from '../../components/time.tsx'
import { userTypeName } from '../users/user-type-name.ts'

const columns: Column<AdminUser>[] = [
  { head: 'Email', cell: ({ email }) => email },
  { head: 'Name', isDetail: true, cell: ({ name }) => name },
  { head: 'Organization', isDetail: true, cell: ({ organization }) => organization },
  { head: 'Type', isDetail: true, cell: ({ type_id }) => userTypeName(type_id) },
  { head: 'Date', isDetail: true, cell: ({ created_at }) => <Time value={created_at} /> },
]

export function AdminUsers() {
  const view = useListView('newest', 'oldest', 'email')
  return (
    <PagedTable
      label="Users"
      columns={columns}
      list={useAdminUsersInfiniteQuery(view.view)}
      view={view}
      empty={<EmptyState icon={<UsersRound />} title="No users yet" />}
    />
  )
}
