/**
 * `npm run doctor`: says what is wrong with an installation and what to do. It looks at the engines and keys that the environment
 * names, or else at those of the product that runs here, and changes nothing. The exit code is 1 when something is wrong.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { embeddingSettings } from '@lectern/embedding'
import { dataFolder } from '@lectern/engines'
import { readConfig } from '@lectern/service'
import Type from 'typebox'
import { examineEngines } from './doctor/examine-engines.ts'
import { examineIndexes } from './doctor/examine-indexes.ts'
import { examineKeys, type Keys } from './doctor/examine-keys.ts'
import { examineTopics } from './doctor/examine-topics.ts'
import { runningEngines } from './running-engines.ts'

const namespace = process.env.NAMESPACE || 'lectern'
const urls = runningEngines()
const file = join(dataFolder(), 'secrets.json')
const hasFile = existsSync(file)
const kept = hasFile ? (JSON.parse(readFileSync(file, 'utf8')) as Keys) : {}
const embedding = readConfig(Type.Object(embeddingSettings), process.env)

const parts = await Promise.all([
  examineEngines(urls),
  examineTopics(urls.KAFKA_BROKERS, namespace),
  examineIndexes(urls, namespace, embedding),
  examineKeys({ ...kept, ...process.env }, hasFile ? file : null),
])
const signs = { well: '✔', mind: '!', wrong: '✖' }
const findings = parts.flat()
for (const { state, about, says, todo } of findings) {
  console.log(`${signs[state]} ${about}: ${says}`)
  if (todo) console.log(`    ${todo}`)
}
const ills = findings.filter(({ state }) => state === 'wrong').length
console.log(ills === 0 ? '\nNothing is wrong.' : `\n${ills} ${ills === 1 ? 'thing is' : 'things are'} wrong.`)
process.exit(ills === 0 ? 0 : 1)
