import assert from 'node:assert/strict'
import { userTypes } from '@lectern/contracts'
import { createClient, until } from '@lectern/testing'
import { type Account, signUp } from './account.ts'
import { type Client, call, done } from './contract.ts'
import type { Product } from './product.ts'

export type Person = Client & { email: string; password: string }

/** Invites an email, and registers with the link of the mail. */
export async function inviteAndJoin(
  product: Product,
  admin: Client,
  typeId: number,
  email = `${crypto.randomUUID()}@example.com`,
  name = 'Invited',
): Promise<Person> {
  done(await call(admin, 'POST', '/api/w/users', { email, type_id: typeId }))
  const client = createClient(product.url)
  await client.open('/signup')
  const password = 'correct horse'
  const invite_token = await inviteTokenOf(product, email)
  const given = { name, email, password, passwordConfirmation: password, invite_token }
  done(await call(client, 'POST', '/api/register', given))
  await client.open('/')
  return { ...client, email, password }
}

/** The token in the newest mail of an invitation. */
export async function inviteTokenOf({ mailTo }: Product, email: string): Promise<string> {
  const { text } = await mailTo(email)
  return text.match(/\/signup\?ivt=([\w.-]+)/)?.[1] ?? assert.fail(`no link in ${text}`)
}

/** Opens the link of the verification mail, and answers where it leads. */
export async function verify({ mailTo }: Product, person: Person): Promise<string> {
  const { text } = await mailTo(person.email)
  const path = text.match(/(\/api\/verify-email\/\S+)/)?.[1] ?? assert.fail(`no link in ${text}`)
  const answer = await person.call(path)
  assert.equal(answer.status, 302)
  return answer.headers.get('location') ?? ''
}

/** Another browser that logs in. */
export async function logIn(url: string, { email, password }: Pick<Person, 'email' | 'password'>): Promise<Client> {
  const client = createClient(url)
  await client.open('/login')
  done(await call(client, 'POST', '/api/login', { email, password }))
  await client.open('/')
  return client
}

/** A browser that nobody is logged in with. */
export async function openVisitor(url: string): Promise<Client> {
  const client = createClient(url)
  await client.open('/login')
  return client
}

/** The visitor of a public chat's page. */
export async function openPublicChat(url: string, chat: { organization_id: number; unqid: string }): Promise<Client> {
  const client = createClient(url)
  await client.open(`/chat/${chat.organization_id}/${chat.unqid}`)
  return client
}

/** Puts an organization on the enterprise plan, by the hand of a root user, and waits until the others know. */
export async function makeEnterprise(product: Product, owner: Account): Promise<void> {
  const { organization } = done(await call<{ organization: { id: number } }>(owner, 'GET', '/api/w/organization'))
  const account = await signUp(product.url, 'Root')
  await product.makeRoot(account.email)
  const root = await logIn(product.url, account)
  const given = { plan_id: 4, enterprise: false }
  done(await call(root, 'POST', `/api/w/admin/subscriptions/${organization.id}`, given))
  await until('the plan to be known', async () => {
    const now = done(await call<{ organization: { enterprise: boolean } }>(owner, 'GET', '/api/w/organization'))
    return now.organization.enterprise
  })
}

export type Cast = {
  visitor: Client
  /** Verified; the admin who founded the organization. */
  owner: Account
  admin: Person
  user: Person
  /** An admin of the organization who is a root user too. */
  root: Person
  /** The owner of another organization, who did not verify their address. */
  stranger: Account
}

/** One of each role. */
export async function gather(product: Product): Promise<Cast> {
  const [visitor, owner, stranger] = await Promise.all([
    openVisitor(product.url),
    signUp(product.url),
    signUp(product.url, 'Stranger'),
  ])
  await verify(product, owner)
  const admin = await inviteAndJoin(product, owner, userTypes.admin)
  const user = await inviteAndJoin(product, owner, userTypes.user)
  const mighty = await inviteAndJoin(product, owner, userTypes.admin)
  await product.makeRoot(mighty.email)
  const root = { ...mighty, ...(await logIn(product.url, mighty)) }
  return { visitor, owner, admin, user, root, stranger }
}
