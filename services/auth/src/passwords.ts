import { hash, verify } from '@node-rs/argon2'

/** argon2id, with the cost that OWASP names: 19 MiB, two passes. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password, cost)

const nobodysHash = hashPassword(crypto.randomUUID())

/** Whether the password is right. Takes as long where there is no account, so that time does not tell. */
export async function isPassword(given: string, kept: string | undefined): Promise<boolean> {
  const isRight = await verify(kept ?? (await nobodysHash), given)
  return isRight && kept !== undefined
}
