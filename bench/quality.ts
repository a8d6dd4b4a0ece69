/** `npm run bench:quality`: how well documents are read and passages found, and how well it is told when they do not answer. */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from '@elastic/elasticsearch'
import { DocumentError, type Page, readDocument } from '@lectern/documents'
import { createEmbedder } from '@lectern/embedding'
import { bad, documents } from '../packages/documents/test/expectations.ts'
import { withEngines } from '../scripts/with-engines.ts'
import { chooseQuotes } from '../services/chat/src/choose-quotes.ts'
import { enoughSupport, supportOf } from '../services/chat/src/judge-support.ts'
import { createNearSentences, type NearSentence } from '../services/chat/src/near-sentences.ts'
import type { Passage } from '../services/chat/src/rank-passages.ts'
import { createRetrieve } from '../services/chat/src/retrieve-passages.ts'
import { type BenchSpace, startBenchSpace } from './bench-space.ts'
import { corpusFolder, type Question, readParagraphs, readQuestions } from './corpus.ts'
import { ms, percentile, printTable, share } from './measure.ts'

const kbId = 'quality'
const listed = 40
/** As many as an answer is made of. */
const usedForQuotes = 8
/** All documents stand in line for the local embedder. */
const allReadWithinMs = 30 * 60_000

type Asked = Question & {
  half: 0 | 1
  found: Passage[]
  near: NearSentence[]
  right: string | null
  took: number
  tookNear: number
}
type Order = (asked: Asked) => Passage[]

const byWords: Order = ({ found }) =>
  found.filter((each) => each.words !== null).sort((a, b) => (b.words ?? 0) - (a.words ?? 0))
const byMeaning: Order = ({ found }) =>
  found.filter((each) => each.similarity !== null).sort((a, b) => (b.similarity ?? 0) - (a.similarity ?? 0))
const fused: Order = ({ found }) => found

/** Each question with what is found for it; the right passage is the paragraph that holds the words around its answer. */
async function askAll(bench: BenchSpace, folder: string): Promise<Asked[]> {
  const paragraphs = readParagraphs(folder)
  const files = readdirSync(join(folder, 'documents'))
  await Promise.all([
    ...paragraphs.map(({ name, text }) =>
      bench.ingest(kbId, name, name, Buffer.from(text), { withinMs: allReadWithinMs }),
    ),
    // They hold no answer, but much that looks like one.
    ...files.map((name) =>
      bench.ingest(kbId, name, name, readFileSync(join(folder, 'documents', name)), { withinMs: allReadWithinMs }),
    ),
  ])
  const { ELASTICSEARCH_URL, EMBEDDING_MODEL_DIR } = bench.space.config
  const elasticsearch = new Client({ node: ELASTICSEARCH_URL })
  const embedder = await createEmbedder({ EMBEDDING_PROVIDER: 'local', EMBEDDING_MODEL_DIR })
  const retrieve = createRetrieve(elasticsearch, bench.space.namespace, embedder)
  const nearSentences = createNearSentences(embedder)
  const asked: Asked[] = []
  for (const [index, question] of readQuestions(folder).entries()) {
    const right = question.answerable
      ? (paragraphs.find(({ article, text }) => article === question.article && text.includes(question.passage))
          ?.name ?? null)
      : null
    const begun = performance.now()
    const found = await retrieve(1, kbId, question.question, listed)
    const took = performance.now() - begun
    const near = await nearSentences(question.question, found)
    const half = index % 2 === 0 ? 0 : 1
    asked.push({ ...question, half, found, near, right, took, tookNear: performance.now() - begun - took })
  }
  await Promise.all([elasticsearch.close(), embedder.close()])
  return asked
}

/** Its place among the passages. A paragraph too long for one passage is two; either is right. */
function placeOf(asked: Asked, order: Order): number {
  const place = order(asked).findIndex(({ fileId }) => fileId === asked.right)
  return place < 0 ? Number.POSITIVE_INFINITY : place
}

const part = (among: Asked[], holds: (asked: Asked) => boolean) => among.filter(holds).length / among.length

function printRetrieval(answerable: Asked[]) {
  const row = (name: string, order: Order, among: Asked[]) => {
    const places = among.map((asked) => placeOf(asked, order))
    const reciprocal = places.map((place) => (place < 10 ? 1 / (place + 1) : 0)).reduce((sum, each) => sum + each, 0)
    return {
      found: name,
      questions: among.length,
      first: share(places.filter((place) => place === 0).length / among.length),
      'among five': share(places.filter((place) => place < 5).length / among.length),
      'MRR@10': (reciprocal / among.length).toFixed(3),
    }
  }
  printTable('The right passage', [
    row('by words (BM25)', byWords, answerable),
    row('by meaning (vectors)', byMeaning, answerable),
    row('fused', fused, answerable),
    row(
      'fused, even questions',
      fused,
      answerable.filter(({ half }) => half === 0),
    ),
    row(
      'fused, odd questions',
      fused,
      answerable.filter(({ half }) => half === 1),
    ),
  ])
}

