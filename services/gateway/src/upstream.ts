import { Agent, type Dispatcher } from 'undici'
import type { ServiceName } from './services.ts'

export type Upstream = ReturnType<typeof createUpstream>

type Call = Pick<Dispatcher.RequestOptions, 'method' | 'path' | 'headers' | 'body' | 'headersTimeout' | 'bodyTimeout'>

const connectWithinMs = 3000
/** One for each answer that is being written, with room for as many again. */
const connectionsPerService = 8192
/** What a connection that the service has just given up fails with. */
const staleCodes = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'])

/** Kept connections to the services. */
export function createUpstream(urls: Record<ServiceName, string>) {
  const agent = new Agent({ connections: connectionsPerService, connect: { timeout: connectWithinMs } })
  const origins = Object.fromEntries(
    Object.entries(urls).map(([name, url]) => [name, new URL(url).origin]),
  ) as typeof urls

  return {
    /** The answer's status and headers as soon as they are there; the body is still on its way. Only what reads is tried a second time. */
    async send(service: ServiceName, call: Call, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
      const send = () => agent.request({ ...call, origin: origins[service], signal })
      try {
        return await send()
      } catch (error) {
        const again = call.method === 'GET' && staleCodes.has((error as { code?: string }).code ?? '')
        if (again && !signal.aborted) return send()
        throw error
      }
    },

    /** A short answer for the gateway itself. @throws when it does not come in time */
    async read(service: ServiceName, path: string, withinMs: number, headers: Record<string, string> = {}) {
      const { statusCode, body } = await this.send(
        service,
        { method: 'GET', path, headers },
        AbortSignal.timeout(withinMs),
      )
      return { status: statusCode, body: (await body.json()) as unknown }
    },

    close: () => agent.destroy(),
  }
}
