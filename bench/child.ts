import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Runs a file of this folder in a process of its own; `ask` sends it a message and waits for its answer. */
export function startChild(file: string) {
  const child: ChildProcess = fork(fileURLToPath(new URL(file, import.meta.url)), { stdio: 'inherit' })
  return {
    pid: child.pid ?? 0,
    ask: <Answer>(message: object) =>
      new Promise<Answer>((resolve, reject) => {
        const ended = (code: number | null) => reject(new Error(`${file} ended with ${code}`))
        child.once('exit', ended)
        child.once('message', (answer) => {
          child.off('exit', ended)
          resolve(answer as Answer)
        })
        child.send(message)
      }),
    stop: () => {
      child.kill()
    },
  }
}
