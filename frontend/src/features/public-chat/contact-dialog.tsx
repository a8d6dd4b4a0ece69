import { LeaveMessage } from '@lectern/contracts'
import { type HandOff, leaveMessage, messageOf, type PublicPage } from '@lectern/conversation'
import { useState } from 'react'
import { showFieldErrors, useContractForm } from '../../app/form.ts'
import { Button } from '../../components/button.tsx'
import { Dialog, DialogActions } from '../../components/dialog.tsx'
import { Field } from '../../components/field.tsx'
import { Input } from '../../components/input.tsx'
import { Textarea } from '../../components/textarea.tsx'
import styles from './contact-dialog.module.css'

type Props = { along: HandOff | null; publicPage: PublicPage; onClose: () => void; onSent: (email: string) => void }

/** A message to a person, with the conversation so far. */
export function ContactDialog({ along, publicPage, onClose, onSent }: Props) {
  return (
    <Dialog
      isOpen={along !== null}
      onClose={onClose}
      title="Ask a person"
      description={along?.answer ? 'This conversation is sent along.' : undefined}
    >
      {along && <ContactForm along={along} publicPage={publicPage} onClose={onClose} onSent={onSent} />}
    </Dialog>
  )
}

function ContactForm({ along: { question, answer }, publicPage, onClose, onSent }: Props & { along: HandOff }) {
  const [problem, setProblem] = useState('')
  const form = useContractForm(LeaveMessage, {
    defaultValues: {
      kb_id: publicPage.unqid,
      name: '',
      email: '',
      message: question,
      ...(answer ? { transcript_id: answer.transcriptId, message_id: answer.id } : {}),
    },
  })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async (values) => {
    try {
      await leaveMessage(values, publicPage)
      onSent(values.email.trim())
    } catch (error) {
      setProblem(messageOf(error))
      showFieldErrors(form, error)
    }
  })
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <Field label="Your name" error={errors.name?.message}>
        <Input autoComplete="name" required {...form.register('name')} />
      </Field>
      <Field label="Your email" error={errors.email?.message}>
        <Input type="email" autoComplete="email" required {...form.register('email')} />
      </Field>
      <Field label="Your message" error={errors.message?.message}>
        <Textarea rows={4} required {...form.register('message')} />
      </Field>
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" isBusy={isSubmitting}>
          Send message
        </Button>
      </DialogActions>
    </form>
  )
}
