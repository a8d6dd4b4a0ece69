import type { Member } from '@lectern/contracts'
import { UserPlus, UsersRound } from 'lucide-react'
import { useState } from 'react'
import { useUsersInfiniteQuery } from '../../api/users.ts'
import { useListView } from '../../app/list-view.ts'
import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { PagedTable } from '../../components/paged-table.tsx'
import type { Column } from '../../components/table.tsx'
import { Time } from '../../components/time.tsx'
import { InviteUser } from './invite-user.tsx'
import { RemoveUser } from './remove-user.tsx'
import { userTypeName } from './user-type-name.ts'

const columns: Column<Member>[] = [
  { head: 'Email', cell: ({ email }) => email },
  { head: 'Type', isDetail: true, cell: ({ type_id }) => userTypeName(type_id) },
  {
    head: 'Status',
    isDetail: true,
    cell: ({ status }) =>
      status === 'active' ? <Badge tone="success">Active</Badge> : <Badge tone="warning">Pending</Badge>,
  },
  { head: 'Date', isDetail: true, cell: ({ created_at }) => <Time value={created_at} /> },
]

/** Who belongs to the organization, and who is invited. */
export function UsersPage() {
  const [isInviting, setInviting] = useState(false)
  const view = useListView('newest', 'oldest', 'email')
  const users = useUsersInfiniteQuery(view.view)
  const isRoot = users.data?.pages[0]?.is_root ?? false
  const remove: Column<Member> = {
    head: 'Remove',
    isAction: true,
    // Who has joined stays, unless a root user removes them.
    cell: (member) => (isRoot || !member.is_used) && <RemoveUser member={member} />,
  }
  return (
    <>
      <PageHead title="Users">
        <Button onClick={() => setInviting(true)}>
          <UserPlus aria-hidden /> Invite Users
        </Button>
      </PageHead>
      <PagedTable
        label="Users"
        columns={[...columns, remove]}
        list={users}
        view={view}
        empty={<EmptyState icon={<UsersRound />} title="No users yet" />}
      />
      <InviteUser isOpen={isInviting} onClose={() => setInviting(false)} />
    </>
  )
}
