import { userTypes } from '@lectern/contracts'
import { Building2, CreditCard, LayoutDashboard, UsersRound } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { page } from '../../app/page.ts'
import { PageHead } from '../../components/page-head.tsx'
import { TabPanel, Tabs } from '../../components/tabs.tsx'
import { AdminHealth } from './admin-health.tsx'
import { AdminHistory } from './admin-history.tsx'
import { AdminNumbers } from './admin-numbers.tsx'
import { AdminOrganizations } from './admin-organizations.tsx'
import { AdminSubscriptions } from './admin-subscriptions.tsx'
import { AdminUsers } from './admin-users.tsx'

const dashboard = { value: 'dashboard', label: 'Dashboard', icon: <LayoutDashboard aria-hidden /> }
const lists = [
  { value: 'users', label: 'Users', icon: <UsersRound aria-hidden /> },
  { value: 'organizations', label: 'Organizations', icon: <Building2 aria-hidden /> },
]

const payment = { value: 'subscriptions', label: 'Subscriptions', icon: <CreditCard aria-hidden /> }

/** The whole platform for root users, their own organization for the others. */
export function AdminPage() {
  const [query, setQuery] = useSearchParams()
  const isAdmin = (page.user?.type_id ?? 0) >= userTypes.admin
  const isRoot = page.user?.is_root === true
  const tabs = [dashboard, ...(isAdmin ? lists : []), ...(isRoot ? [payment] : [])]
  const tab = tabs.find(({ value }) => value === query.get('tab'))?.value ?? dashboard.value
  return (
    <>
      <PageHead title="Admin" />
      <Tabs
        label="Admin"
        tabs={tabs}
        value={tab}
        onChange={(value) => setQuery({ tab: value }, { replace: true, preventScrollReset: true })}
      >
        <TabPanel value="dashboard">
          <AdminNumbers />
          {isRoot && <AdminHistory />}
          {isRoot && <AdminHealth />}
        </TabPanel>
        {isAdmin && (
          <>
            <TabPanel value="users">
              <AdminUsers />
            </TabPanel>
            <TabPanel value="organizations">
              <AdminOrganizations />
            </TabPanel>
          </>
        )}
        {isRoot && (
          <TabPanel value="subscriptions">
            <AdminSubscriptions />
          </TabPanel>
        )}
      </Tabs>
    </>
  )
}
