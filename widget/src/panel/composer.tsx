import { limits } from '@lectern/contracts'
import type { RefObject } from 'preact'
import { useLayoutEffect, useState } from 'preact/hooks'
import { Icon } from './icons.tsx'
import { fill, useTexts } from './texts.ts'

type Props = {
  isHidden: boolean
  field: RefObject<HTMLTextAreaElement | null>
  answering: boolean
  onSend: (prompt: string) => void
  onStop: () => void
  onAskPerson: (() => void) | null
  onTyping: () => void
}

/** From here on the field tells how much room is left. */
const nearLimit = limits.prompt - 250
const commandKey = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘ Enter' : 'Ctrl Enter'

/** The field for a question. Enter alone does nothing in it, and reminds of what does. */
export function Composer({ isHidden, field, answering, onSend, onStop, onAskPerson, onTyping }: Props) {
  const texts = useTexts()
  const [text, setText] = useState('')
  const [error, setError] = useState('')
  const [reminded, setReminded] = useState(false)
  useLayoutEffect(() => {
    const area = field.current
    if (!area) return
    area.style.height = 'auto'
    area.style.height = `${area.scrollHeight}px`
  }, [text, field])

  const submit = () => {
    if (answering) return
    const prompt = text.trim()
    const problem =
      prompt === '' ? texts.blank : prompt.length > limits.prompt ? fill(texts.tooLong, { max: limits.prompt }) : ''
    setError(problem)
    if (problem) return field.current?.focus()
    onSend(prompt)
    setText('')
    setReminded(false)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.isComposing || event.shiftKey) return
    event.preventDefault()
    if (event.ctrlKey || event.metaKey) submit()
    else setReminded(true)
  }

  return (
    <form
      class="composer"
      hidden={isHidden}
      noValidate
      aria-label={texts.question}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <div class="box" data-invalid={error !== ''}>
        <textarea
          ref={field}
          rows={1}
          dir="auto"
          aria-label={texts.question}
          placeholder={texts.placeholder}
          value={text}
          aria-invalid={error !== ''}
          aria-describedby="error hint"
          onInput={(event) => {
            setText(event.currentTarget.value)
            setError('')
            onTyping()
          }}
          onKeyDown={onKeyDown}
        />
        {answering && (
          <button type="button" class="icon" aria-label={texts.stop} title={texts.stop} onClick={onStop}>
            <Icon name="stop" size={20} />
          </button>
        )}
        <button type="submit" class="icon send" aria-label={texts.send} title={texts.send} aria-disabled={answering}>
          <Icon name="send" size={20} />
        </button>
      </div>
      <div class="below">
        <p id="error" role="alert">
          {error}
        </p>
        <p id="hint" data-reminded={reminded}>
          {fill(texts.keys, { keys: commandKey })}
        </p>
        {text.length > nearLimit && (
          <p data-over={text.length > limits.prompt}>
            {text.length} / {limits.prompt}
          </p>
        )}
        {onAskPerson && (
          <button type="button" class="plain" onClick={onAskPerson}>
            <Icon name="person" size={14} /> {texts.askPerson}
          </button>
        )}
        <a href="/" target="_blank" rel="noopener">
          {texts.poweredBy} <span class="visually-hidden">{texts.newTab}</span>
        </a>
      </div>
    </form>
  )
}
