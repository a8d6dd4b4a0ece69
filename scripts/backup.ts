/**
 * `npm run backup -- FOLDER`: all that an installation keeps, into a folder that is not there yet: the databases of all services,
 * originals and pictures, the passages with their vectors. The product may run meanwhile. Sessions are not kept, nor the keys.
 */

import { backup } from './backup/backup.ts'
import { giveUp, runningEngines } from './running-engines.ts'

const folder = process.argv[2]
if (!folder) giveUp('Name a folder: npm run backup -- backups/today')
const { MONGODB_URL, ELASTICSEARCH_URL } = runningEngines()
if (!MONGODB_URL || !ELASTICSEARCH_URL)
  giveUp('Lectern is not running here. Start it first (npm start), or set MONGODB_URL and ELASTICSEARCH_URL.')

try {
  const counts = await backup({
    folder,
    namespace: process.env.NAMESPACE || 'lectern',
    mongodb: MONGODB_URL,
    elasticsearch: ELASTICSEARCH_URL,
    log: (line) => console.error(line),
  })
  console.log(`Kept in ${folder}: ${counts.documents} records, ${counts.passages} passages.`)
} catch (error) {
  giveUp(`Not kept: ${(error as Error).message}`)
}
