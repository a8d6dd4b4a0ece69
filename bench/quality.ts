/** `npm run bench:quality`: how well passages are found, and how well it is told when the documents do not answer. */

import { Client } from '@elastic/elasticsearch'
import { createEmbedder } from '@lectern/embedding'
import { withEngines } from '../scripts/with-engines.ts'
import { enoughSupport, supportOf } from '../services/chat/src/judge-support.ts'
import { bestQuote } from '../services/chat/src/quote-passage.ts'
import type { Passage } from '../services/chat/src/rank-passages.ts'
import { createRetrieve } from '../services/chat/src/retrieve-passages.ts'
import { type BenchSpace, startBenchSpace } from './bench-space.ts'
import { corpusFolder, type Question, readParagraphs, readQuestions } from './corpus.ts'
import { printTable, share } from './measure.ts'

const kbId = 'quality'
const listed = 40

type Asked = Question & { half: 0 | 1; found: Passage[]; right: string | null }
type Order = (asked: Asked) => Passage[]

const byWords: Order = ({ found }) =>
  found.filter((each) => each.words !== null).sort((a, b) => (b.words ?? 0) - (a.words ?? 0))
const byMeaning: Order = ({ found }) =>
  found.filter((each) => each.similarity !== null).sort((a, b) => (b.similarity ?? 0) - (a.similarity ?? 0))
const fused: Order = ({ found }) => found

/** Each question with what is found for it; the right passage is the paragraph that holds the words around its answer. */
async function askAll(bench: BenchSpace, folder: string): Promise<Asked[]> {
  const paragraphs = readParagraphs(folder)
  await Promise.all(paragraphs.map(({ name, text }) => bench.ingest(kbId, name, name, Buffer.from(text))))
  const { ELASTICSEARCH_URL, EMBEDDING_MODEL_DIR } = bench.space.config
  const elasticsearch = new Client({ node: ELASTICSEARCH_URL })
  const embedder = await createEmbedder({ EMBEDDING_PROVIDER: 'local', EMBEDDING_MODEL_DIR })
  const retrieve = createRetrieve(elasticsearch, bench.space.namespace, embedder)
  const asked: Asked[] = []
  for (const [index, question] of readQuestions(folder).entries()) {
    const right = question.answerable
      ? (paragraphs.find(({ article, text }) => article === question.article && text.includes(question.passage))
          ?.name ?? null)
      : null
    asked.push({
      ...question,
      half: index % 2 === 0 ? 0 : 1,
      found: await retrieve(1, kbId, question.question, listed),
      right,
    })
  }
  await Promise.all([elasticsearch.close(), embedder.close()])
  return asked
}

/** A paragraph too long for one passage is two; either is right. */
function placeOf(asked: Asked, order: Order): number {
  const files = [...new Set(order(asked).map(({ fileId }) => fileId))]
  const place = files.indexOf(asked.right ?? '')
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
  const limits = [0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7]
  printTable('Asked what the documents do not tell', [
    row(`>= ${enoughSupport} (as set)`, enoughSupport),
    ...limits.map((limit) => row(`>= ${limit.toFixed(2)}`, limit)),
  ])
}

function printQuotes(answerable: Asked[]) {
  const holds = (asked: Asked, passages: Passage[]) =>
    asked.answerable && passages.some((passage) => bestQuote(passage, asked.question).text.includes(asked.answer))
  printTable('A quote of at most 300 characters holds the answer', [
    { among: 'first source', share: share(part(answerable, (asked) => holds(asked, asked.found.slice(0, 1)))) },
    { among: 'five sources', share: share(part(answerable, (asked) => holds(asked, asked.found.slice(0, 5)))) },
  ])
}

const folder = corpusFolder()
if (!folder) {
  process.stderr.write('Set LECTERN_CORPUS to the folder of documents and questions.\n')
  process.exit(1)
}
await withEngines(async () => {
  const bench = await startBenchSpace()
  try {
    await bench.start('ingestion')
    const asked = await askAll(bench, folder)
    const answerable = asked.filter((each) => each.answerable)
    printRetrieval(answerable)
    printRefusals(asked)
    printQuotes(answerable)
  } finally {
    await bench.close()
  }
})
process.exit(0)
