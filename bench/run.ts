/** `npm run bench`: tables of what the product costs, measured in one run. `npm run bench -- answers` runs one part. */
import { withEngines } from '../scripts/with-engines.ts'
import { benchAnswers } from './answers.ts'
import { benchCalls } from './calls.ts'
import { benchGateway } from './gateway.ts'
import { benchIngestion } from './ingestion.ts'
import { benchPages } from './pages.ts'
import { benchRetrieval } from './retrieval.ts'
import { benchStreams } from './streams.ts'

const parts: Record<string, () => Promise<void>> = {
  gateway: benchGateway,
  calls: benchCalls,
  answers: benchAnswers,
  ingestion: benchIngestion,
  retrieval: benchRetrieval,
  streams: benchStreams,
  pages: benchPages,
}

const asked = process.argv.slice(2)
const unknown = asked.find((name) => !(name in parts))
if (unknown) {
  process.stderr.write(`There is no part ${unknown}. Parts: ${Object.keys(parts).join(', ')}\n`)
  process.exit(1)
}
await withEngines(async () => {
  for (const [name, run] of Object.entries(parts)) if (asked.length === 0 || asked.includes(name)) await run()
})
process.exit(0)
