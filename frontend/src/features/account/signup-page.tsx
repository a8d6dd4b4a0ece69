import { errors as callErrors, type FieldErrors, fieldMessages, Register } from '@lectern/contracts'
import { isFailure } from '@lectern/conversation'
import { skipToken } from '@reduxjs/toolkit/query/react'
import { MailX } from 'lucide-react'
import { useEffect } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useInvitationQuery, useRegisterMutation } from '../../api/account.ts'
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
  const { data: invitation, error: inviteError } = useInvitationQuery(inviteToken ?? skipToken)
  const [register, { isLoading, isSuccess }] = useRegisterMutation()
  const form = useContractForm(Register, {
    defaultValues: {
      name: '',
      email: '',
      password: '',
      passwordConfirmation: '',
    },
    rules: ({ password, passwordConfirmation }): FieldErrors =>
      password === passwordConfirmation ? {} : { passwordConfirmation: [fieldMessages.passwordsDiffer] },
  })
  const { errors } = form.formState

  const isClosed = isFailure(inviteError) && inviteError.status === callErrors.invitation_not_found.status

  const invited = invitation?.email
  useEffect(() => {
    if (invited) form.setValue('email', invited)
  }, [form, invited])

  const submit = form.handleSubmit(async (values) => {
    const { data, error } = await register({ ...values, invite_token: inviteToken })
    if (data) window.location.assign(afterComingIn(plan, data.url))
    else showFieldErrors(form, error)
  })

  return (
    <AccountCard
      title="Sign Up"
      intro={introOf(inviteToken, invitation?.organization, plan)}
      footer={
        <p>
          Already have an account? <Link to={withPlan('/login', plan)}>Login</Link>
        </p>
      }
    >
      {(isClosed || errors.invite_token) && (
        <Note icon={<MailX aria-hidden />} action={<Link to="/signup">Sign up without it</Link>}>
          {fieldMessages.invite}
        </Note>
      )}
      <form className={styles.form} onSubmit={submit} noValidate>
        <Field label="Name" error={errors.name?.message}>
          <Input autoComplete="name" required {...form.register('name')} />
        </Field>
        <Field label="Email" error={errors.email?.message}>
          <Input
            type="email"
            autoComplete="username"
            required
            readOnly={invitation !== undefined}
            {...form.register('email')}
          />
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

function introOf(inviteToken: string | undefined, organization: string | undefined, plan: string | null): string {
  if (inviteToken)
    return `You are invited${organization ? ` to ${organization}` : ''}. Sign up with the email address the invitation was sent to.`
  return plan ? 'Create an account, and go on to your plan.' : 'Create an account and build your first chat in minutes.'
}
