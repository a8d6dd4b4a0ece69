import { useMemo, useState } from 'react'
import { useAdminHistoryQuery } from '../../api/admin.ts'
import { Card } from '../../components/card.tsx'
import { Field } from '../../components/field.tsx'
import { later, useLater } from '../../components/later.ts'
import { LoadFailed } from '../../components/load-failed.tsx'
import { Select } from '../../components/select.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import styles from './admin-history.module.css'
import { numbers } from './numbers.tsx'

const chart = later(() => import('../../components/line-chart.tsx'))
const options = numbers.map(({ name, label }) => ({ value: name, label }))

/** One of the platform's numbers over the last days, for root users. */
export function AdminHistory() {
  const { data, error, refetch } = useAdminHistoryQuery()
  const part = useLater(chart, data ? 'soon' : 'rest')
  const [chosen, setChosen] = useState<(typeof numbers)[number]['name']>('chats')
  const line = useMemo(
    () => data && { dates: data.days.map(({ date }) => date), counts: data.days.map((day) => day[chosen]) },
    [data, chosen],
  )
  if (!data && error) return <LoadFailed error={error} onRetry={refetch} />
  return (
    <Card className={styles.card}>
      <div className={styles.head}>
        <h2>Over time</h2>
        <div className={styles.choice}>
          <Field label="Number to show" isLabelHidden>
            <Select
              options={options}
              value={chosen}
              onChange={(value) => setChosen(numbers.find(({ name }) => name === value)?.name ?? chosen)}
            />
          </Field>
        </div>
      </div>
      <div className={styles.canvas} aria-busy={!line}>
        {line && part ? <part.LineChart data={line} /> : <Skeleton height="100%" />}
      </div>
    </Card>
  )
}
