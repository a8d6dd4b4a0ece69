import { type FoundPassage, limits, type RetrievalTest as Tested } from '@lectern/contracts'
import { messageOf } from '@lectern/conversation'
import { CircleCheck, CircleSlash, PenLine, Search } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useTestRetrievalMutation } from '../../api/passages.ts'
import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { Field } from '../../components/field.tsx'
import { Input } from '../../components/input.tsx'
import styles from './passages.module.css'
import section from './section.module.css'

/** A question in, the passages that are found for it out: why the chat answers as it does. */
export function RetrievalTest({ chatId }: { chatId: string }) {
  const [question, setQuestion] = useState('')
  const [test, { data, error, isLoading }] = useTestRetrievalMutation()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (question.trim() !== '') test({ chatId, question })
  }
  return (
    <Card>
      <section className={section.section} aria-labelledby="retrieval-test">
        <div>
          <h2 id="retrieval-test" className={section.title}>
            Test retrieval
          </h2>
          <p className={section.note}>
            Ask a question and see which passages are found, and how well they fit. It counts as no chat.
          </p>
        </div>
        <form className={styles.ask} onSubmit={submit}>
          <Field label="Question" isLabelHidden error={error ? messageOf(error) : undefined}>
            <Input
              value={question}
              maxLength={limits.prompt}
              placeholder="What would a visitor ask?"
              autoComplete="off"
              onChange={(event) => setQuestion(event.target.value)}
            />
          </Field>
          <Button type="submit" variant="secondary" isBusy={isLoading} disabled={question.trim() === ''}>
            <Search aria-hidden /> Test
          </Button>
        </form>
        {data && <Results tested={data} />}
      </section>
    </Card>
  )
}

function Results({ tested }: { tested: Tested }) {
  const { passages, took_ms } = tested
  return (
    <div className={styles.results} role="status">
      <div className={styles.verdict}>
        <Verdict tested={tested} />
        <span className={styles.facts}>found in {took_ms} ms</span>
      </div>
      {passages.length > 0 && (
        <ol className={styles.list} aria-label="Found passages">
          {passages.map((passage) => (
            <li key={passage.id} className={styles.passage}>
              <Found passage={passage} />
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}

function Verdict({ tested: { pair, support, enough, passages } }: { tested: Tested }) {
  const sure = `support ${support.toFixed(2)} of ${enough.toFixed(2)}`
  if (pair)
    return (
      <>
        <Badge tone="accent">
          <PenLine aria-hidden /> Written answer
        </Badge>
        <span>to “{pair.question}”</span>
      </>
    )
  if (passages.length === 0) return <Badge tone="warning">Nothing was found</Badge>
  if (support >= enough)
    return (
      <>
        <Badge tone="success">
          <CircleCheck aria-hidden /> Would be answered
        </Badge>
        <span className={styles.facts}>{sure}</span>
      </>
    )
  return (
    <>
      <Badge tone="warning">
        <CircleSlash aria-hidden /> The passages alone do not tell
      </Badge>
      <span className={styles.facts}>{sure}</span>
    </>
  )
}

function Found({ passage }: { passage: FoundPassage }) {
  const { name, page, heading, text, score, similarity, words } = passage
  const [isOpen, setOpen] = useState(false)
  const parts = [
    similarity !== null && `meaning ${similarity.toFixed(2)}`,
    words !== null && `words ${words.toFixed(1)}`,
  ].filter(Boolean)
  return (
    <>
      <p className={styles.place}>
        <strong>{name}</strong>
        {page !== null && <Badge>Page {page}</Badge>}
        {heading && <span>{heading}</span>}
        <span className={styles.score} title={parts.join(', ')}>
          {score.toFixed(2)} · {parts.join(' · ')}
        </span>
      </p>
      <p className={isOpen ? styles.text : `${styles.text} ${styles.long}`}>{isOpen ? text : withoutGaps(text)}</p>
      {text.length > 300 && (
        <Button variant="ghost" size="sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Show less' : 'Show all of it'}
        </Button>
      )}
    </>
  )
}

/** In a few lines there is no room for empty ones. */
const withoutGaps = (text: string) => text.replace(/\n\s*\n/g, '\n')
