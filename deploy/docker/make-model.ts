/** `node make-model.ts FOLDER`: puts the local embedding model, as `npm start` fetches it, into a folder. */
import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { embeddingModel } from '../../packages/engines/src/embedding-model.ts'
import { createProcesses } from '../../packages/engines/src/processes.ts'

const [, , folder = ''] = process.argv
const made = await embeddingModel({
  processes: createProcesses(),
  logs: mkdtempSync(join(tmpdir(), 'model-')),
  log: console.error,
  maven: async () => {},
})
cpSync(made, folder, { recursive: true })
