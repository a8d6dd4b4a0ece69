import { statSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { Call } from '@lectern/contracts'
import type { Plugin } from 'vite'

/**
 * The contracts as plain data: a call is its method and address, a schema the JSON it is. A browser builds no schemas then,
 * and loads TypeBox only with the first form that is checked. (Fields that no schema names are dropped by the server alone.)
 */
export const plainContracts: Plugin = {
  name: 'plain-contracts',
  async load(id) {
    if (!/\/packages\/contracts\/src\/(calls\/[\w-]+|page)\.ts$/.test(id)) return
    const exported: Record<string, unknown> = await import(`${pathToFileURL(id)}?${statSync(id).mtimeMs}`)
    return Object.entries(exported)
      .filter(([, value]) => typeof value !== 'function')
      .map(([name, value]) => `export const ${name} = ${JSON.stringify(isCall(value) ? addressOf(value) : value)}`)
      .join('\n')
  },
}

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'method' in value && 'url' in value && 'schema' in value

const addressOf = ({ method, url }: Call) => ({ method, url })
