import type { FastifyBaseLogger } from 'fastify'
import { Redis } from 'ioredis'
import mongoose, { type Connection } from 'mongoose'

/** The service's own database; nobody else reads it. Connects in the background; queries wait at most 5 s for it. */
export function connectMongo(url: string, database: string, log: FastifyBaseLogger): Connection {
  const connection = mongoose.createConnection(url, {
    dbName: database.replaceAll('-', '_'),
    serverSelectionTimeoutMS: 5000,
    socketTimeoutMS: 30_000,
    maxPoolSize: 20,
    writeConcern: { w: 'majority', journal: true },
  })
  connection.on('error', (err) => log.error({ err }, 'mongodb'))
  return connection
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
