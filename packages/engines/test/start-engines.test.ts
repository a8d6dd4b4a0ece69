import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { until } from '@lectern/testing'
import { Redis } from 'ioredis'
import mongoose from 'mongoose'
import { choosePorts, EngineError, findRunningEngines, startEngines } from '../src/index.ts'

const folders: string[] = []
const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-engines-'))
  folders.push(folder)
  return folder
}
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const { PATH = '', HOME = '' } = process.env
const env = { PATH, HOME }
/** The two that start at once; all of them start whenever the tests do. */
const small = { only: ['mongodb' as const, 'redis' as const], env }
const quiet = () => {}
const livingIn = (dataDir: string): number[] =>
  (JSON.parse(readFileSync(join(dataDir, 'engines.json'), 'utf8')) as { processes: { pid: number }[] }).processes.map(
    ({ pid }) => pid,
  )
const isGone = (pid: number) =>
  !existsSync(`/proc/${pid}`) || /^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))

async function startInProcess(dataDir: string) {
  const code = `
    import { startEngines } from '${fileURLToPath(new URL('../src/index.ts', import.meta.url))}'
    await startEngines({ dataDir: ${JSON.stringify(dataDir)}, only: ['redis', 'mongodb'], env: ${JSON.stringify(env)}, log() {} })
    console.log('ready')
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((resolve) => createInterface({ input: child.stdout }).once('line', () => resolve()))
  return child
}

describe('engines from packages', () => {
  test('keep what was stored over a restart, and leave no process behind', async () => {
    const dataDir = newFolder()
    const first = await startEngines({ ...small, dataDir, log: quiet })
    const processes = livingIn(dataDir)
    const connection = await mongoose.createConnection(first.urls.MONGODB_URL ?? '', { dbName: 'kept' }).asPromise()
    await connection.collection('notes').insertOne({ text: 'still here' })
    await connection.close()
    const redis = new Redis(first.urls.REDIS_URL ?? '')
    await redis.set('note', 'still here')
    await redis.quit()
    await first.stop()
    assert.equal(processes.length, 2)
    assert.ok(processes.every(isGone))
    assert.equal(findRunningEngines(dataDir), null)

    const second = await startEngines({ ...small, dataDir, log: quiet })
    const again = await mongoose.createConnection(second.urls.MONGODB_URL ?? '', { dbName: 'kept' }).asPromise()
    assert.equal((await again.collection('notes').findOne({}))?.text, 'still here')
    // Drivers look after a connection by it, and drop all of them where it fails.
    assert.equal((await again.db?.command({ hello: 1 }))?.isWritablePrimary, true)
    await again.close()
    const redisAgain = new Redis(second.urls.REDIS_URL ?? '')
    assert.equal(await redisAgain.get('note'), 'still here')
    await redisAgain.quit()
    await second.stop()
  })

  test('end with the process that started them, even when that is killed', async () => {
    const dataDir = newFolder()
    const child = await startInProcess(dataDir)
    const processes = livingIn(dataDir)
    assert.ok(processes.length === 2 && !processes.some(isGone))
    child.kill('SIGKILL')
    await until('the engines to end', () => processes.every(isGone))
  })

  test('are found by others while they run, and one folder has one owner', async () => {
    const dataDir = newFolder()
    const engines = await startEngines({ ...small, dataDir, log: quiet })
    assert.deepEqual(findRunningEngines(dataDir), engines.urls)
    await assert.rejects(startEngines({ ...small, dataDir, log: quiet }), (error: Error) => {
      assert.ok(error instanceof EngineError)
      assert.match(error.message, /uses the data in .* Stop it first/)
      return true
    })
    await engines.stop()
  })
})

test('a free port is one process’s until it ends, and never one that outgoing connections get', async () => {
  const chooses = `
    const { choosePorts } = await import(${JSON.stringify(new URL('../src/index.ts', import.meta.url).href)})
    const wanted = Object.fromEntries(Array.from({ length: 1500 }, (_, i) => [i, { setting: '' }]))
    console.log(JSON.stringify(Object.values(await choosePorts(wanted))))
    process.stdin.resume()`
  const children = [1, 2, 3].map(() =>
    spawn(process.execPath, ['--input-type=module', '-e', chooses], { stdio: ['pipe', 'pipe', 'inherit'] }),
  )
  const chosen = await Promise.all(
    children.map(async ({ stdout }) => {
      for await (const line of createInterface({ input: stdout })) return JSON.parse(line) as number[]
      return []
    }),
  )
  const all = chosen.flat()
  assert.equal(all.length, 4500)
  assert.equal(new Set(all).size, 4500, 'no two have the same')
  assert.ok(Math.max(...all) < 32_768)
  for (const child of children) child.stdin.end()
  await Promise.all(children.map((child) => once(child, 'exit')))
  const again = await choosePorts({ one: { port: all[0], setting: 'ONE' } })
  assert.equal(again.one, all[0])
})

describe('when an engine cannot be had, the sentence says what to do', () => {
  const refused = async (options: Partial<Parameters<typeof startEngines>[0]>) => {
    const error: unknown = await startEngines({ ...small, dataDir: newFolder(), log: quiet, ...options }).then(
      () => assert.fail('started'),
      (reason) => reason,
    )
    assert.ok(error instanceof EngineError, String(error))
    return error.message
  }

  test('a port that is taken', async () => {
    const taken = createServer()
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
    const { port } = taken.address() as { port: number }
    assert.match(
      await refused({ env: { ...env, REDIS_PORT: String(port) } }),
      new RegExp(`Port ${port} is taken.*REDIS_PORT`),
    )
    taken.close()
  })

  test('a port that is none', async () => {
    assert.match(
      await refused({ env: { ...env, MONGODB_PORT: 'http' } }),
      /MONGODB_PORT is set to "http", which is not a port/,
    )
  })

  test('an engine of one’s own that does not answer', async () => {
    const message = await refused({ env: { ...env, REDIS_URL: 'redis://127.0.0.1:1' } })
    assert.match(message, /REDIS_URL is set, but nothing answers at 127\.0\.0\.1:1\./)
  })

  test('a stop while it starts', async () => {
    const stopping = new AbortController()
    const message = refused({ signal: stopping.signal })
    stopping.abort()
    assert.match(await message, /Stopped/)
  })
})
