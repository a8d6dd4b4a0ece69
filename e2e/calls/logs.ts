import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import {
  type AdminNumbers,
  type AdminOrganization,
  type AdminUser,
  fieldMessages,
  type Log,
  limits,
} from '@lectern/contracts'
import { until } from '@lectern/testing'
import { type Cast, gather } from '../cast.ts'
import { type Client, call, done, refused } from '../contract.ts'
import { product } from './stage.ts'

describe('logs', () => {
  let cast: Cast

  before(async () => {
    cast = await gather(product)
  })

  type Logs = { items: Log[]; amount: number; is_root: boolean }
  const logsOf = async (who: Client, page = 1) => done(await call<Logs>(who, 'GET', `/api/w/logs?page=${page}`))
  /** The lines of the log from the newest on, once there are those that are waited for. */
  const told = (who: Client, ...bodies: string[]) =>
    until(`the log of ${bodies.join(', ')}`, async () => {
      const { items } = await logsOf(who)
      return bodies.every((body) => items.some((item) => item.body === body)) && items
    })
  const get = <T>(who: Client, name: string, query = '') => call<T>(who, 'GET', `/api/w/admin/${name}${query}`)

  describe('GET /api/w/logs', () => {
    test('lists who did what in the organization, newest first, and who may remove a line', async () => {
      const chat = await cast.user.send<{ knowledge_base: { id: string } }>('POST', '/api/w/knowledge-bases', {
        name: 'Handbook',
      })
      await cast.admin.send('POST', '/api/w/organization', { name: 'Harbor Library' })
      await cast.admin.send('DELETE', `/api/w/knowledge-bases/${chat.body.knowledge_base.id}`)
      const items = await told(
        cast.owner,
        'Created the organization',
        `Invited ${cast.user.email} as a user`,
        'Joined the organization',
        'Verified their email address',
        'Created the chat “Handbook”',
        'Changed the settings of the organization',
        'Deleted the chat “Handbook”',
      )
      const who = (body: string) => items.find((item) => item.body === body)?.user
      assert.equal(who('Created the organization'), cast.owner.email)
      assert.equal(who('Created the chat “Handbook”'), cast.user.email)
      assert.equal(who('Changed the settings of the organization'), cast.admin.email)
      const times = items.map(({ created_at }) => created_at)
      assert.deepEqual(times, times.toSorted().reverse())
      const { amount, is_root } = await logsOf(cast.owner)
      assert.deepEqual({ amount, is_root }, { amount: limits.pageSize, is_root: false })
      assert.equal((await logsOf(cast.root)).is_root, true)
      assert.deepEqual((await logsOf(cast.owner, 2)).items, [])
      assert.ok((await logsOf(cast.stranger)).items.every(({ user }) => user === cast.stranger.email))
    })

    test('finds lines by who and what, and turns the order round', async () => {
      const found = async (query: string) =>
        done(await call<Logs>(cast.owner, 'GET', `/api/w/logs?${query}`)).items.map(({ body }) => body)
      assert.deepEqual(await found('search=CREATED%20handbook'), ['Created the chat “Handbook”'])
      assert.equal((await found(`sort=oldest&search=${cast.owner.email}`))[0], 'Created the organization')
    })

    test('with a page that is none names the field', async () =>
      refused(await call(cast.owner, 'GET', '/api/w/logs?page=-1'), 'invalid', {
        fields: { page: fieldMessages.invalid },
      }))
  })

  describe('DELETE /api/w/logs/{id}', () => {
    test('is for root users, of their own organization, and leaves a trace', async () => {
      const [line] = await told(cast.owner, 'Created the organization')
      const path = `/api/w/logs/${line?.id}`
      refused(await call(cast.owner, 'DELETE', path), 'forbidden')
      const [foreign] = (await logsOf(cast.stranger)).items
      refused(await call(cast.root, 'DELETE', `/api/w/logs/${foreign?.id}`), 'not_found')
      assert.deepEqual(done(await call(cast.root, 'DELETE', path)), { message: 'Removed.' })
      refused(await call(cast.root, 'DELETE', path), 'not_found')
      const { items } = await logsOf(cast.owner)
      assert.ok(items.every(({ id }) => id !== line?.id))
      assert.deepEqual([items[0]?.user, items[0]?.body], [cast.root.email, `Removed a log entry of ${line?.user}`])
    })
  })

  describe('GET /api/w/admin/numbers', () => {
    const numbers = async (who: Client) => done(await get<AdminNumbers>(who, 'numbers'))

    test('counts one’s own organization, for every user of it', async () => {
      const chat = await cast.owner.createChat('Counted')
      await cast.owner.upload(chat, 'hours.txt', 'The reading room is open until ten in the evening.')
      const wanted = { organizations: 1, users: 4, kbs: 1, chats: 0, kbfiles: 1 }
      await until(
        'the counts',
        async () => (await numbers(cast.user)).kbfiles === 1 && (await numbers(cast.user)).kbs === 1,
      )
      assert.deepEqual(await numbers(cast.user), wanted)
      assert.deepEqual(await numbers(cast.stranger), { ...wanted, users: 1, kbs: 0, kbfiles: 0 })
    })

    test('counts the whole platform for root users', async () => {
      const [all, own, others] = [await numbers(cast.root), await numbers(cast.user), await numbers(cast.stranger)]
      for (const name of ['organizations', 'users', 'kbs', 'kbfiles'] as const)
        assert.ok(all[name] >= own[name] + others[name], name)
    })
  })

  describe('GET /api/w/admin/users and /organizations', () => {
    type Users = { items: AdminUser[]; amount: number }
    type Organizations = { items: AdminOrganization[]; amount: number }
    const emailsOf = async (who: Client) => {
      const { items, amount } = done(await get<Users>(who, 'users'))
      assert.equal(amount, limits.pageSize)
      return items.map(({ email }) => email).sort()
    }
    const everybody = () => [cast.owner, cast.admin, cast.user, cast.root].map(({ email }) => email)

    test('list one’s own to admins', async () => {
      assert.deepEqual(await emailsOf(cast.admin), everybody().sort())
      assert.deepEqual(await emailsOf(cast.stranger), [cast.stranger.email])
      const { items, amount } = done(await get<Organizations>(cast.admin, 'organizations'))
      assert.equal(amount, limits.pageSize)
      assert.deepEqual(
        items.map(({ name, enterprise, plan, users }) => ({ name, enterprise, plan, users })),
        [{ name: 'Harbor Library', enterprise: false, plan: { id: 1 }, users: 4 }],
      )
    })

    test('list all of them to root users, newest first', async () => {
      for (const name of ['users', 'organizations']) {
        const { items } = done(await get<Users>(cast.root, name))
        const times = items.map(({ created_at }) => created_at)
        assert.deepEqual(times, times.toSorted().reverse())
      }
      const { items } = done(await get<Users>(cast.root, 'users', `?search=${cast.stranger.email.toUpperCase()}`))
      assert.deepEqual(
        items.map(({ name, email, organization, type_id }) => [name, email, organization, type_id]),
        [['Stranger', cast.stranger.email, 'Stranger’s organization', 2]],
      )
      assert.deepEqual(done(await get<Users>(cast.owner, 'users', `?search=${cast.stranger.email}`)).items, [])
    })

    for (const [name, sort] of [
      ['users', 'email'],
      ['organizations', 'name'],
    ] as const)
      test(`${name}: in another order, page by page, and a page or an order that is none`, async () => {
        const sorted = done(await get<Organizations>(cast.root, name, `?sort=${sort}`)).items
        const keys = sorted.map((item) => String((item as unknown as Record<string, string>)[sort]).toLowerCase())
        assert.deepEqual(keys, keys.toSorted())
        assert.deepEqual(done(await get<Users>(cast.root, name, '?page=1000')).items, [])
        for (const field of ['page', 'sort'])
          refused(await get(cast.root, name, `?${field}=0`), 'invalid', { fields: { [field]: fieldMessages.invalid } })
      })
  })
})
