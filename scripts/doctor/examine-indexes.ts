import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Client } from '@elastic/elasticsearch'
import { chunkIndex } from '@lectern/contracts/chunk-index'
import { type EmbeddingConfig, embedderId } from '@lectern/embedding'
import mongoose from 'mongoose'
import { databaseOf, type Room } from '../backup/layout.ts'
import { type Engines, type Finding, mind, well, wrong } from './finding.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Whether what is searched by is there: MongoDB's indexes as the services' models name them, and the index of passages. */
export async function examineIndexes(urls: Engines, namespace: string, embedding: EmbeddingConfig): Promise<Finding[]> {
  const [records, passages] = await Promise.all([
    urls.MONGODB_URL ? examineRecords(urls.MONGODB_URL, namespace).catch(() => []) : [],
    urls.ELASTICSEARCH_URL ? examinePassages(urls.ELASTICSEARCH_URL, namespace, embedding).catch(() => []) : [],
  ])
  return [...records, ...passages]
}

/** The models of a service, on a connection that leads nowhere. */
async function modelsOf(service: string): Promise<mongoose.Model<unknown>[]> {
  const nowhere = mongoose.createConnection()
  nowhere.set('autoIndex', false)
  nowhere.set('autoCreate', false)
  for (const file of globSync(`services/${service}/src/models/*.ts`, { cwd: root })) {
    const exported = (await import(pathToFileURL(join(root, file)).href)) as Record<string, unknown>
    for (const [name, make] of Object.entries(exported))
      if (typeof make === 'function' && /(Models?|Copies|Counter)$/.test(name)) make(nowhere)
  }
  return Object.values(nowhere.models)
}

async function examineRecords(url: string, namespace: string): Promise<Finding[]> {
  const connection = mongoose.createConnection(url, { serverSelectionTimeoutMS: 4000 })
  try {
    await connection.asPromise()
    const missing: string[] = []
    let wanted = 0
    for (const service of globSync('services/*', { cwd: root }).map((path) => basename(path))) {
      const database = connection.useDb(databaseOf(namespace, service as Room))
      const present = new Set((await database.listCollections()).map(({ name }) => name))
      for (const model of await modelsOf(service)) {
        const { name } = model.collection
        const indexes = present.has(name) ? await database.collection(name).indexes() : []
        const keys = new Set(indexes.map(({ key }) => JSON.stringify(key)))
        for (const [fields] of model.schema.indexes()) {
          wanted++
          if (!keys.has(JSON.stringify(fields))) missing.push(`${service}.${name} ${JSON.stringify(fields)}`)
        }
      }
    }
    if (missing.length === 0) return [well('MongoDB: indexes', `all ${wanted} are there`)]
    const shown = missing.slice(0, 5).join(', ') + (missing.length > 5 ? ` and ${missing.length - 5} more` : '')
    return [
      wrong(
        'MongoDB: indexes',
        `missing: ${shown}`,
        'Run the services with --prepare (in a cluster: helm upgrade does).',
      ),
    ]
  } finally {
    await connection.close()
  }
}

async function examinePassages(url: string, namespace: string, embedding: EmbeddingConfig): Promise<Finding[]> {
  const client = new Client({ node: url, requestTimeout: 4000, maxRetries: 0 })
  const about = 'Index of passages'
  try {
    const alias = chunkIndex(namespace)
    const found = await client.indices.get({ index: alias }, { ignore: [404] })
    const indexes = Object.entries(found).filter(([, index]) => index?.mappings)
    if (indexes.length === 0)
      return [
        wrong(about, `there is none named ${alias}`, 'Start ingestion, or run it with --prepare: it makes the index.'),
      ]
    const [[name, index]] = indexes as [(typeof indexes)[number]]
    const built = index?.mappings?._meta?.embedder as string | undefined
    const set = embedderId(embedding)
    if (built !== set)
      return [
        mind(
          about,
          `${name} was built with ${built}, but ${set} is set`,
          'Ingestion makes a new index in the background while it runs; until then questions find passages by words alone. Or set the former embedder again.',
        ),
      ]
    const { count } = await client.count({ index: alias })
    return indexes.length > 1
      ? [
          mind(
            about,
            `${indexes.length} indexes share the name ${alias}`,
            'Delete the older ones once all documents are in the newest.',
          ),
        ]
      : [well(about, `${count} passages, made with ${built}`)]
  } finally {
    await client.close()
  }
}
