import { type FieldErrors, fieldMessages, Register } from '@lectern/contracts'
import { MailX } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { useRegisterMutation } from '../../api/account.ts'
import { showFieldErrors, useContractForm } from '../../app/form.ts'
import { Button } from '../../components/button.tsx'
import { Field } from '../../components/field.tsx'
import { Input } from '../../components/input.tsx'
import { Note } from '../../components/note.tsx'
import { afterComingIn, withPlan } from '../plans/chosen-plan.ts'
import styles from './account-card.module.css'
import { AccountCard } from './account-card.tsx'

export function SignupPage() {
  const [query] = useSearchParams()
  const inviteToken = query.get('ivt') ?? undefined
  const plan = query.get('plan')
  const [register, { isLoading, isSuccess }] = useRegisterMutation()
  const form = useContractForm(Register, {
    defaultValues: {
      name: '',
      email: '',
      password: '',
      passwordConfirmation: '',
      invite_token: inviteToken,
    },
    rules: ({ password, passwordConfirmation }): FieldErrors =>
      password === passwordConfirmation ? {} : { passwordConfirmation: [fieldMessages.passwordsDiffer] },
  })
  const { errors } = form.formState

  const submit = form.handleSubmit(async (values) => {
    const { data, error } = await register(values)
    if (data) window.location.assign(afterComingIn(plan, data.url))
    else showFieldErrors(form, error)
  })

  return (
    <AccountCard
      title="Sign Up"
      intro={
        inviteToken
          ? 'You are invited. Sign up with the email address the invitation was sent to.'
          : plan
            ? 'Create an account, and go on to your plan.'
            : 'Create an account and build your first chat in minutes.'
      }
      footer={
        <p>
          Already have an account? <Link to={withPlan('/login', plan)}>Login</Link>
        </p>
      }
    >
      <form className={styles.form} onSubmit={submit} noValidate>
        {errors.invite_token && <Note icon={<MailX aria-hidden />}>{errors.invite_token.message}</Note>}
        <Field label="Name" error={errors.name?.message}>
          <Input autoComplete="name" required {...form.register('name')} />
        </Field>
        <Field label="Email" error={errors.email?.message}>
          <Input type="email" autoComplete="username" required {...form.register('email')} />
        </Field>
        <Field label="Password" error={errors.password?.message}>
          <Input type="password" autoComplete="new-password" required {...form.register('password')} />
        </Field>
        <Field label="Confirm Password" error={errors.passwordConfirmation?.message}>
          <Input type="password" autoComplete="new-password" required {...form.register('passwordConfirmation')} />
        </Field>
        <Button type="submit" size="lg" isBusy={isLoading || isSuccess}>
          Sign Up
        </Button>
      </form>
    </AccountCard>
  )
}
