import type { Feedback } from '@lectern/contracts'
import { ThumbsDown, ThumbsUp } from 'lucide-react'
import styles from './feedback-note.module.css'

/** What a visitor said of an answer, for its owner. */
export function FeedbackNote({ feedback: { thumb, comment } }: { feedback: Feedback }) {
  const Icon = thumb === 'up' ? ThumbsUp : ThumbsDown
  return (
    <p className={styles.note} data-thumb={thumb}>
      <Icon aria-hidden />
      <span>
        {thumb === 'up' ? 'This helped' : 'This did not help'}
        {comment && <>: “{comment}”</>}
      </span>
    </p>
  )
}
