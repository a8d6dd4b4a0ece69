/** `node make-model.ts FOLDER`: puts the local embedding model, as `npm start` makes it, into a folder. */
import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { embeddingModel } from '../../packages/engines/src/embedding-model.ts'
import { createProcesses } from '../../packages/engines/src/processes.ts'

const [, , folder = ''] = process.argv
const made = await embeddingModel(createProcesses(), mkdtempSync(join(tmpdir(), 'model-')), console.error)
cpSync(made, folder, { recursive: true })