function printRefusals(all: Asked[]) {
  const support = new Map(all.map((asked) => [asked, supportOf(asked.found)]))
  const told = (asked: Asked, limit: number) => (support.get(asked) ?? 0) >= limit
  const row = (name: string, limit: number) => {
    const shares = (among: Asked[]) => ({
      answered: share(
        part(
          among.filter(({ answerable }) => answerable),
          (asked) => told(asked, limit),
        ),
      ),
      refused: share(
        part(
          among.filter(({ answerable }) => !answerable),
          (asked) => !told(asked, limit),
        ),
      ),
    })
    const [even, odd] = [0, 1].map((half) => shares(all.filter((asked) => asked.half === half)))
    const { answered, refused } = shares(all)
    return {
      support: name,
      'answerable answered': answered,
      'unanswerable refused': refused,
      'even questions': `${even?.answered} / ${even?.refused}`,
      'odd questions': `${odd?.answered} / ${odd?.refused}`,
    }
  }
  const limits = [0.5, 0.55, 0.6, 0.65, 0.68, 0.7, 0.73, 0.76, 0.8]
  printTable('Asked what the documents do not tell', [
    row(`>= ${enoughSupport} (as set)`, enoughSupport),
    ...limits.map((limit) => row(`>= ${limit.toFixed(2)}`, limit)),
  ])
}

function printQuotes(answerable: Asked[]) {
  const quotes = new Map(
    answerable.map((asked) => [asked, chooseQuotes(asked.question, asked.found.slice(0, usedForQuotes), asked.near)]),
  )
  const holds = (asked: Asked, most: number) =>
    asked.answerable && (quotes.get(asked) ?? []).slice(0, most).some(({ text }) => text.includes(asked.answer))
  const row = (among: string, most: number) => {
    const of = (some: Asked[]) => share(part(some, (asked) => holds(asked, most)))
    const [even, odd] = [0, 1].map((half) => of(answerable.filter((asked) => asked.half === half)))
    return { among, share: of(answerable), even: even ?? '', odd: odd ?? '' }
  }
  printTable('A quote of at most 300 characters holds the answer', [row('first source', 1), row('five sources', 5)])
}

function printLatency(asked: Asked[]) {
  const row = (work: string, took: number[]) => ({
    work,
    questions: took.length,
    p50: ms(percentile(took, 0.5)),
    p95: ms(percentile(took, 0.95)),
  })
  printTable('What a question takes', [
    row(
      'finding passages, its embedding included',
      asked.map(({ took }) => took),
    ),
    row(
      'comparing the sentences of the first, where no model answers',
      asked.map(({ tookNear }) => tookNear),
    ),
  ])
}

/** Each document of the corpus held against what the repository says must be found in it. */
async function printExtraction(folder: string) {
  const rows = []
  for (const [name, { pages: expected, found }] of Object.entries(documents)) {
    const begun = performance.now()
    const pages: Page[] = []
    for await (const { page } of readDocument({ path: join(folder, 'documents', name), name })) pages.push(page)
    const held = found.filter(([words, page = null]) =>
      pages.some(({ number, text }) => number === page && text.includes(words)),
    ).length
    const isWhole = held === found.length && (expected === undefined || pages.length === expected)
    rows.push({
      document: name,
      parts: pages.length,
      'expected words': `${held} of ${found.length}`,
      took: ms(performance.now() - begun),
      as: isWhole ? 'expected' : 'NOT as expected',
    })
  }
  for (const [name, code] of Object.entries(bad)) {
    const begun = performance.now()
    const end = await endOf({ path: join(folder, 'bad', name), name })
    rows.push({
      document: `bad/${name}`,
      parts: '',
      'expected words': code ?? 'read',
      took: ms(performance.now() - begun),
      as: end === (code ?? 'read') ? 'expected' : `NOT as expected: ${end}`,
    })
  }
  printTable('What is read from documents', rows)
}

async function endOf(file: { path: string; name: string }): Promise<string> {
  try {
    for await (const _ of readDocument(file));
    return 'read'
  } catch (error) {
    if (error instanceof DocumentError) return error.code
    throw error
  }
}

const folder = corpusFolder()
if (!folder) {
  process.stderr.write('Set LECTERN_CORPUS to the folder of documents and questions.\n')
  process.exit(1)
}
await withEngines(async () => {
  const bench = await startBenchSpace()
  try {
    await printExtraction(folder)
    await bench.start('ingestion')
    const asked = await askAll(bench, folder)
    const answerable = asked.filter((each) => each.answerable)
    printRetrieval(answerable)
    printRefusals(asked)
    printQuotes(answerable)
    printLatency(asked)
  } finally {
    await bench.close()
  }
})
process.exit(0)
