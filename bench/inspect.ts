/** Looks into a service that was started with `inspected()`, by the protocol of Node's inspector. */
import { choosePorts } from '@lectern/engines'

/** A setting that opens the inspector of a service on a free port. */
export async function inspected() {
  const { port } = await choosePorts({ port: { setting: 'the inspector' } })
  return { port, settings: { NODE_OPTIONS: `--inspect=127.0.0.1:${port}` } }
}

/** Kilobytes that a service holds once its garbage is collected. */
export async function heldKb(port: number): Promise<number> {
  const [target] = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as {
    webSocketDebuggerUrl: string
  }[]
  const socket = new WebSocket(target?.webSocketDebuggerUrl ?? '')
  await new Promise((resolve, reject) => {
    socket.onopen = resolve
    socket.onerror = reject
  })
  let id = 0
  const call = <Answer>(method: string, params: object = {}) =>
    new Promise<Answer>((resolve) => {
      const own = ++id
      socket.addEventListener('message', ({ data }) => {
        const answer = JSON.parse(String(data))
        if (answer.id === own) resolve(answer.result as Answer)
      })
      socket.send(JSON.stringify({ id: own, method, params }))
    })
  await call('HeapProfiler.collectGarbage')
  const expression = '(({ heapUsed, external }) => heapUsed + external)(process.memoryUsage())'
  const { result } = await call<{ result: { value: number } }>('Runtime.evaluate', { expression })
  socket.close()
  return result.value / 1024
}
