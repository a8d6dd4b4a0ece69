import { useAdminNumbersQuery } from '../../api/admin.ts'
import { page } from '../../app/page.ts'
import { Card } from '../../components/card.tsx'
import { LoadFailed } from '../../components/load-failed.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { Stat } from '../chat-detail/stat.tsx'
import styles from './admin-numbers.module.css'
import { numbers } from './numbers.tsx'

export function AdminNumbers() {
  const { data, error, refetch } = useAdminNumbersQuery()
  if (!data && error) return <LoadFailed error={error} onRetry={refetch} />
  return (
    <>
      <p className={styles.scope}>{page.user?.is_root ? 'On the whole platform' : 'In your organization'}</p>
      <div className={styles.numbers} aria-busy={!data}>
        {numbers.map(({ name, label, icon }) =>
          data ? (
            <Stat key={name} icon={icon} label={label} value={data[name]} />
          ) : (
            <Card key={name}>
              <Skeleton height="2.5rem" />
            </Card>
          ),
        )}
      </div>
    </>
  )
}
