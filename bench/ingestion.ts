import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from '@elastic/elasticsearch'
import { type ChunkDocument, chunkIndex } from '@lectern/contracts/chunk-index'
import { textToEmbed } from '@lectern/documents'
import { createEmbedder } from '@lectern/embedding'
import { until } from '@lectern/testing'
import { startBenchSpace } from './bench-space.ts'
import { startChild } from './child.ts'
import { corpusFolder } from './corpus.ts'
import { printTable, share } from './measure.ts'
import type { StandIns } from './stand-ins.ts'

const file = 'DA-619p.pdf'
const firstWithinMs = 60_000
const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`

/** From the upload of a document of 619 pages until all of it can be searched, beside what its embedding alone takes. */
export async function benchIngestion(): Promise<void> {
  const folder = corpusFolder()
  if (!folder) {
    process.stdout.write('\nIngestion: set LECTERN_CORPUS to measure it.\n')
    return
  }
  const content = readFileSync(join(folder, 'documents', file))
  const standIns = startChild('stand-ins.ts')
  try {
    const { settings } = await standIns.ask<StandIns>({ firstTokenMs: 0, tokens: 1, tokenEveryMs: 0, msPerText: 1 })
    const quick = await ingest(content, settings)
    const local = await ingest(content, {})
    const alone = await embedAlone(local.texts)
    printTable(`${file}: upload to Ready`, [
      {
        embedder: 'stand-in, 1 ms a text',
        passages: quick.texts.length,
        whole: seconds(quick.ms),
        target: '<= 4 s',
        'first page': seconds(quick.firstMs),
        'memory to read it': `${quick.readerMb} MB`,
        'of its speed': '',
      },
      {
        embedder: 'local',
        passages: local.texts.length,
        whole: seconds(local.ms),
        target: '>= 90 %',
        'first page': seconds(local.firstMs),
        'memory to read it': `${local.readerMb} MB`,
        'of its speed': share(alone / local.ms),
      },
      {
        embedder: 'local, embedding alone',
        passages: local.texts.length,
        whole: seconds(alone),
        target: '',
        'first page': '',
        'memory to read it': '',
        'of its speed': '',
      },
    ])
  } finally {
    standIns.stop()
  }
}

async function ingest(content: Uint8Array, settings: Record<string, string | number>) {
  const bench = await startBenchSpace(settings)
  const client = new Client({ node: bench.space.config.ELASTICSEARCH_URL })
  try {
    const service = await bench.start('ingestion')
    const memory = watchReader(service.pid)
    const begun = performance.now()
    const first = until(
      'the first page',
      () => bench.outside.received.some(({ type }) => type === 'document.progress'),
      firstWithinMs,
    ).then(() => performance.now() - begun)
    const took = await bench.ingest('kb', 'document', file, content)
    const texts = await textsOf(client, bench.space.namespace)
    return { ms: took, firstMs: await first, readerMb: Math.round(memory.end() / 1024), texts }
  } finally {
    await client.close()
    await bench.close()
  }
}

/** The most memory, in KiB, that a process of the service held: the one that reads the document. */
function watchReader(pid: number) {
  let most = 0
  const timer = setInterval(() => {
    execFile('ps', ['--ppid', String(pid), '-o', 'rss='], (_, printed) => {
      most = Math.max(most, ...printed.trim().split(/\s+/).map(Number))
    })
  }, 100)
  return {
    end() {
      clearInterval(timer)
      return most
    },
  }
}

/** The texts as they were embedded, in the order of the document. */
async function textsOf(client: Client, namespace: string): Promise<string[]> {
  const found = await client.search<ChunkDocument>({ index: chunkIndex(namespace), size: 10_000, sort: ['pageIndex'] })
  return found.hits.hits.flatMap(({ _source }) => (_source ? textToEmbed(_source) : []))
}

async function embedAlone(texts: string[]): Promise<number> {
  const { EMBEDDING_MODEL_DIR } = process.env
  const embedder = await createEmbedder({ EMBEDDING_PROVIDER: 'local', EMBEDDING_MODEL_DIR })
  const begun = performance.now()
  for (let start = 0; start < texts.length; start += 128) await embedder.embedDocuments(texts.slice(start, start + 128))
  const took = performance.now() - begun
  await embedder.close()
  return took
}
