import { fieldMessages, type RenewPassword } from '@lectern/contracts'
import { mailEntry } from '@lectern/mail'
import { type Cause, endSessions, type IncomingEvent, invalid, outboxEntry, sessionHandle } from '@lectern/service'
import type { Context } from './app.ts'
import type { User } from './models/user.ts'
import { hashPassword } from './passwords.ts'
import { isSame } from './tokens.ts'

type Needed = Pick<Context, 'users' | 'outbox' | 'mails' | 'redis' | 'config'>

/** Changes a password and ends all sessions of the user but the one that changed it. */
export async function changePassword(
  { users, outbox, mails, redis, config }: Needed,
  { orgId, _id }: User,
  password: string,
  sessionId: string,
  cause: Cause,
): Promise<void> {
  const entry = outboxEntry('user.password_changed', cause, { keptSession: sessionHandle(sessionId) })
  await users.changePassword(orgId, _id, await hashPassword(password), entry, mailEntry('password-changed'))
  outbox.wake(_id)
  mails.wake()
  await endSessions(redis, config.NAMESPACE, _id, (id) => id !== sessionId)
}

/** Has a code sent, if there is such an account: the same work either way. */
export async function askForCode({ users, mails }: Pick<Needed, 'users' | 'mails'>, email: string): Promise<void> {
  await users.askReset(email, crypto.randomUUID(), mailEntry('reset'))
  mails.wake()
}

/** Sets a new password in exchange for the code of the mail. @throws CallError invalid, conflict */
export async function renewPassword(
  { users, outbox, mails, redis, config, tokens }: Needed & Pick<Context, 'tokens'>,
  { email, password, token }: Pick<RenewPassword, 'email' | 'password' | 'token'>,
  cause: Cause,
): Promise<void> {
  const user = await users.tryReset(email)
  const code = token.trim().toUpperCase()
  if (!user?.reset || !isSame(code, tokens.resetCode(user.reset.id)))
    throw invalid({ token: [fieldMessages.resetCode] })
  const entry = outboxEntry('user.password_changed', { ...cause, actor: { id: user._id, email } }, {})
  await users.finishReset(user, await hashPassword(password), entry, mailEntry('password-changed'))
  outbox.wake(user._id)
  mails.wake()
  await endSessions(redis, config.NAMESPACE, user._id)
}

/** Ends what a process that was killed in between left: sessions from before the change. */
export async function endOlderSessions(
  { redis, config }: Pick<Needed, 'redis' | 'config'>,
  { aggregateId, time, payload }: IncomingEvent<'user.password_changed'>,
): Promise<void> {
  await endSessions(
    redis,
    config.NAMESPACE,
    aggregateId,
    (id, { startedAt }) => sessionHandle(id) !== payload.keptSession && (startedAt ?? '') < time.toISOString(),
  )
}
