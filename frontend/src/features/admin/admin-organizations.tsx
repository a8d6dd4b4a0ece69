import type { AdminOrganization } from '@lectern/contracts'
import { Building2 } from 'lucide-react'
import { useAdminOrganizationsInfiniteQuery } from '../../api/admin.ts'
import { usePlansQuery } from '../../api/plans.ts'
import { useListView } from '../../app/list-view.ts'
import { page } from '../../app/page.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { PagedTable } from '../../components/paged-table.tsx'
import type { Column } from '../../components/table.tsx'
import { Time } from '../../components/time.tsx'
import { counted } from '../chats/counted.ts'
import { GivePlan } from './give-plan.tsx'

const action: Column<AdminOrganization> = {
  head: 'Action',
  isAction: true,
  cell: ({ id, name }) => <GivePlan organizationId={id} name={name} />,
}

export function AdminOrganizations() {
  const { data } = usePlansQuery()
  const view = useListView('newest', 'oldest', 'name')
  const columns: Column<AdminOrganization>[] = [
    { head: 'Name', cell: ({ name }) => name },
    { head: 'Id', isDetail: true, cell: ({ id }) => `#${id}` },
    { head: 'Plan', isDetail: true, cell: ({ plan }) => data?.plans.find(({ id }) => id === plan.id)?.name ?? '' },
    { head: 'Users', isDetail: true, cell: ({ users }) => counted(users, 'user') },
    { head: 'Date', isDetail: true, cell: ({ created_at }) => <Time value={created_at} /> },
    ...(page.user?.is_root ? [action] : []),
  ]
  return (
    <PagedTable
      label="Organizations"
      columns={columns}
      list={useAdminOrganizationsInfiniteQuery(view.view)}
      view={view}
      empty={<EmptyState icon={<Building2 />} title="No organizations yet" />}
    />
  )
}
