import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseAllDocuments } from 'yaml'
import { findTool } from '../../scripts/deploy-tools.ts'

export const root = fileURLToPath(new URL('../..', import.meta.url))
export const chart = `${root}deploy/helm/lectern`

export type Variable = {
  name: string
  value?: string
  valueFrom?: { secretKeyRef: { key: string; optional?: boolean } }
}
type Pod = {
  metadata: { labels: Record<string, string> }
  spec: {
    terminationGracePeriodSeconds: number
    serviceAccountName: string
    containers: { name: string; args?: string[]; env: Variable[]; securityContext: Record<string, unknown> }[]
  }
}
export type Resource = {
  apiVersion: string
  kind: string
  metadata: { name: string; annotations?: Record<string, string>; labels: Record<string, string> }
  spec: { template: Pod } & Record<string, unknown>
  data?: Record<string, string>
}

export const helm = findTool('helm')

/** What the chart makes of these values. @throws Error with what helm says */
export function render(values: string, ...set: string[]): { text: string; resources: Resource[] } {
  const args = ['template', 'lectern', chart, '--namespace', 'lectern', '--kube-version', '1.37.0']
  const files = ['-f', `${chart}/values-${values}.yaml`, ...set.flatMap((each) => ['--set', each])]
  const { status, stdout, stderr } = spawnSync(helm ?? 'helm', [...args, ...files], { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  const resources = parseAllDocuments(stdout).map((document) => document.toJS() as Resource | null)
  return { text: stdout, resources: resources.filter((each) => each !== null) }
}
