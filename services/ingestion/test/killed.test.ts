import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { type ServiceProcess, startService, until } from '@lectern/testing'
import { makePdf } from '@lectern/testing/documents'
import { aroundIngestion } from './ingestion.ts'

const corpus = process.env.LECTERN_CORPUS ?? ''
const around = await aroundIngestion(2)
const folder = await mkdtemp(join(tmpdir(), 'lectern-killed-'))
const env = { ...around.env, TMPDIR: folder }
let service: ServiceProcess = await startService('ingestion', env)
around.removeAfter(async () => {
  await service.stop()
  await rm(folder, { recursive: true })
})

/** The passages of a file without its id. */
const passages = async (fileId: string) =>
  (await around.chunksOf(fileId)).map(({ id, fileId: _, ...passage }) => ({
    ...passage,
    place: id.replace(fileId, ''),
  }))

/** Reads a file once undisturbed, and once while the process is killed twice on the way. */
async function killOnTheWay(name: string, content: Uint8Array) {
  await around.upload(`calm-${name}`, name, content)
  const calm = await around.heard('document.ingested', `calm-${name}`, 60_000)

  const id = `killed-${name}`
  await around.upload(id, name, content)
  for (const share of [0.2, 0.6]) {
    const job = await until(`${share} of ${name}`, async () => {
      const found = await around.jobOf(id)
      return found && found.pagesDone >= share * calm.payload.pages ? found : null
    })
    assert.equal(job.status, 'running', 'it is killed on the way')
    await service.stop('SIGKILL')
    // It gets no further before it is watched again.
    around.embedder.state.mode = 'stalls'
    service = await startService('ingestion', env)
    around.embedder.state.mode = 'ok'
  }

  const { payload } = await around.heard('document.ingested', id, 60_000)
  assert.deepEqual(payload, calm.payload)
  const expected = await passages(`calm-${name}`)
  assert.equal(expected.length, calm.payload.chunks)
  assert.deepEqual(await passages(id), expected)
  assert.ok(around.eventsOf(id).every(({ type }) => type !== 'document.failed'))
  await until('the copies of the original to go', async () => (await readdir(folder)).length === 0)
}

const lines = (page: number) =>
  Array.from({ length: 40 }, (_, line) => `Line ${line} of page ${page} tells of subject ${page * 40 + line}.`)

test('a process killed on the way through a long PDF leaves no passage missing or doubled', () =>
  killOnTheWay(
    'long.pdf',
    makePdf(Array.from({ length: 400 }, (_, page) => [`# Part ${page}`, ...lines(page)].join('\n'))),
  ))

test('nor through a real one of 619 pages', { skip: corpus ? false : 'LECTERN_CORPUS is not set' }, async () =>
  killOnTheWay('DA-619p.pdf', await readFile(join(corpus, 'documents/DA-619p.pdf'))),
)
