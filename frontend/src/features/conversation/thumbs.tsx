import { limits } from '@lectern/contracts'
import { type AssistantMessage, giveFeedback, type PublicPage } from '@lectern/conversation'
import { ThumbsDown, ThumbsUp } from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton } from '../../components/button.tsx'
import { Input } from '../../components/input.tsx'
import styles from './thumbs.module.css'

type Props = { message: AssistantMessage; publicPage: PublicPage }
type Thumb = 'up' | 'down'

/** Whether an answer helped, and in a word why not. What does not arrive is taken back without a fuss. */
export function Thumbs({ message: { id, transcriptId }, publicPage }: Props) {
  const [given, setGiven] = useState<Thumb | null>(null)
  const [step, setStep] = useState<'ask' | 'thank' | null>(null)
  const [comment, setComment] = useState('')
  if (!id || !transcriptId) return null

  const give = (thumb: Thumb, word = '') => {
    setGiven(thumb)
    setStep(thumb === 'down' && word === '' ? 'ask' : 'thank')
    giveFeedback({ transcript_id: transcriptId, message_id: id, thumb, comment: word }, publicPage).catch(() => {
      setGiven(null)
      setStep(null)
    })
  }
  return (
    <>
      <span className={styles.thumbs}>
        <IconButton size="sm" label="This helped" aria-pressed={given === 'up'} onClick={() => give('up')}>
          <ThumbsUp />
        </IconButton>
        <IconButton size="sm" label="This did not help" aria-pressed={given === 'down'} onClick={() => give('down')}>
          <ThumbsDown />
        </IconButton>
        <span role="status">{step === 'thank' && 'Thank you.'}</span>
      </span>
      {step === 'ask' && (
        <form
          className={styles.why}
          onSubmit={(event) => {
            event.preventDefault()
            if (comment.trim()) give('down', comment)
            else setStep('thank')
          }}
        >
          <Input
            aria-label="What was missing?"
            placeholder="What was missing?"
            maxLength={limits.feedbackComment}
            value={comment}
            onChange={({ target }) => setComment(target.value)}
          />
          <Button type="submit" variant="secondary">
            Send
          </Button>
        </form>
      )}
    </>
  )
}
