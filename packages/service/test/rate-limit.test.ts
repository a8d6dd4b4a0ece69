import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { testSpace } from '@lectern/testing'
import fastify from 'fastify'
import { CallError, connectRedis, rateLimit } from '../src/index.ts'

const space = testSpace()
const log = fastify().log
const redis = connectRedis(space.config.REDIS_URL, log)
const replica = connectRedis(space.config.REDIS_URL, log)
const away = connectRedis('redis://127.0.0.1:9', log)
const name = (limit: string) => `${space.namespace}:${limit}`
await redis.ping()
await replica.ping()

after(async () => {
  for (const each of [redis, replica, away]) each.disconnect()
  await space.remove()
})

const refused = (error: unknown) => {
  assert.ok(error instanceof CallError)
  assert.equal(error.code, 'rate_limited')
  assert.ok(error.retryAfterSeconds !== undefined && error.retryAfterSeconds > 0 && error.retryAfterSeconds <= 60)
  return true
}

describe('a limit', () => {
  test('lets so many uses of a key pass, and tells how long to wait then', async () => {
    const limit = rateLimit(redis, name('a'), 3, 60)
    for (let n = 0; n < 3; n++) await limit('one')
    await assert.rejects(limit('one'), refused)
    await limit('two')
  })

  test('holds however many come at once', async () => {
    const limit = rateLimit(redis, name('b'), 10, 60)
    const tries = await Promise.allSettled(Array.from({ length: 50 }, () => limit('one')))
    assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 10)
  })

  test('is one for all replicas of a service', async () => {
    const here = rateLimit(redis, name('c'), 2, 60)
    const there = rateLimit(replica, name('c'), 2, 60)
    await here('one')
    await there('one')
    await assert.rejects(here('one'), refused)
    await assert.rejects(there('one'), refused)
  })

  test('ends with its time', async () => {
    const limit = rateLimit(redis, name('d'), 1, 1)
    await limit('one')
    const error = await limit('one').catch((error) => error)
    await new Promise((resolve) => setTimeout(resolve, error.retryAfterSeconds * 1000 + 50))
    await limit('one')
  })

  test('counts a use for as much as it is', async () => {
    const limit = rateLimit(redis, name('e'), 10, 60)
    await limit('one', 8)
    await assert.rejects(limit('one', 3), refused)
  })

  test('of less than one is one, not none', async () => {
    const limit = rateLimit(redis, name('f'), 0.2, 60)
    await limit('one')
    await assert.rejects(limit('one'), refused)
  })

  test('holds for each replica alone while Redis is away, and at once', async () => {
    const limit = rateLimit(away, name('g'), 2, 60)
    const began = performance.now()
    await limit('one')
    await limit('one')
    await assert.rejects(limit('one'), refused)
    assert.ok(performance.now() - began < 1000, 'it waited for Redis')
  })
})
