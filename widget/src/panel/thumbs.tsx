import { limits } from '@lectern/contracts'
import { type AssistantMessage, giveFeedback, type PublicPage } from '@lectern/conversation'
import { useState } from 'preact/hooks'
import { Icon } from './icons.tsx'
import { useTexts } from './texts.ts'

type Thumb = 'up' | 'down'

/** Whether an answer helped, and in a word why not. What does not arrive is taken back without a fuss. */
export function Thumbs({
  message: { id, transcriptId },
  publicPage,
}: {
  message: AssistantMessage
  publicPage: PublicPage
}) {
  const texts = useTexts()
  const [given, setGiven] = useState<Thumb | null>(null)
  const [step, setStep] = useState<'ask' | 'thank' | null>(null)
  const [comment, setComment] = useState('')
  if (!id || !transcriptId) return null

  const give = (thumb: Thumb, comment = '') => {
    setGiven(thumb)
    setStep(thumb === 'down' && comment === '' ? 'ask' : 'thank')
    giveFeedback({ transcript_id: transcriptId, message_id: id, thumb, comment }, publicPage).catch(() => {
      setGiven(null)
      setStep(null)
    })
  }
  return (
    <>
      {(['up', 'down'] as const).map((thumb) => (
        <button
          key={thumb}
          type="button"
          class="plain thumb"
          aria-label={thumb === 'up' ? texts.thumbUp : texts.thumbDown}
          title={thumb === 'up' ? texts.thumbUp : texts.thumbDown}
          aria-pressed={given === thumb}
          onClick={() => give(thumb)}
        >
          <Icon name={thumb === 'up' ? 'up' : 'downward'} />
        </button>
      ))}
      <span class="thanks" role="status">
        {step === 'thank' && texts.thanks}
      </span>
      {step === 'ask' && (
        <form
          class="why"
          aria-label={texts.whatMissing}
          onSubmit={(event) => {
            event.preventDefault()
            if (comment.trim()) give('down', comment)
            else setStep('thank')
          }}
        >
          <input
            aria-label={texts.whatMissing}
            placeholder={texts.whatMissing}
            maxLength={limits.feedbackComment}
            dir="auto"
            value={comment}
            onInput={(event) => setComment(event.currentTarget.value)}
          />
          <button type="submit" class="button">
            {texts.send}
          </button>
        </form>
      )}
    </>
  )
}
