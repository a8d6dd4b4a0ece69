import type { KnowledgeBase } from '@lectern/contracts'
import { CircleAlert, CircleCheck, LoaderCircle } from 'lucide-react'
import { Badge } from '../../components/badge.tsx'
import styles from './chat-status.module.css'

type Status = Pick<KnowledgeBase, 'is_ready' | 'is_failed'>

/** Nothing more happens by itself. */
export const isSettled = ({ is_ready, is_failed }: Status) => is_ready || is_failed

export function ChatStatus({ chat }: { chat: Status }) {
  if (chat.is_ready)
    return (
      <Badge tone="success">
        <CircleCheck aria-hidden /> Ready
      </Badge>
    )
  if (chat.is_failed)
    return (
      <Badge tone="danger">
        <CircleAlert aria-hidden /> Failed
      </Badge>
    )
  return (
    <Badge tone="warning">
      <LoaderCircle className={styles.turning} aria-hidden /> Processing
    </Badge>
  )
}
