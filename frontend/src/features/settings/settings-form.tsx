import { type FieldErrors, fieldMessages, SaveSettings } from '@lectern/contracts'
import { useSaveSettingsMutation } from '../../api/settings.ts'
import { showFieldErrors, useContractForm } from '../../app/form.ts'
import { useAppDispatch } from '../../app/hooks.ts'
import { successToast } from '../../app/toasts.ts'
import { Button } from '../../components/button.tsx'
import { Field } from '../../components/field.tsx'
import { Input } from '../../components/input.tsx'
import { UnsavedChanges } from '../../components/unsaved-changes.tsx'
import styles from './settings-page.module.css'

const noPasswords = { current_password: '', new_password: '', new_password_confirm: '' }

function passwordRules({ current_password, new_password = '', new_password_confirm = '' }: SaveSettings): FieldErrors {
  return {
    ...(new_password !== new_password_confirm && { new_password_confirm: [fieldMessages.passwordsDiffer] }),
    ...(new_password !== '' && !current_password && { current_password: [fieldMessages.required] }),
  }
}

export function SettingsForm({ user }: { user: { name: string; email: string } }) {
  const dispatch = useAppDispatch()
  const [save, { isLoading }] = useSaveSettingsMutation()
  const form = useContractForm(SaveSettings, {
    defaultValues: { name: user.name, ...noPasswords },
    rules: passwordRules,
  })
  const { errors, isDirty } = form.formState

  const submit = form.handleSubmit(async (values) => {
    const { data, error } = await save(values)
    if (!data) return showFieldErrors(form, error)
    form.reset({ name: values.name, ...noPasswords })
    dispatch(successToast(data.message))
  })

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <Field label="Name" error={errors.name?.message}>
        <Input autoComplete="name" required {...form.register('name')} />
      </Field>
      <Field label="Email" hint="You log in with it. It cannot be changed.">
        <Input type="email" autoComplete="username" value={user.email} disabled />
      </Field>
      <fieldset className={styles.group}>
        <legend>Change your password</legend>
        <p className={styles.note}>Leave these empty to keep it. A new password logs you out everywhere else.</p>
        <Field label="Current Password" error={errors.current_password?.message}>
          <Input type="password" autoComplete="current-password" {...form.register('current_password')} />
        </Field>
        <Field label="New Password" error={errors.new_password?.message}>
          <Input type="password" autoComplete="new-password" {...form.register('new_password')} />
        </Field>
        <Field label="Confirm New Password" error={errors.new_password_confirm?.message}>
          <Input type="password" autoComplete="new-password" {...form.register('new_password_confirm')} />
        </Field>
      </fieldset>
      <div className={styles.actions}>
        <Button type="submit" isBusy={isLoading}>
          Save
        </Button>
      </div>
      <UnsavedChanges exist={isDirty && !isLoading} />
    </form>
  )
}
