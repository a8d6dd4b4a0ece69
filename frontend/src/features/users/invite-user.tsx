import { InviteUser as schema, userTypes } from '@lectern/contracts'
import { Controller } from 'react-hook-form'
import { useInviteUserMutation } from '../../api/users.ts'
import { showFieldErrors, useContractForm } from '../../app/form.ts'
import { useAppDispatch } from '../../app/hooks.ts'
import { successToast } from '../../app/toasts.ts'
import { Button } from '../../components/button.tsx'
import { Dialog, DialogActions } from '../../components/dialog.tsx'
import { Field } from '../../components/field.tsx'
import { Input } from '../../components/input.tsx'
import { Select } from '../../components/select.tsx'
import styles from './invite-user.module.css'
import { userTypeName } from './user-type-name.ts'

type Props = { isOpen: boolean; onClose: () => void }

const types = [userTypes.user, userTypes.admin].map((id) => ({ value: String(id), label: userTypeName(id) }))

export function InviteUser({ isOpen, onClose }: Props) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="Send Invite"
      description="They get a mail with a link, and sign up with that address."
    >
      <InviteForm onClose={onClose} />
    </Dialog>
  )
}

function InviteForm({ onClose }: Pick<Props, 'onClose'>) {
  const dispatch = useAppDispatch()
  const [invite, { isLoading }] = useInviteUserMutation()
  const form = useContractForm(schema, { defaultValues: { email: '', type_id: userTypes.user } })
  const { errors } = form.formState

  const submit = form.handleSubmit(async (values) => {
    const { data, error } = await invite(values)
    if (!data) return showFieldErrors(form, error)
    dispatch(successToast(data.message))
    onClose()
  })

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <Field label="Email" error={errors.email?.message}>
        <Input type="email" autoComplete="off" required {...form.register('email')} />
      </Field>
      <Field
        label="User Type"
        hint="Users work with chats. Admins also manage the organization, its users and its logs."
        error={errors.type_id?.message}
      >
        <Controller
          control={form.control}
          name="type_id"
          render={({ field: { value, onChange } }) => (
            <Select options={types} value={String(value)} onChange={(chosen) => onChange(Number(chosen))} />
          )}
        />
      </Field>
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" isBusy={isLoading}>
          Send Invite
        </Button>
      </DialogActions>
    </form>
  )
}
