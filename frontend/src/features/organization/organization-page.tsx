import { useOrganizationQuery } from '../../api/organization.ts'
import { Card } from '../../components/card.tsx'
import { LoadFailed } from '../../components/load-failed.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { OrganizationForm } from './organization-form.tsx'

/** What the organization is called, how it looks, and the rules of all its chats. */
export function OrganizationPage() {
  const { data: organization, error, refetch } = useOrganizationQuery()
  return (
    <>
      <PageHead title="Organization" />
      {organization && <OrganizationForm organization={organization} />}
      {!organization && error && <LoadFailed error={error} onRetry={refetch} />}
      {!organization && !error && (
        <Card aria-busy>
          <Skeleton height="28rem" />
        </Card>
      )}
    </>
  )
}
