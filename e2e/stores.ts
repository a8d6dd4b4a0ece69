import { engineUrls } from '@lectern/testing'
import { Redis } from 'ioredis'
import mongoose from 'mongoose'
import type { Product } from './product.ts'

const services = ['auth', 'org', 'knowledge', 'ingestion', 'chat', 'billing', 'blobs']

/** All that lies in the product's stores, one line for each record, bytes as text: MongoDB (blobs too), Elasticsearch, Redis. */
export async function recordsOf({ namespace }: Product): Promise<string[]> {
  const found = await Promise.all([fromMongo(namespace), fromElasticsearch(namespace), fromRedis(namespace)])
  return found.flat()
}

async function fromMongo(namespace: string): Promise<string[]> {
  const connection = await mongoose.createConnection(engineUrls().MONGODB_URL).asPromise()
  const lines: string[] = []
  for (const service of services) {
    const db = connection.useDb(`${namespace.replaceAll('-', '_')}_${service}`)
    for (const { name } of await db.listCollections())
      for (const record of await db.collection(name).find({}).toArray())
        lines.push(`${service}.${name} ${JSON.stringify(readable(record))}`)
  }
  await connection.close()
  return lines
}

function readable(value: unknown): unknown {
  if (value instanceof mongoose.mongo.Binary) return Buffer.from(value.buffer).toString('utf8')
  if (Array.isArray(value)) return value.map(readable)
  if (typeof value !== 'object' || value === null || value instanceof Date || '_bsontype' in value) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, readable(each)]))
}

async function fromElasticsearch(namespace: string): Promise<string[]> {
  const url = `${engineUrls().ELASTICSEARCH_URL}/${namespace}-*`
  await fetch(`${url}/_refresh`, { method: 'POST' })
  const answer = await fetch(`${url}/_search?size=10000&_source_excludes=vector`)
  const { hits } = (await answer.json()) as { hits: { hits: { _id: string; _source: object }[] } }
  return hits.hits.map(({ _id, _source }) => `elasticsearch ${JSON.stringify({ _id, ..._source })}`)
}

async function fromRedis(namespace: string): Promise<string[]> {
  const redis = new Redis(engineUrls().REDIS_URL)
  const lines: string[] = []
  for await (const keys of redis.scanStream({ match: `${namespace}:*`, count: 1000 }))
    for (const key of keys as string[]) {
      const kind = await redis.type(key)
      const value = kind === 'set' ? await redis.smembers(key) : kind === 'string' ? await redis.get(key) : kind
      lines.push(`redis ${key} ${JSON.stringify(value)}`)
    }
  await redis.quit()
  return lines
}
