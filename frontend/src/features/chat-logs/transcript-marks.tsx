import type { Transcript } from '@lectern/contracts'
import { ThumbsDown, ThumbsUp, UserRound } from 'lucide-react'
import type { Static } from 'typebox'
import styles from './transcript-marks.module.css'

type Props = { transcript: Pick<Static<typeof Transcript>, 'visitor' | 'thumbs_up' | 'thumbs_down'> }

/** Who asked, where that is known, and how visitors found the answers. */
export function TranscriptMarks({ transcript: { visitor, thumbs_up, thumbs_down } }: Props) {
  return (
    <>
      {visitor && (
        <span className={styles.mark}>
          <UserRound aria-hidden /> {visitor.name || visitor.email || visitor.id}
        </span>
      )}
      {thumbs_up > 0 && (
        <span className={styles.mark}>
          <ThumbsUp aria-label="Helped" /> {thumbs_up}
        </span>
      )}
      {thumbs_down > 0 && (
        <span className={styles.mark}>
          <ThumbsDown aria-label="Did not help" /> {thumbs_down}
        </span>
      )}
    </>
  )
}
