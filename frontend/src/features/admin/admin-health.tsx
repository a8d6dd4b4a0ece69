import { CircleCheck, CircleX } from 'lucide-react'
import { useAdminHealthQuery } from '../../api/admin.ts'
import { Card } from '../../components/card.tsx'
import { LoadFailed } from '../../components/load-failed.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import styles from './admin-health.module.css'

const everyMs = 10_000

/** How services and engines are right now, for root users; numbers over time are Grafana's. */
export function AdminHealth() {
  const { data, error, refetch } = useAdminHealthQuery(undefined, { pollingInterval: everyMs })
  if (!data && error) return <LoadFailed error={error} onRetry={refetch} />
  return (
    <section className={styles.health} aria-labelledby="health" aria-busy={!data}>
      <h2 id="health">Health</h2>
      <div className={styles.parts}>
        <Part title="Services" states={data?.services} />
        <Part title="Engines" states={data?.engines} />
      </div>
      {data?.grafana_url && (
        <a href={data.grafana_url} target="_blank" rel="noreferrer">
          Numbers over time in Grafana
        </a>
      )}
    </section>
  )
}

function Part({ title, states }: { title: string; states: Record<string, 'ok' | 'down'> | undefined }) {
  return (
    <Card>
      <h3>{title}</h3>
      {!states && <Skeleton height="6rem" />}
      <ul className={styles.states}>
        {Object.entries(states ?? {})
          .sort(([one], [other]) => one.localeCompare(other))
          .map(([name, state]) => (
            <li key={name} className={state === 'ok' ? styles.up : styles.down}>
              {state === 'ok' ? <CircleCheck aria-hidden /> : <CircleX aria-hidden />}
              {name}
              <span>{state === 'ok' ? 'Ready' : 'Down'}</span>
            </li>
          ))}
      </ul>
    </Card>
  )
}
