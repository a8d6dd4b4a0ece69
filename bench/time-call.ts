import { Agent, request } from 'node:http'

export type TimedCall = { method: string; path: string; status: number; body?: string }

/** Times calls over a connection that stays open. */
export function callTimer() {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return {
    /** Milliseconds until the whole answer was there. */
    time: (url: string, { method, path, status, body }: TimedCall, headers: Record<string, string>) =>
      new Promise<number>((resolve, reject) => {
        const begun = performance.now()
        const ofBody = body ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) } : {}
        const sent = request(url + path, { method, agent, headers: { ...headers, ...ofBody } }, (response) => {
          if (response.statusCode !== status) reject(new Error(`${method} ${path} answered ${response.statusCode}`))
          response.resume().on('end', () => resolve(performance.now() - begun))
        })
        sent.on('error', reject)
        sent.end(body)
      }),
    close: () => agent.destroy(),
  }
}
