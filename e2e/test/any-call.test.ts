import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { calls } from '@lectern/contracts/openapi'
import fc from 'fast-check'
import { type AnyCall, anyCall, type World } from '../any-call.ts'
import { type Cast, gather, logIn, openPublicChat } from '../cast.ts'
import { type Client, call, done, keepsContract } from '../contract.ts'
import { type Product, startProduct } from '../product.ts'

// Calls with generated input, right and wrong, as every role: whatever comes, the answer keeps the contract.
const seed = Number(process.env.ANY_CALL_SEED ?? 20_261_121)
const numRuns = Number(process.env.ANY_CALL_RUNS ?? 2000)
const withinMs = 90_000

let product: Product
let cast: Cast
let roles: Record<string, Client>
let world: World

before(async () => {
  product = await startProduct()
  cast = await gather(product)
  const { owner, user } = cast
  const chat = await owner.createChat('Handbook')
  const another = await owner.createChat('Another')
  const { file } = (await owner.upload(chat, 'hours.txt', 'The reading room is open until ten.')).body
  await owner.settled(chat, 60_000)
  const asked = { prompt: 'Until when is it open?', kb_id: chat.id }
  const { data } = done(await call<{ data: { transcript_id: string } }>(user, 'POST', '/api/w/messages', asked))
  const { items } = done(await call<{ items: { id: string }[] }>(owner, 'GET', '/api/w/logs'))
  const reader = await openPublicChat(product.url, chat)
  const { visitor, admin, root, stranger } = cast
  roles = { visitor, reader, user, admin, owner, root, stranger }
  const ids = [chat.id, another.id, file.id, data.transcript_id, ...items.slice(0, 3).map(({ id }) => id), 'nothing']
  world = {
    id: ids,
    kb_id: [chat.id, chat.unqid, another.id],
    unqid: [chat.unqid],
    organization_id: [String(chat.organization_id)],
    org_id: [String(chat.organization_id)],
    email: ['new@example.com', ` ${user.email}`, stranger.email],
    password: [user.password],
    current_password: ['wrong horse'],
    allowed_domains: ['', 'example.com\nlibrary.example'],
    // Nothing outside is asked for.
    url: ['http://127.0.0.1:9/', 'nowhere'],
    scrape_url: ['http://127.0.0.1:9/', 'nowhere'],
  }
})
after(() => product?.stop())

async function send(who: Client, { name, path, body }: AnyCall) {
  const init: RequestInit = { method: calls[name].method }
  if (body && 'form' in body) {
    const form = new FormData()
    for (const [part, value, fileName] of body.form)
      if (fileName) form.append(part, new Blob([value]), fileName)
      else form.append(part, value)
    init.body = form
  } else if (body) Object.assign(init, { body: body.text, headers: { 'content-type': body.type } })
  return who.call(path, init)
}

test('any input as any role is answered by the contract', async (t) => {
  t.diagnostic(`ANY_CALL_SEED=${seed}`)
  const answered: Record<string, number> = {}
  const property = fc.asyncProperty(fc.constantFrom(...Object.keys(roles)), anyCall(world), async (role, given) => {
    const who = roles[role] ?? assert.fail(role)
    const answer = await send(who, given)
    answered[answer.status] = (answered[answer.status] ?? 0) + 1
    assert.ok(answer.status < 500, `${answer.status} ${await answer.clone().text()}`)
    const { headers, status } = answer
    if (status === 302) assert.equal(given.name, 'verifyEmail')
    else if (status === 200 && given.name === 'readImage') await answer.arrayBuffer()
    else keepsContract(calls[given.name].method, given.path, { status, headers, body: await answer.json() })
    // Who was logged out comes back.
    const person = role in cast && 'email' in who ? (who as Client & { email: string; password: string }) : null
    if (given.name === 'logout' && status === 200 && person)
      roles[role] = { ...person, ...(await logIn(product.url, person)) }
  })
  await fc.assert(property, { seed, numRuns, interruptAfterTimeLimit: withinMs, verbose: true })
  t.diagnostic(`answers by status: ${JSON.stringify(answered)}`)
  assert.ok((answered[200] ?? 0) > 0 && (answered[404] ?? 0) > 0 && (answered[422] ?? 0) > 0)
})
