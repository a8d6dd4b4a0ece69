/**
 * `npm run restore -- FOLDER [--read-again]`: brings back what `npm run backup` kept, into an installation that is empty and whose
 * services do not run yet. With --read-again the passages are not taken from the folder, but all documents are read anew.
 */

import { restore } from './backup/restore.ts'
import { giveUp, runningEngines } from './running-engines.ts'

const folder = process.argv.slice(2).find((each) => !each.startsWith('--'))
if (!folder) giveUp('Name the folder: npm run restore -- backups/today')
const { MONGODB_URL, ELASTICSEARCH_URL } = runningEngines()
if (!MONGODB_URL || !ELASTICSEARCH_URL)
  giveUp('The engines are not running here. Start them (npm run engines), or set MONGODB_URL and ELASTICSEARCH_URL.')

try {
  const counts = await restore({
    folder,
    namespace: process.env.NAMESPACE || 'lectern',
    mongodb: MONGODB_URL,
    elasticsearch: ELASTICSEARCH_URL,
    readAgain: process.argv.includes('--read-again'),
    log: (line) => console.error(line),
  })
  console.log(`Brought back: ${counts.documents} records, ${counts.passages} passages. Start the services now.`)
} catch (error) {
  giveUp(`Not brought back: ${(error as Error).message}`)
}
