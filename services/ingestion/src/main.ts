import { run } from '@lectern/service'
import { buildApp } from './app.ts'
import { Config } from './config.ts'
import { removeLeftFolders } from './reading-folder.ts'

await removeLeftFolders()
await run(Config, buildApp)
