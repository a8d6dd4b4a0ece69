import { ForgotPassword } from '@lectern/contracts'
import { MailCheck } from 'lucide-react'
import { Link } from 'react-router'
import { useForgotPasswordMutation } from '../../api/account.ts'
import { showFieldErrors, useContractForm } from '../../app/form.ts'
import { useAppDispatch } from '../../app/hooks.ts'
import { successToast } from '../../app/toasts.ts'
import { Button } from '../../components/button.tsx'
import { Field } from '../../components/field.tsx'
import { Input } from '../../components/input.tsx'
import { Note } from '../../components/note.tsx'
import styles from './account-card.module.css'
import { AccountCard } from './account-card.tsx'

export function ForgotPasswordPage() {
  const dispatch = useAppDispatch()
  const [send, { isLoading, data: sent }] = useForgotPasswordMutation()
  const form = useContractForm(ForgotPassword, { defaultValues: { email: '' } })

  const submit = form.handleSubmit(async (values) => {
    const { data, error } = await send(values)
    if (data) dispatch(successToast(data.message))
    else showFieldErrors(form, error)
  })

  return (
    <AccountCard
      title="Forgot Password"
      intro="Tell us your email address, and we send you a code to set a new password with."
      footer={
        <>
          <p>
            Do you have a code? <Link to="/renew-password">Enter Code</Link>
          </p>
          <p>
            Remembered it? <Link to="/login">Login</Link>
          </p>
        </>
      }
    >
      <form className={styles.form} onSubmit={submit} noValidate>
        <Field label="Email" error={form.formState.errors.email?.message}>
          <Input type="email" autoComplete="username" required {...form.register('email')} />
        </Field>
        <Button type="submit" size="lg" isBusy={isLoading}>
          Send Reset Link
        </Button>
      </form>
      {sent && (
        <Note icon={<MailCheck aria-hidden />}>
          {sent.message} Nothing there after a few minutes? Look into the spam folder, or check the address and send it
          again.
        </Note>
      )}
    </AccountCard>
  )
}
