import { WriteAnswerPair } from '@lectern/contracts'
import { useEffect } from 'react'
import { useSaveAnswerPairMutation, useWriteAnswerPairMutation } from '../../api/answer-pairs.ts'
import { showFieldErrors, useContractForm } from '../../app/form.ts'
import { useAppDispatch } from '../../app/hooks.ts'
import { successToast } from '../../app/toasts.ts'
import { Button } from '../../components/button.tsx'
import { DialogActions } from '../../components/dialog.tsx'
import { Field } from '../../components/field.tsx'
import { Input } from '../../components/input.tsx'
import { Textarea } from '../../components/textarea.tsx'
import { enterHint } from './enter-hint.ts'
import styles from './passages.module.css'

/** What the form begins with; with an id it is one that is there already. */
export type Draft = WriteAnswerPair & { id?: string }
type Props = { chatId: string; pair: Draft; onClose: () => void }

/** A question, and the answer an owner gives to it. */
export function AnswerForm({ chatId, pair: { id, question, answer }, onClose }: Props) {
  const dispatch = useAppDispatch()
  const [write, { isLoading: isWriting }] = useWriteAnswerPairMutation()
  const [save, { isLoading: isSaving }] = useSaveAnswerPairMutation()
  const form = useContractForm(WriteAnswerPair, { defaultValues: { question, answer } })
  const { errors } = form.formState

  const { setFocus } = form
  // The window is open already when this comes.
  useEffect(() => setFocus('question'), [setFocus])

  const submit = form.handleSubmit(async (written) => {
    const { data, error } = await (id ? save({ chatId, id, pair: written }) : write({ chatId, pair: written }))
    if (!data) return showFieldErrors(form, error)
    dispatch(successToast(data.message))
    onClose()
  })
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <Field label="Question" error={errors.question?.message}>
        <Input autoComplete="off" required {...form.register('question')} />
      </Field>
      <Field label="Answer" hint={enterHint} error={errors.answer?.message}>
        <Textarea rows={5} required {...form.register('answer')} />
      </Field>
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" isBusy={isWriting || isSaving}>
          Save
        </Button>
      </DialogActions>
    </form>
  )
}
