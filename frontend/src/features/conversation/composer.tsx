import { AskQuestion, limits } from '@lectern/contracts'
import { ArrowUp, Square } from 'lucide-react'
import {
  type KeyboardEvent,
  type ReactNode,
  type SubmitEvent,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { Button, IconButton } from '../../components/button.tsx'
import { Textarea } from '../../components/textarea.tsx'
import styles from './composer.module.css'

type Props = {
  chatId: string
  answering: boolean
  onSend: (prompt: string) => void
  onStop: () => void
  onTyping: () => void
  /** What else stands below the field. */
  children?: ReactNode
}

/** From here on the field tells how much room is left. */
const nearLimit = limits.prompt - 250

/** The field for a question. Enter alone does nothing in it, and reminds of what does. */
export function Composer({ chatId, answering, onSend, onStop, onTyping, children }: Props) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState({ text: '', chatId })
  const [reminded, setReminded] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const checking = useRef(false)
  const commandKey = useSyncExternalStore(noChange, commandKeyHere, () => 'Ctrl')
  const id = useId()
  // What was wrong for one chat may be right for the next.
  const error = problem.chatId === chatId ? problem.text : ''

  const submit = async () => {
    if (answering || checking.current) return
    checking.current = true
    const found = await problemOf(text, chatId)
    checking.current = false
    setProblem({ text: found, chatId })
    if (found) {
      field.current?.focus()
      return
    }
    onSend(text.trim())
    setText('')
    setReminded(false)
  }
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    void submit()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && event.isDefaultPrevented()) setReminded(!event.ctrlKey && !event.metaKey)
  }

  return (
    <form className={styles.composer} onSubmit={onSubmit} noValidate>
      <div className={styles.box} data-invalid={error !== ''}>
        <label className="visually-hidden" htmlFor={id}>
          Your question
        </label>
        <Textarea
          id={id}
          ref={field}
          className={styles.field}
          rows={1}
          placeholder="Ask me anything.."
          value={text}
          aria-invalid={error !== '' || undefined}
          aria-describedby={`${id}-error ${id}-count ${id}-hint`}
          onChange={(event) => {
            setText(event.target.value)
            setProblem({ text: '', chatId })
            void loadCheck()
            onTyping()
          }}
          onKeyDown={onKeyDown}
        />
        {answering && (
          <Button variant="secondary" size="sm" className={styles.stop} onClick={onStop}>
            <Square aria-hidden fill="currentColor" /> Stop
          </Button>
        )}
        <IconButton label="Send" type="submit" variant="primary" className={styles.send} aria-disabled={answering}>
          <ArrowUp aria-hidden />
        </IconButton>
      </div>
      <div className={styles.below}>
        <p id={`${id}-error`} className={styles.error} role="alert">
          {error}
        </p>
        <p id={`${id}-hint`} className={styles.hint} data-reminded={reminded}>
          <span className={styles.keys}>
            <kbd>{commandKey}</kbd> <kbd>Enter</kbd> sends
          </span>
          <span className={styles.touch}>The arrow sends</span>
        </p>
        {text.length > nearLimit && (
          <p id={`${id}-count`} className={styles.count} data-over={text.length > limits.prompt}>
            {text.length} / {limits.prompt}
          </p>
        )}
        <div className={styles.extras}>{children}</div>
      </div>
    </form>
  )
}

/** Fetched while the question is being typed, since no page needs it to be shown. Without it, the server checks alone. */
const loadCheck = () => import('@lectern/contracts/check').catch(() => null)

/** The prompt first: it is what the person is looking at. */
async function problemOf(prompt: string, chatId: string): Promise<string> {
  const checking = await loadCheck()
  if (!checking) return ''
  const checked = checking.check(AskQuestion, { prompt: prompt.trim(), kb_id: chatId })
  return checked.ok ? '' : (checked.errors.kb_id?.[0] ?? checked.errors.prompt?.[0] ?? '')
}

const noChange = () => () => {}
const commandKeyHere = () => (/Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl')
