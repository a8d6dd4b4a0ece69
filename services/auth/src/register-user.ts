import { fieldMessages, type Register, userTypes } from '@lectern/contracts'
import { type Cause, invalid, outboxEntry } from '@lectern/service'
import type { Context } from './app.ts'
import type { User } from './models/user.ts'
import { hashPassword } from './passwords.ts'

const emailTaken = () => invalid({ email: [fieldMessages.emailTaken] })

/**
 * Makes an account and the id of the organization it founds; `user.registered` tells org to make the rest.
 * `email` is already normalized. A taken email is noticed only after the work of a free one.
 * @throws CallError invalid
 */
export async function registerUser(
  { users, nextOrganizationId, outbox }: Pick<Context, 'users' | 'nextOrganizationId' | 'outbox'>,
  { name, email, password }: Pick<Register, 'name' | 'email' | 'password'>,
  cause: Cause,
): Promise<User> {
  const passwordHash = await hashPassword(password)
  if (await users.findByEmail(email)) throw emailTaken()
  const orgId = await nextOrganizationId()
  const user = { _id: crypto.randomUUID(), name, email, passwordHash, typeId: userTypes.admin }
  const registered = outboxEntry('user.registered', cause, {
    userId: user._id,
    name,
    email,
    typeId: user.typeId,
    founder: true,
  })
  const added = await users.add(orgId, user, registered)
  if (!added) throw emailTaken()
  outbox.wake(added._id)
  return added
}
