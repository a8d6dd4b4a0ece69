import { FileText, Gauge, MessageCircle, ScrollText } from 'lucide-react'
import { useDashboardQuery } from '../../api/dashboard.ts'
import { useReader } from '../../app/reader.ts'
import { Card } from '../../components/card.tsx'
import { later, useLater } from '../../components/later.ts'
import { LoadFailed } from '../../components/load-failed.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { counted } from '../chats/counted.ts'
import styles from './dashboard-page.module.css'
import { FirstSteps } from './first-steps.tsx'
import { NumberCard } from './number-card.tsx'

const chart = later(() => import('../../components/line-chart.tsx'))

export function DashboardPage() {
  const { data, error, refetch } = useDashboardQuery()
  const part = useLater(chart, data ? 'soon' : 'rest')
  const { firstName } = useReader()
  return (
    <>
      <PageHead title="Dashboard">
        {data && (
          <p className={styles.summary}>
            {counted(data.kb_count, 'knowledge base')}, {counted(data.transcript_count, 'transcript')}
          </p>
        )}
      </PageHead>
      {!data && error && <LoadFailed error={error} onRetry={refetch} />}
      {data?.kb_count === 0 && <FirstSteps name={firstName} />}
      <div className={styles.cards} aria-busy={!data}>
        <NumberCard
          label="Chats Remaining"
          to="/chats"
          icon={<Gauge aria-hidden />}
          value={data && `${data.chat_remaining.toLocaleString('en-US')}/${data.chat_total.toLocaleString('en-US')}`}
          tooltip="Chats remaining per a month"
        />
        <NumberCard label="Total Chats" to="/chats" icon={<MessageCircle aria-hidden />} value={data?.kb_count} />
        <NumberCard
          label="Chat Logs"
          to="/chat-logs"
          icon={<ScrollText aria-hidden />}
          value={data?.transcript_count}
        />
        <NumberCard label="Documents" to="/chats" icon={<FileText aria-hidden />} value={data?.file_count} />
      </div>
      <Card className={styles.chart}>
        <h2>Daily Chats</h2>
        <div className={styles.canvas}>
          {data && part ? <part.LineChart data={data.chat_data} /> : <Skeleton height="100%" />}
        </div>
      </Card>
    </>
  )
}
