import { type ServiceName, serviceNames } from './services.ts'
import type { Upstream } from './upstream.ts'

const withinMs = 2000

export type Health = { status: 'ok' | 'down'; services: Record<ServiceName, 'ok' | 'down'> }

/** Whether every service is ready for work. */
export async function checkHealth(upstream: Upstream): Promise<Health> {
  const isReady = async (name: ServiceName) => (await upstream.read(name, '/ready', withinMs)).status === 200
  const states = await Promise.all(
    serviceNames.map(async (name) => [name, (await isReady(name).catch(() => false)) ? 'ok' : 'down'] as const),
  )
  const status = states.every(([, state]) => state === 'ok') ? 'ok' : 'down'
  return { status, services: Object.fromEntries(states) as Health['services'] }
}
