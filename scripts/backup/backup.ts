import { createWriteStream } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { Client } from '@elastic/elasticsearch'
import { type ChunkDocument, chunkIndex } from '@lectern/contracts/chunk-index'
import mongoose from 'mongoose'
import {
  collectionFile,
  databaseOf,
  type Manifest,
  manifestFile,
  type Options,
  passagesFile,
  type Room,
  rooms,
} from './layout.ts'

const atOnce = 1000

/**
 * Copies everything as streams, at any size. While the product runs, what is read later is newer: records come before the
 * originals and passages they name, so that each that was kept has its own. What events were under way is told again by `restore`.
 */
export async function backup(options: Options): Promise<{ documents: number; passages: number }> {
  const { folder, namespace, log } = options
  await mkdir(folder, { recursive: false })
  const startedAt = new Date().toISOString()
  const connection = await mongoose.createConnection(options.mongodb, { serverSelectionTimeoutMS: 5000 }).asPromise()
  const elasticsearch = new Client({ node: options.elasticsearch, requestTimeout: 60_000 })
  const collections: Manifest['collections'] = {}
  try {
    for (const room of rooms) {
      const database = connection.useDb(databaseOf(namespace, room))
      const found = await database.listCollections()
      // Numbers that count up come last: none is lower than what was made with it.
      const names = found.map(({ name }) => name).filter((name) => !name.startsWith('system.'))
      for (const name of names.sort(
        (a, b) => Number(a === 'counters') - Number(b === 'counters') || a.localeCompare(b),
      )) {
        collections[`${room}/${name}`] = await keepCollection(database.collection(name), folder, room, name)
        log(`${room}/${name}: ${collections[`${room}/${name}`]}`)
      }
    }
    const documents = Object.values(collections).reduce((sum, count) => sum + count, 0)
    if (documents === 0) throw new Error(`there is nothing in the namespace ${namespace}`)
    const { passages, index } = await keepPassages(elasticsearch, chunkIndex(namespace), folder)
    log(`passages: ${passages}`)
    const endedAt = new Date().toISOString()
    const manifest: Manifest = { version: 1, namespace, startedAt, endedAt, collections, passages, index }
    // Written last: a folder without it is not whole.
    await writeFile(join(folder, manifestFile), `${JSON.stringify(manifest, null, 2)}\n`)
    return { documents, passages }
  } finally {
    await Promise.all([connection.close(), elasticsearch.close()])
  }
}

/** Each record as the bytes that MongoDB has, one after the other. */
async function keepCollection(
  collection: mongoose.Collection,
  folder: string,
  room: Room,
  name: string,
): Promise<number> {
  const path = join(folder, collectionFile(room, name))
  await mkdir(dirname(path), { recursive: true })
  let count = 0
  const records = async function* () {
    const cursor = collection.find({}, { batchSize: atOnce }).sort({ _id: 1 })
    for await (const record of cursor) {
      count++
      yield mongoose.mongo.BSON.serialize(record)
    }
  }
  await pipeline(Readable.from(records()), createGzip(), createWriteStream(path))
  return count
}

async function keepPassages(elasticsearch: Client, alias: string, folder: string) {
  const made = await elasticsearch.indices.get({ index: alias }, { ignore: [404] })
  const index = Object.values(made)[0]
  const mappings = index?.mappings
  if (!mappings) return { passages: 0, index: null }
  await elasticsearch.indices.refresh({ index: alias })
  let passages = 0
  const lines = async function* () {
    const pit = await elasticsearch.openPointInTime({ index: alias, keep_alive: '5m' })
    let after: (string | number)[] | undefined
    for (;;) {
      const { hits } = await elasticsearch.search<ChunkDocument>({
        pit: { id: pit.id, keep_alive: '5m' },
        size: atOnce,
        sort: [{ _shard_doc: 'asc' }],
        search_after: after,
        // Vectors are left out unless they are asked for.
        _source: { exclude_vectors: false } as never,
        track_total_hits: false,
      })
      for (const { _id, _source } of hits.hits) {
        passages++
        yield `${JSON.stringify({ id: _id, source: _source })}\n`
      }
      if (hits.hits.length < atOnce) break
      after = hits.hits.at(-1)?.sort as typeof after
    }
    await elasticsearch.closePointInTime({ id: pit.id })
  }
  await pipeline(Readable.from(lines()), createGzip(), createWriteStream(join(folder, passagesFile)))
  const { number_of_shards, refresh_interval, auto_expand_replicas } = index?.settings?.index ?? {}
  return { passages, index: { mappings, settings: { number_of_shards, refresh_interval, auto_expand_replicas } } }
}
