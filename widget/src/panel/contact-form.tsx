import { type FieldErrors, limits } from '@lectern/contracts'
import { type HandOff, isFailure, leaveMessage, messageOf, type PublicPage } from '@lectern/conversation'
import { useEffect, useRef, useState } from 'preact/hooks'
import { visitor } from './frame.ts'
import { useTexts } from './texts.ts'

type Props = HandOff & {
  publicPage: PublicPage
  onSent: (email: string) => void
  onCancel: () => void
}

type Fields = { name: string; email: string; message: string }

/** A message to a person: who writes, and what. */
export function ContactForm({ publicPage, question, answer, onSent, onCancel }: Props) {
  const texts = useTexts()
  const [fields, setFields] = useState<Fields>(() => ({ ...knownVisitor(), message: question }))
  const [wrong, setWrong] = useState<FieldErrors>({})
  const [problem, setProblem] = useState('')
  const [isSending, setIsSending] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const empty = [...(form.current?.querySelectorAll('input, textarea') ?? [])] as HTMLInputElement[]
    const first = empty.find(({ value }) => value === '') ?? empty[0]
    first?.focus()
    form.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  useEffect(() => {
    if (Object.keys(wrong).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [wrong])

  const submit = async () => {
    if (isSending) return
    const found: FieldErrors = {}
    for (const [name, value] of Object.entries(fields)) if (value.trim() === '') found[name] = [texts.fillIn]
    if (fields.email.trim() !== '' && !/^\s*[^\s@]+@[^\s@]+\.[^\s@]+\s*$/.test(fields.email))
      found.email = [texts.badEmail]
    setWrong(found)
    setProblem('')
    if (Object.keys(found).length > 0) return
    setIsSending(true)
    try {
      await leaveMessage(
        {
          kb_id: publicPage.unqid,
          ...fields,
          ...(answer ? { transcript_id: answer.transcriptId, message_id: answer.id } : {}),
          ...(visitor.token ? { visitor: visitor.token } : {}),
        },
        publicPage,
      )
      onSent(fields.email.trim())
    } catch (error) {
      setProblem((isFailure(error) && texts.errors[error.code]) || messageOf(error))
      setIsSending(false)
    }
  }
  const field = (name: keyof Fields, label: string, more: object) => {
    const Tag = name === 'message' ? 'textarea' : 'input'
    return (
      <div class="field">
        <label for={`contact-${name}`}>{label}</label>
        <Tag
          {...more}
          id={`contact-${name}`}
          required
          dir="auto"
          value={fields[name]}
          aria-invalid={name in wrong}
          aria-describedby={name in wrong ? `wrong-${name}` : undefined}
          onInput={({ currentTarget }: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) =>
            setFields({ ...fields, [name]: currentTarget.value })
          }
        />
        {name in wrong && <span id={`wrong-${name}`}>{wrong[name]?.[0]}</span>}
      </div>
    )
  }

  return (
    <form
      ref={form}
      class="contact"
      noValidate
      aria-label={texts.askPerson}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <h2>{texts.askPerson}</h2>
      {field('name', texts.yourName, { autocomplete: 'name', maxLength: limits.name })}
      {field('email', texts.yourEmail, { type: 'email', autocomplete: 'email', maxLength: limits.email })}
      {field('message', texts.yourMessage, { rows: 3, maxLength: limits.contactMessage })}
      {answer && <p class="along">{texts.goesAlong}</p>}
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      <div class="actions">
        <button type="submit" class="button main" aria-disabled={isSending}>
          {texts.sendMessage}
        </button>
        <button type="button" class="plain" onClick={onCancel}>
          {texts.cancel}
        </button>
      </div>
    </form>
  )
}

/** What the token tells; the server checks it when it is used. */
function knownVisitor(): Pick<Fields, 'name' | 'email'> {
  try {
    const claims = visitor.token.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? ''
    const { name = '', email = '' } = JSON.parse(
      new TextDecoder().decode(Uint8Array.from(atob(claims), (c) => c.charCodeAt(0))),
    )
    return { name: String(name), email: String(email) }
  } catch {
    return { name: '', email: '' }
  }
}
