import { Login } from '@lectern/contracts'
import { Link, useSearchParams } from 'react-router'
import { useLoginMutation } from '../../api/account.ts'
import { showFieldErrors, useContractForm } from '../../app/form.ts'
import { Button } from '../../components/button.tsx'
import { Field } from '../../components/field.tsx'
import { Input } from '../../components/input.tsx'
import { afterComingIn, withPlan } from '../plans/chosen-plan.ts'
import styles from './account-card.module.css'
import { AccountCard } from './account-card.tsx'

export function LoginPage() {
  const [login, { isLoading, isSuccess }] = useLoginMutation()
  const [query] = useSearchParams()
  const plan = query.get('plan')
  const form = useContractForm(Login, { defaultValues: { email: '', password: '' } })
  const { errors } = form.formState

  const submit = form.handleSubmit(async (values) => {
    const { data, error } = await login(values)
    // A page of its own: it comes with the metadata of the person who is signed in now.
    if (data) window.location.assign(afterComingIn(plan, data.url))
    else showFieldErrors(form, error)
  })

  return (
    <AccountCard
      title="Login"
      intro="Welcome back. Log in to your chats."
      footer={
        <>
          <p>
            <Link to="/forgot-password">Forgot your password?</Link>
          </p>
          <p>
            New here? <Link to={withPlan('/signup', plan)}>Create an account</Link>
          </p>
        </>
      }
    >
      <form className={styles.form} onSubmit={submit} noValidate>
        <Field label="Email" error={errors.email?.message}>
          <Input type="email" autoComplete="username" required {...form.register('email')} />
        </Field>
        <Field label="Password" error={errors.password?.message}>
          <Input type="password" autoComplete="current-password" required {...form.register('password')} />
        </Field>
        <Button type="submit" size="lg" isBusy={isLoading || isSuccess}>
          Login
        </Button>
      </form>
    </AccountCard>
  )
}
