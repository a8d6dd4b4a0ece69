import { fieldMessages, type SaveSettings } from '@lectern/contracts'
import { type Cause, invalid, notFound, outboxEntry, type User as SignedIn, updateSessions } from '@lectern/service'
import type { Context } from './app.ts'
import { changePassword } from './change-password.ts'
import { isPassword } from './passwords.ts'

/**
 * Saves a user's name and, where a new one is given, the password. Nothing is saved unless all of it is right.
 * @throws CallError invalid, rate_limited, not_found
 */
export async function saveSettings(
  context: Context,
  { orgId, userId, sessionId }: SignedIn,
  settings: SaveSettings,
  address: string,
  cause: Cause,
): Promise<{ changedPassword: boolean }> {
  const { users, outbox, redis, config } = context
  const { current_password: current = '', new_password: password = '', new_password_confirm = '' } = settings
  const user = await users.find(orgId, userId)
  if (!user) throw notFound()
  if (password !== new_password_confirm) throw invalid({ new_password_confirm: [fieldMessages.passwordsDiffer] })
  if (password !== '') {
    if (current === '') throw invalid({ current_password: [fieldMessages.required] })
    await context.limitTries(user.email, address)
    if (!(await isPassword(current, user.passwordHash)))
      throw invalid({ current_password: [fieldMessages.currentPassword] })
  }

  const name = settings.name?.trim()
  if (name !== undefined && name !== user.name) {
    await users.rename(orgId, userId, name, outboxEntry('user.renamed', cause, { name }))
    outbox.wake(userId)
    await updateSessions(redis, config.NAMESPACE, userId, { name })
  }
  if (password !== '') await changePassword(context, user, password, sessionId, cause)
  return { changedPassword: password !== '' }
}
