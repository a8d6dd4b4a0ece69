import { CreateKnowledgeBase, errors } from '@lectern/contracts'
import { isFailure } from '@lectern/conversation'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useCreateChatMutation } from '../../api/chats.ts'
import { showFieldErrors, useContractForm } from '../../app/form.ts'
import { useAppDispatch } from '../../app/hooks.ts'
import { successToast } from '../../app/toasts.ts'
import { Button } from '../../components/button.tsx'
import { DialogActions } from '../../components/dialog.tsx'
import { Field } from '../../components/field.tsx'
import { Input } from '../../components/input.tsx'
import styles from './create-chat.module.css'

/** Asks for the name; the new chat opens where its documents are added. */
export function CreateChatForm({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const dispatch = useAppDispatch()
  const [create, { isLoading }] = useCreateChatMutation()
  const form = useContractForm(CreateKnowledgeBase, { defaultValues: { name: '' } })

  const { setFocus } = form
  // The window is open already when this comes.
  useEffect(() => setFocus('name'), [setFocus])

  const submit = form.handleSubmit(async (values) => {
    const { data, error } = await create(values)
    if (isFailure(error) && error.status === errors.invalid.status) return showFieldErrors(form, error)
    // What cannot be mended here is said in a toast.
    onClose()
    if (!data) return
    dispatch(successToast(data.message))
    navigate(`/chats/${data.knowledge_base.id}?tab=knowledge`)
  })

  return (
    <form onSubmit={submit} className={styles.form} noValidate>
      <Field label="Name" hint="Visitors see it too." error={form.formState.errors.name?.message}>
        <Input required autoComplete="off" {...form.register('name')} />
      </Field>
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" isBusy={isLoading}>
          Create Chat
        </Button>
      </DialogActions>
    </form>
  )
}
