import { Readable } from 'node:stream'
import { gridFsBlobs } from '@lectern/blobs'
import { type ServiceProcess, startService, testBus, testSpace, until } from '@lectern/testing'
import mongoose from 'mongoose'
import { rules } from './rules.ts'

const ends = new Set(['document.ingested', 'document.failed'])

type Settings = Record<string, string | number>

/** A corner of the engines for one measurement, the services it starts there, and what comes to them from outside. */
export async function startBenchSpace(settings: Settings = {}) {
  const space = testSpace()
  const outside = await testBus(space.config, ['document.progress', 'document.ingested', 'document.failed'])
  const originals = await mongoose
    .createConnection(space.config.MONGODB_URL, { dbName: `${space.namespace.replaceAll('-', '_')}_blobs` })
    .asPromise()
  const blobs = gridFsBlobs(originals)
  const started: ServiceProcess[] = []

  return {
    space,
    outside,

    /** A chat of one document, once it can be asked at the chat service. */
    async addChat(service: ServiceProcess) {
      const chat = { orgId: 1, id: 'bench-chat', unqid: 'bench-chat' }
      await outside.send(
        'kb.changed',
        { orgId: chat.orgId, aggregateId: chat.id },
        { unqid: chat.unqid, name: 'Bench', isReady: true, fileCount: 1 },
      )
      await this.ingest(chat.id, 'rules', 'rules.txt', Buffer.from(rules()))
      await until(
        'the chat to be known',
        async () => (await fetch(`${service.url}/api/w/public-chats/${chat.orgId}/${chat.unqid}`)).ok,
      )
      return chat
    },

    async start(name: string, own: Settings = {}): Promise<ServiceProcess> {
      const service = await startService(name, { ...space.config, ...settings, ...own })
      started.push(service)
      return service
    },

    /** Uploads a file to a chat and waits until it is read; the answer is the milliseconds that took. */
    async ingest(
      kbId: string,
      fileId: string,
      name: string,
      content: Uint8Array,
      { orgId = 1, withinMs = 300_000 } = {},
    ): Promise<number> {
      const blobKey = `${orgId}/${kbId}/${fileId}`
      await blobs.put(blobKey, Readable.from([content]))
      const begun = performance.now()
      await outside.send('document.uploaded', { orgId, aggregateId: fileId }, { kbId, name, blobKey })
      const ended = await until(
        `${name} to be read`,
        () => outside.received.find(({ type, aggregateId }) => ends.has(type) && aggregateId === fileId),
        withinMs,
      )
      if ('message' in ended.payload) throw new Error(`${name} could not be read: ${ended.payload.message}`)
      return performance.now() - begun
    },

    async close() {
      await Promise.allSettled(started.map((service) => service.stop()))
      await Promise.all([outside.close(), originals.close()])
      await space.remove()
    },
  }
}

export type BenchSpace = Awaited<ReturnType<typeof startBenchSpace>>
