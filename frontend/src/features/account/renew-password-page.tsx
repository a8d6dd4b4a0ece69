import { type FieldErrors, fieldMessages, limits, RenewPassword } from '@lectern/contracts'
import { Link, useNavigate, useParams } from 'react-router'
import { useRenewPasswordMutation } from '../../api/account.ts'
import { showFieldErrors, useContractForm } from '../../app/form.ts'
import { useAppDispatch } from '../../app/hooks.ts'
import { page } from '../../app/page.ts'
import { successToast } from '../../app/toasts.ts'
import { Button } from '../../components/button.tsx'
import { Field } from '../../components/field.tsx'
import { Input } from '../../components/input.tsx'
import styles from './account-card.module.css'
import { AccountCard } from './account-card.tsx'

/** Sets a new password with the code of the mail; the mail's link has the code in its path. */
export function RenewPasswordPage() {
  const { id: code } = useParams()
  const navigate = useNavigate()
  const dispatch = useAppDispatch()
  const [renew, { isLoading }] = useRenewPasswordMutation()
  const form = useContractForm(RenewPassword, {
    defaultValues: { token: code ?? '', email: '', password: '', passwordConfirmation: '' },
    rules: ({ password, passwordConfirmation }): FieldErrors =>
      password === passwordConfirmation ? {} : { passwordConfirmation: [fieldMessages.passwordsDiffer] },
  })
  const { errors } = form.formState

  const submit = form.handleSubmit(async (values) => {
    const { data, error } = await renew(values)
    if (!data) return showFieldErrors(form, error)
    dispatch(successToast(data.message))
    // The session of this page may have ended with the old password.
    if (page.loggedIn) window.location.assign('/login')
    else navigate('/login')
  })

  return (
    <AccountCard
      title="Update Password"
      intro={
        code ? 'Choose a new password for your account.' : 'Enter the code we sent you, and choose a new password.'
      }
      footer={
        <>
          <p>
            No code, or too old? <Link to="/forgot-password">Send a new one</Link>
          </p>
          <p>
            Remembered it? <Link to="/login">Login</Link>
          </p>
        </>
      }
    >
      <form className={styles.form} onSubmit={submit} noValidate>
        <Field
          label="Access Code"
          hint={code ? 'It came with the link of the mail.' : `The ${limits.resetCode} characters of the mail.`}
          error={errors.token?.message}
        >
          <Input
            className={styles.code}
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
            required
            readOnly={code !== undefined}
            {...form.register('token')}
          />
        </Field>
        <Field label="Email Address" error={errors.email?.message}>
          <Input type="email" autoComplete="username" required {...form.register('email')} />
        </Field>
        <Field label="New Password" error={errors.password?.message}>
          <Input type="password" autoComplete="new-password" required {...form.register('password')} />
        </Field>
        <Field label="Confirm Password" error={errors.passwordConfirmation?.message}>
          <Input type="password" autoComplete="new-password" required {...form.register('passwordConfirmation')} />
        </Field>
        <Button type="submit" size="lg" isBusy={isLoading}>
          Update Password
        </Button>
      </form>
    </AccountCard>
  )
}
