import type { AdminSubscription } from '@lectern/contracts'
import { Banknote, CalendarCheck, CreditCard, UsersRound } from 'lucide-react'
import { useAdminRevenueQuery, useAdminSubscriptionsInfiniteQuery } from '../../api/payments.ts'
import { Badge } from '../../components/badge.tsx'
import { Card } from '../../components/card.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { PagedTable } from '../../components/paged-table.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import type { Column } from '../../components/table.tsx'
import { Day } from '../../components/time.tsx'
import { Stat } from '../chat-detail/stat.tsx'
import { dollars } from '../plans/plan-cards.tsx'
import styles from './admin-numbers.module.css'
import { GivePlan } from './give-plan.tsx'

type Row = Omit<AdminSubscription, 'id'> & { id: number; subscription: string | null }

const columns: Column<Row>[] = [
  { head: 'Organization', cell: ({ organization, organization_id }) => organization || `#${organization_id}` },
  { head: 'Plan', isDetail: true, cell: ({ plan }) => <span className={styles.plan}>{plan.name}</span> },
  { head: 'Price', isDetail: true, cell: ({ price }) => (price === null ? '–' : `${dollars(price)}/month`) },
  { head: 'Status', isDetail: true, cell: (row) => <Status {...row} /> },
  {
    head: 'Until',
    isDetail: true,
    cell: ({ current_period_end }) => current_period_end && <Day value={current_period_end} />,
  },
  {
    head: 'Action',
    isAction: true,
    cell: ({ organization_id, organization }) => <GivePlan organizationId={organization_id} name={organization} />,
  },
]

/** What is received, and from whom; for root users. */
export function AdminSubscriptions() {
  const { data, ...list } = useAdminSubscriptionsInfiniteQuery()
  const pages = data?.pages.map((page) => ({
    items: page.items.map((item) => ({ ...item, subscription: item.id, id: item.organization_id })),
  }))
  return (
    <div className={styles.sections}>
      <Revenue />
      <PagedTable
        label="Subscriptions"
        columns={columns}
        list={{ ...list, ...(pages && { data: { pages } }) }}
        empty={<EmptyState icon={<CreditCard />} title="Nobody pays or was given a plan yet" />}
      />
    </div>
  )
}

function Revenue() {
  const { data } = useAdminRevenueQuery()
  if (!data)
    return (
      <Card aria-busy>
        <Skeleton height="2.5rem" />
      </Card>
    )
  return (
    <div className={styles.numbers}>
      <Stat icon={<UsersRound aria-hidden />} label="Subscriptions" value={data.subscriptions} />
      <Stat icon={<CalendarCheck aria-hidden />} label="Dollars a month" value={data.monthly} />
      <Stat icon={<Banknote aria-hidden />} label="Dollars received this month" value={data.this_month} />
      <Stat icon={<Banknote aria-hidden />} label="Dollars received last month" value={data.last_month} />
    </div>
  )
}

function Status({ status, is_canceled, given, subscription }: Row) {
  if (subscription && status !== 'active') return <Badge tone="danger">{status.replace('_', ' ')}</Badge>
  if (is_canceled) return <Badge tone="warning">Canceled</Badge>
  if (given) return <Badge tone="accent">Given</Badge>
  return <Badge tone="success">Active</Badge>
}
