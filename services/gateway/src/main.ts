import { run } from '@lectern/service'
import { buildApp } from './app.ts'
import { Config } from './config.ts'

await run(Config, buildApp)
