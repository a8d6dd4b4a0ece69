import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createClient, testSpace, until } from '@lectern/testing'
import { type Product, startProduct } from '../product.ts'

const folder = mkdtempSync(join(tmpdir(), 'lectern-backup-'))
const kept = join(folder, 'kept')
const bootstrap = fileURLToPath(new URL('../../scripts/bootstrap.mjs', import.meta.url))
const first = testSpace()
const second = testSpace()
const third = testSpace()
const product = await startProduct({ NAMESPACE: first.namespace })
const running = new Set<Product>([product])

after(async () => {
  for (const each of running) await each.stop()
  await Promise.all([first.remove(), second.remove(), third.remove()])
  rmSync(folder, { recursive: true, force: true })
})

/** Runs a script as `npm run` does: its exit code, and what it wrote. */
const run = (script: string, namespace: string, ...args: string[]) =>
  new Promise<{ code: number; text: string }>((resolve) =>
    execFile(
      process.execPath,
      [bootstrap, `scripts/${script}.ts`, ...args],
      { env: { ...process.env, NAMESPACE: namespace } },
      (error, stdout, stderr) => resolve({ code: error ? 1 : 0, text: stdout + stderr }),
    ),
  )

type Client = ReturnType<typeof createClient>
const login = { email: 'ada@example.com', password: 'correct horse' }

const ask = async (client: Client, chatId: string) => {
  const { body } = await client.send<{ type: string; data: { answer: string; sources: object[] } }>(
    'POST',
    '/api/w/messages',
    { prompt: 'When does the library open?', kb_id: chatId },
  )
  return { type: body.type, answer: body.data.answer, sources: body.data.sources }
}

/** What a person sees of an installation. */
async function seen(client: Client) {
  const get = async (path: string) => (await client.send('GET', path)).body
  const { knowledge_bases: chats } = (await get('/api/w/knowledge-bases')) as { knowledge_bases: { id: string }[] }
  const [chat] = chats
  const { files } = (await get(`/api/w/knowledge-base-files?id=${chat?.id}`)) as { files: object[] }
  const dashboard = await get('/api/w/dashboard')
  const { transcripts } = (await get('/api/w/transcripts')) as { transcripts: object[] }
  const { organization } = (await get('/api/w/organization')) as { organization: object }
  return { chats, files, dashboard, transcripts, organization }
}

const client = product.client
await client.open('/signup')
await client.send('POST', '/api/register', { name: 'Ada', ...login, passwordConfirmation: login.password })
await client.open('/')
const made = await client.send<{ knowledge_base: { id: string } }>('POST', '/api/w/knowledge-bases', { name: 'Hours' })
const chatId = made.body.knowledge_base.id
for (const [name, text] of [
  ['hours.txt', 'The library opens at nine in the morning, on Sundays at eleven.'],
  ['fees.md', '# Fees\n\nA card costs ten dollars a year.'],
] as const) {
  const form = new FormData()
  form.set('id', chatId)
  form.set('file', new File([text], name))
  assert.equal((await client.send('POST', '/api/w/knowledge-base-files', form)).status, 200)
}
const isReady = async (of: Client) =>
  (
    await of.send<{ kb: { is_ready: boolean; file_count: number } }>(
      'GET',
      `/api/w/knowledge-bases/status?id=${chatId}`,
    )
  ).body.kb
await until('the documents to be read', async () => {
  const { is_ready, file_count } = await isReady(client)
  return is_ready && file_count === 2
})
await until('an answer', async () => (await ask(client, chatId)).type === 'answer', 30_000)
await until('the count of conversations', async () => {
  const { body } = await client.send<{ knowledge_bases: { chat_count: number }[] }>('GET', '/api/w/knowledge-bases')
  return body.knowledge_bases[0]?.chat_count === 1
})

describe('what is kept of a running installation', () => {
  test('is brought back on a new one: records, originals and answers are the same', async () => {
    const before = await seen(client)
    const backup = await run('backup', first.namespace, kept)
    assert.equal(backup.code, 0, backup.text)
    const answer = await ask(client, chatId)

    const restored = await run('restore', second.namespace, kept)
    assert.equal(restored.code, 0, restored.text)
    const other = await startProduct({ NAMESPACE: second.namespace })
    running.add(other)
    await other.client.open('/login')
    assert.equal((await other.client.send('POST', '/api/login', login)).status, 200)
    await other.client.open('/')
    assert.deepEqual(await seen(other.client), before)
    assert.deepEqual(
      await until(
        'chat to know',
        async () => (await ask(other.client, chatId)).type === 'answer' && ask(other.client, chatId),
      ),
      answer,
    )

    // It goes on as one that was never away: the next document is read, the next account gets a number of its own.
    const form = new FormData()
    form.set('id', chatId)
    form.set('file', new File(['The roof garden opens in May.'], 'garden.txt'))
    assert.equal((await other.client.send('POST', '/api/w/knowledge-base-files', form)).status, 200)
    await until('the new document', async () => {
      const { is_ready, file_count } = await isReady(other.client)
      return is_ready && file_count === 3
    })
    const newcomer = createClient(other.url)
    await newcomer.open('/signup')
    const account = {
      name: 'Bo',
      email: 'bo@example.com',
      password: login.password,
      passwordConfirmation: login.password,
    }
    assert.equal((await newcomer.send('POST', '/api/register', account)).status, 200)
    await newcomer.open('/')
    const fresh = await until('the new organization', async () => {
      const { body } = await newcomer.send<{ organization?: { id: number } }>('GET', '/api/w/organization')
      return body.organization
    })
    assert.equal(fresh.id, 2)
    await other.stop()
    running.delete(other)
  })

  test('can do without its passages: they are read anew from the originals', async () => {
    const answer = await ask(client, chatId)
    const restored = await run('restore', third.namespace, kept, '--read-again')
    assert.equal(restored.code, 0, restored.text)
    const other = await startProduct({ NAMESPACE: third.namespace })
    running.add(other)
    await other.client.open('/login')
    await other.client.send('POST', '/api/login', login)
    await other.client.open('/')
    await until('the documents to be read again', async () => (await isReady(other.client)).is_ready, 60_000)
    assert.deepEqual(
      await until('the same answer', async () => {
        const found = await ask(other.client, chatId)
        return found.type === 'answer' && found.sources.length === answer.sources.length && found
      }),
      answer,
    )
    await other.stop()
    running.delete(other)
  })
})

describe('the two commands refuse', () => {
  test('to mix a backup with an installation that is in use', async () => {
    const { code, text } = await run('restore', first.namespace, kept)
    assert.equal(code, 1)
    assert.match(text, /is in use already/)
  })

  test('a folder that is not a whole backup', async () => {
    const { code, text } = await run('restore', 'test-empty', folder)
    assert.equal(code, 1)
    assert.match(text, /not a whole backup/)
  })

  test('to keep what is not there, and to write into a folder that is', async () => {
    assert.match(
      (await run('backup', 'test-nothing', join(folder, 'nothing'))).text,
      /there is nothing in the namespace/,
    )
    assert.match((await run('backup', first.namespace, kept)).text, /EEXIST/)
    const { collections } = JSON.parse(readFileSync(join(kept, 'manifest.json'), 'utf8')) as { collections: object }
    assert.ok('auth/users' in collections && 'blobs/fs.chunks' in collections)
  })
})
