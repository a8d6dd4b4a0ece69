import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
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
import { tellAgain } from './tell-again.ts'

const recordsAtOnce = 500
const bytesAtOnce = 8 * 1024 * 1024
const passagesAtOnce = 500

/** Brings everything back into an empty installation. Whatever its events had not reached yet is told once more. */
export async function restore(
  options: Options & { readAgain: boolean },
): Promise<{ documents: number; passages: number }> {
  const { folder, namespace, readAgain, log } = options
  const manifest = await readManifest(folder)
  const connection = await mongoose.createConnection(options.mongodb, { serverSelectionTimeoutMS: 5000 }).asPromise()
  const elasticsearch = new Client({ node: options.elasticsearch, requestTimeout: 60_000 })
  const database = (room: Room) => connection.useDb(databaseOf(namespace, room))
  try {
    await requireEmpty(database, elasticsearch, namespace)
    let documents = 0
    for (const [name, count] of Object.entries(manifest.collections)) {
      const [room = 'auth', collection = ''] = name.split('/') as [Room, string]
      const restored = await bringBack(
        database(room).collection(collection),
        join(folder, collectionFile(room, collection)),
      )
      if (restored !== count)
        throw new Error(`${name} has ${restored} records instead of ${count}: the folder is damaged`)
      log(`${name}: ${restored}`)
      documents += restored
    }
    const passages = readAgain
      ? 0
      : await bringBackPassages(elasticsearch, chunkIndex(namespace), folder, manifest, database('knowledge'))
    log(`passages: ${passages}`)
    await tellAgain(database, { readAgain })
    return { documents, passages }
  } finally {
    await Promise.all([connection.close(), elasticsearch.close()])
  }
}

async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, manifestFile), 'utf8').catch(() => {
    throw new Error(`${folder} is not a whole backup: it has no ${manifestFile}`)
  })
  const manifest = JSON.parse(text) as Manifest
  if (manifest.version !== 1) throw new Error(`the backup is of version ${manifest.version}, which is not known here`)
  return manifest
}

async function requireEmpty(
  database: (room: Room) => mongoose.Connection,
  elasticsearch: Client,
  namespace: string,
): Promise<void> {
  for (const room of rooms)
    for (const { name } of await database(room).listCollections())
      if ((await database(room).collection(name).findOne()) !== null)
        throw new Error(`the namespace ${namespace} is in use already (${room}/${name}). Name another with NAMESPACE.`)
  if (await elasticsearch.indices.exists({ index: chunkIndex(namespace) })) {
    const { count } = await elasticsearch.count({ index: chunkIndex(namespace) })
    if (count > 0) throw new Error(`the namespace ${namespace} has passages already. Name another with NAMESPACE.`)
  }
}

async function bringBack(collection: mongoose.Collection, path: string): Promise<number> {
  let count = 0
  let batch: mongoose.mongo.BSON.Document[] = []
  let size = 0
  const write = async () => {
    if (batch.length > 0) await collection.insertMany(batch as never, { ordered: false })
    count += batch.length
    batch = []
    size = 0
  }
  for await (const record of recordsOf(path)) {
    // As they were: neither longs nor binaries become something else.
    batch.push(mongoose.mongo.BSON.deserialize(record, { promoteValues: false, promoteLongs: false, bsonRegExp: true }))
    size += record.length
    if (batch.length >= recordsAtOnce || size >= bytesAtOnce) await write()
  }
  await write()
  return count
}

/** A record begins with its own length. */
async function* recordsOf(path: string): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0)
  for await (const chunk of createReadStream(path).pipe(createGunzip())) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    while (rest.length >= 4 && rest.length >= rest.readInt32LE(0)) {
      const length = rest.readInt32LE(0)
      yield rest.subarray(0, length)
      rest = rest.subarray(length)
    }
  }
  if (rest.length > 0) throw new Error(`${path} ends within a record`)
}

/** Under the name that services look for, at its first version. Passages of files whose record was not kept are left out. */
async function bringBackPassages(
  elasticsearch: Client,
  alias: string,
  folder: string,
  { index, passages }: Manifest,
  knowledge: mongoose.Connection,
): Promise<number> {
  if (!index) return 0
  await elasticsearch.indices.delete({ index: `${alias}-v1` }, { ignore: [404] })
  await elasticsearch.indices.create({ index: `${alias}-v1`, aliases: { [alias]: {} }, ...index })
  const files = new Set<unknown>()
  for await (const { _id } of knowledge.collection('files').find({}, { projection: { _id: 1 } })) files.add(_id)
  let written = 0
  let seen = 0
  let operations: object[] = []
  const write = async () => {
    if (operations.length === 0) return
    const answer = await elasticsearch.bulk({ index: alias, operations })
    const failed = answer.items.find((item) => item.index?.error)?.index?.error
    if (failed) throw new Error(`a passage was refused: ${failed.type} ${failed.reason}`)
    written += operations.length / 2
    operations = []
  }
  const lines = createInterface({ input: createReadStream(join(folder, passagesFile)).pipe(createGunzip()) })
  for await (const line of lines) {
    seen++
    const { id, source } = JSON.parse(line) as { id: string; source: ChunkDocument }
    if (!files.has(source.fileId)) continue
    operations.push({ index: { _id: id, routing: source.kbId } }, source)
    if (operations.length >= 2 * passagesAtOnce) await write()
  }
  await write()
  if (seen !== passages) throw new Error(`there are ${seen} passages instead of ${passages}: the folder is damaged`)
  await elasticsearch.indices.refresh({ index: alias })
  return written
}
