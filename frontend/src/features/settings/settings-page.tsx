import { useSettingsQuery } from '../../api/settings.ts'
import { Card } from '../../components/card.tsx'
import { LoadFailed } from '../../components/load-failed.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { Sessions } from './sessions.tsx'
import { SettingsForm } from './settings-form.tsx'
import styles from './settings-page.module.css'

/** The reader's own account. */
export function SettingsPage() {
  const { data: user, error, refetch } = useSettingsQuery()
  return (
    <>
      <PageHead title="Settings" />
      <div className={styles.columns}>
        <Card aria-busy={!user && !error}>
          {user && <SettingsForm user={user} />}
          {!user && error && <LoadFailed error={error} onRetry={refetch} />}
          {!user && !error && <Skeleton height="20rem" />}
        </Card>
        <Sessions />
      </div>
    </>
  )
}
