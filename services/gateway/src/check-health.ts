import { type ServiceName, serviceNames } from './services.ts'
import type { Upstream } from './upstream.ts'

const withinMs = 2000

type State = 'ok' | 'down'
export type Health = { status: State; services: Record<ServiceName, State>; engines: Record<string, State> }

/** Whether every service is ready for work, and which engines they can reach. */
export async function checkHealth(upstream: Upstream): Promise<Health> {
  const engines: Record<string, State> = {}
  const isReady = async (name: ServiceName) => {
    const { status, body } = await upstream.read(name, '/ready', withinMs)
    for (const [engine, state] of Object.entries((body as { checks?: Record<string, State> }).checks ?? {}))
      engines[engine] = state === 'down' || engines[engine] === 'down' ? 'down' : 'ok'
    return status === 200
  }
  const states = await Promise.all(
    serviceNames.map(async (name) => [name, (await isReady(name).catch(() => false)) ? 'ok' : 'down'] as const),
  )
  const status = states.every(([, state]) => state === 'ok') ? 'ok' : 'down'
  return { status, services: Object.fromEntries(states) as Health['services'], engines }
}
