import { type ChildProcess, spawn } from 'node:child_process'
import { accessSync, closeSync, constants, existsSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { EngineError } from './errors.ts'
import { identify, type ProcessIdentity } from './process-identity.ts'

export interface Command {
  command: string
  args: string[]
  cwd?: string
  env?: NodeJS.ProcessEnv
  /** What it prints goes here; the file starts empty unless `append` is set. */
  logFile: string
  append?: boolean
  /** Further options of setpriv (Linux), e.g. the user to run as. */
  privileges?: string[]
}

export interface RunningProcess extends ProcessIdentity {
  name: string
  /** Settles when the process has ended. */
  ended: Promise<void>
  hasEnded: () => boolean
  /** What it printed so far. */
  printed: () => string
  /** The end of that, as lines to show. */
  lastLines: () => string
}

/** The processes of one run, so that all of them can be ended whatever happens. */
export interface Processes {
  /** Starts a process that stays. */
  start(name: string, command: Command): RunningProcess
  /** Runs a command to its end; when it fails, an error with `advice` and the last lines it printed. */
  run(name: string, command: Command, advice: string): Promise<void>
  /** Ends all of them: asks first, and kills what is still there after `graceMs`. Nothing can be started afterwards. */
  stopAll(graceMs: number): Promise<void>
}

export function createProcesses(onStart: (started: RunningProcess) => void = () => {}): Processes {
  const living = new Set<RunningProcess>()
  let stopped = false

  function launch(name: string, command: Command): { child: ChildProcess; running: RunningProcess } {
    if (stopped) throw new EngineError('Stopped before everything was started.')
    mkdirSync(dirname(command.logFile), { recursive: true })
    const output = openSync(command.logFile, command.append ? 'a' : 'w')
    const [program, ...args] = endingWithParent(command)
    // A group of its own: Ctrl-C in a terminal reaches only us, and what the process starts can be ended with it.
    const child = spawn(program as string, args, {
      cwd: command.cwd,
      env: command.env ?? process.env,
      stdio: ['ignore', output, output],
      detached: true,
    })
    closeSync(output)
    let hasEnded = false
    const ended = new Promise<void>((resolve) => {
      child.once('error', () => resolve())
      child.once('exit', () => resolve())
    }).then(() => {
      hasEnded = true
      living.delete(running)
    })
    const printed = () => (existsSync(command.logFile) ? readFileSync(command.logFile, 'utf8') : '')
    const running: RunningProcess = {
      name,
      ...(identify(child.pid ?? 0) ?? { pid: child.pid ?? 0, born: '' }),
      ended,
      hasEnded: () => hasEnded,
      printed,
      lastLines: () => indent(lastLines(printed())),
    }
    living.add(running)
    return { child, running }
  }

  return {
    start(name, command) {
      const { running } = launch(name, command)
      onStart(running)
      return running
    },

    async run(name, command, advice) {
      const { child, running } = launch(name, command)
      let failure: string | undefined
      child.once('error', (error) => {
        failure = error.message
      })
      await running.ended
      if (stopped) throw new EngineError('Stopped before everything was started.')
      if (failure === undefined && child.exitCode === 0) return
      const why = failure === undefined ? running.lastLines() : indent(failure)
      throw new EngineError(`${advice}\n${why}`)
    },

    async stopAll(graceMs) {
      stopped = true
      await Promise.all([...living].map((running) => endGroup(running, running.ended, graceMs)))
    },
  }
}

/** Ends a process and what it started. `ended` settles when the process is gone. */
export async function endGroup(identity: ProcessIdentity, ended: Promise<void>, graceMs: number): Promise<void> {
  if (identity.pid === 0) return
  signalGroup(identity.pid, 'SIGTERM')
  await Promise.race([ended, sleep(graceMs, undefined, { ref: false })])
  signalGroup(identity.pid, 'SIGKILL')
  await ended
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Waits until `isReady`, and fails when the process ends before or the time is over. */
export async function untilReady(
  running: RunningProcess,
  isReady: () => boolean | Promise<boolean>,
  seconds: number,
  logFile: string,
): Promise<void> {
  const until = Date.now() + seconds * 1000
  while (!(await isReady())) {
    if (running.hasEnded()) {
      throw new EngineError(`ended while it was starting. Its log is ${logFile}:\n${running.lastLines()}`)
    }
    if (Date.now() > until) {
      throw new EngineError(`not ready after ${seconds} s. Its log is ${logFile}.`)
    }
    await sleep(100)
  }
}

/** The full path of a program on PATH; null when it is not there. */
export function onPath(program: string, env: NodeJS.ProcessEnv = process.env): string | null {
  for (const folder of (env.PATH ?? '').split(delimiter)) {
    if (folder === '') continue
    const path = join(folder, program)
    try {
      accessSync(path, constants.X_OK)
      return path
    } catch {
      // not in this folder
    }
  }
  return null
}

/**
 * On Linux the kernel ends the process when this one dies, however it dies (setpriv --pdeathsig). Elsewhere the next
 * start ends what it finds in the state file.
 */
function endingWithParent({ command, args, privileges = [] }: Command): string[] {
  const setpriv = process.platform === 'linux' ? onPath('setpriv') : null
  if (setpriv === null) return [command, ...args]
  return [setpriv, '--pdeathsig', 'TERM', ...privileges, '--', command, ...args]
}

function lastLines(text: string): string {
  return text.trimEnd().split('\n').slice(-12).join('\n')
}

function indent(text: string): string {
  return text.replace(/^/gm, '  ')
}
