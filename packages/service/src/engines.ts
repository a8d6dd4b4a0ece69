import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { Redis } from 'ioredis'
import mongoose, { type Connection } from 'mongoose'
import { isTemporary } from './errors.ts'

const pauseMs = 1000

/**
 * The service's own database; nobody else reads it. Waits for it as long as it takes: mongoose connects again by itself
 * only once it was connected, and what is asked before, such as for indexes, it drops after some seconds. Later, queries
 * wait 5 s at most for a database that is away.
 */
export async function connectMongo(url: string, database: string, log: FastifyBaseLogger): Promise<Connection> {
  const connection = mongoose.createConnection()
  connection.on('error', (err) => log.error({ err }, 'mongodb'))
  const options = {
    dbName: database.replaceAll('-', '_'),
    serverSelectionTimeoutMS: 5000,
    socketTimeoutMS: 30_000,
    maxPoolSize: 20,
    writeConcern: { w: 'majority', journal: true },
  } as const
  for (;;) {
    try {
      return await connection.openUri(url, options)
    } catch (err) {
      if (!isTemporary(err)) throw err
      await pause(pauseMs)
    }
  }
}

/** Commands fail at once while Redis is away; one that is there gets 5 s, since a process with much to do reads its answers late. */
export function connectRedis(url: string, log: FastifyBaseLogger): Redis {
  const redis = new Redis(url, {
    maxRetriesPerRequest: 2,
    commandTimeout: 5000,
    connectTimeout: 2000,
    retryStrategy: (tries) => Math.min(100 * 2 ** tries, 3000),
  })
  redis.on('error', (err) => log.warn({ err }, 'redis'))
  return redis
}
