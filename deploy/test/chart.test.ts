import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, test } from 'node:test'
import { readConfig } from '@lectern/service'
import { Ajv2020 as Ajv } from 'ajv/dist/2020.js'
import type { TObject } from 'typebox'
import { findSchemas, findTool } from '../../scripts/deploy-tools.ts'
import { chart, helm, type Resource, render, root, type Variable } from './chart.ts'

const services = globSync('services/*', { cwd: root })
  .map((path) => basename(path))
  .sort()
const schemas = findSchemas()
const kubeScore = findTool('kube-score')

const prod = helm ? render('prod').resources : []
const dev = helm ? render('dev').resources : []
const ofKind = (resources: Resource[], kind: string) => resources.filter((each) => each.kind === kind)
const named = (resources: Resource[], kind: string, name: string) =>
  ofKind(resources, kind).find(({ metadata }) => metadata.name === name) ?? assert.fail(`no ${kind} ${name}`)
const containerOf = ({ spec }: Resource) => spec.template.spec.containers[0] ?? assert.fail('no container')

/** Values that fit the keys of the Secret. */
const secrets: Record<string, string> = {
  LECTERN_SECRET: 'x'.repeat(32),
  MONGODB_URL: 'mongodb://mongodb/',
  REDIS_URL: 'redis://redis',
  ELASTICSEARCH_URL: 'http://elasticsearch:9200',
}
const environmentOf = (variables: Variable[]) =>
  Object.fromEntries(
    variables
      .filter(({ valueFrom }) => !valueFrom?.secretKeyRef.optional)
      .map(({ name, value }) => [name, value ?? secrets[name] ?? 'set']),
  )

describe('the chart', { skip: helm ? false : 'helm is not here: npm run check:deploy fetches it' }, () => {
  test('passes helm’s own checks', () => {
    const { status, stdout } = spawnSync(helm ?? '', ['lint', '--strict', chart], { encoding: 'utf8' })
    assert.equal(status, 0, stdout)
  })

  test('runs every service there is, and no other', () => {
    const names = ofKind(prod, 'Deployment').map((each) => containerOf(each).name)
    assert.deepEqual(names.sort(), services)
  })

  test('gives each service the settings it needs, in production and on a local cluster', async () => {
    for (const resources of [prod, dev])
      for (const name of services) {
        const { Config } = (await import(join(root, 'services', name, 'src/config.ts'))) as { Config: TObject }
        const { env } = containerOf(named(resources, 'Deployment', `lectern-${name}`))
        const config = readConfig(Config, environmentOf(env))
        // A secret that a service does not read is one too many.
        for (const { name: variable, valueFrom } of env)
          if (valueFrom && !valueFrom.secretKeyRef.optional) assert.ok(variable in config, `${name} ${variable}`)
      }
  })

  test('lets a pod stop in its own time', () => {
    for (const deployment of ofKind(prod, 'Deployment')) {
      const env = environmentOf(containerOf(deployment).env)
      const needed = Number(env.DRAIN_SECONDS) + Number(env.STOP_SECONDS)
      assert.ok(deployment.spec.template.spec.terminationGracePeriodSeconds > needed)
    }
  })

  test('lets no container write to its root or be root', () => {
    for (const resource of [...ofKind(prod, 'Deployment'), ...ofKind(prod, 'Job')]) {
      const { readOnlyRootFilesystem, runAsNonRoot, allowPrivilegeEscalation, capabilities } =
        containerOf(resource).securityContext
      assert.deepEqual(
        { readOnlyRootFilesystem, runAsNonRoot, allowPrivilegeEscalation, capabilities },
        {
          readOnlyRootFilesystem: true,
          runAsNonRoot: true,
          allowPrivilegeEscalation: false,
          capabilities: { drop: ['ALL'] },
        },
      )
    }
  })

  test('prepares the engines before an upgrade, by pods that no service sends calls to', () => {
    const jobs = ofKind(prod, 'Job')
    assert.deepEqual(
      jobs.map((job) => containerOf(job).name).sort(),
      services.filter((name) => name !== 'gateway'),
    )
    for (const job of jobs) {
      assert.equal(job.metadata.annotations?.['helm.sh/hook'], 'pre-install,pre-upgrade')
      assert.deepEqual(containerOf(job).args, ['--prepare'])
      assert.equal(job.spec.template.metadata.labels['app.kubernetes.io/component'], 'prepare')
    }
  })

  test('scales by events where KEDA is, else by CPU; nothing by both', () => {
    const scaled = (resources: Resource[], kind: string) =>
      ofKind(resources, kind)
        .map(({ metadata }) => metadata.name)
        .sort()
    assert.deepEqual(scaled(prod, 'ScaledObject'), ['lectern-ingestion', 'lectern-knowledge'])
    assert.deepEqual(scaled(dev, 'ScaledObject'), [])
    for (const resources of [prod, dev])
      assert.equal(
        new Set([...scaled(resources, 'ScaledObject'), ...scaled(resources, 'HorizontalPodAutoscaler')]).size,
        services.length,
      )
    const { triggers } = named(prod, 'ScaledObject', 'lectern-ingestion').spec as unknown as {
      triggers: { type: string; metadata: Record<string, string> }[]
    }
    assert.deepEqual(
      triggers.map(({ type, metadata }) => [type, metadata.topic]),
      [
        ['cpu', undefined],
        ['kafka', 'lectern.document.v1'],
        ['kafka', 'lectern.crawl.v1'],
        ['prometheus', undefined],
      ],
    )
  })

  test('lets nothing in or out but what is named: only these four kinds of service reach the public network', () => {
    const deny = named(prod, 'NetworkPolicy', 'lectern-deny').spec as Record<string, unknown>
    assert.deepEqual([deny.policyTypes, deny.ingress, deny.egress], [['Ingress', 'Egress'], undefined, undefined])
    const isPublic = (rule: { to: { ipBlock?: object }[] }) => rule.to.some(({ ipBlock }) => ipBlock)
    const going = services.filter((name) => {
      const { egress } = named(prod, 'NetworkPolicy', `lectern-${name}`).spec as unknown as {
        egress: Parameters<typeof isPublic>[0][]
      }
      return egress.some(isPublic)
    })
    assert.deepEqual(going, ['auth', 'billing', 'chat', 'ingestion'])
  })

  test('carries the alerts and the dashboards', () => {
    const { groups } = named(prod, 'PrometheusRule', 'lectern').spec as unknown as { groups: unknown[] }
    assert.ok(groups.length > 0)
    assert.equal(Object.keys(named(prod, 'ConfigMap', 'lectern-dashboards').data ?? {}).length, 5)
  })

  test('refuses values it does not know, and secrets among the settings', () => {
    assert.throws(() => render('prod', 'ingres.host=chat.example.com'), /ingres/)
    assert.throws(() => render('prod', 'settings.LECTERN_SECRET=abc'), /LECTERN_SECRET/)
    assert.throws(() => render('prod', 'image.tag=latest'), /tag/)
  })

  test('takes a new service by one entry of its list', () => {
    const entry =
      'services.mail={"secret":[],"egress":[],"prepare":false,"scale":{"by":"cpu","min":1,"max":2},"resources":{"cpu":"1","memory":"1Gi","memoryLimit":"1Gi"}}'
    const args = ['template', 'lectern', chart, '--kube-version', '1.37.0', '--set-json', entry]
    const { stdout } = spawnSync(helm ?? '', args, { encoding: 'utf8' })
    assert.match(stdout, /kind: Deployment\nmetadata:\n {2}name: lectern-mail/)
    assert.match(stdout, /MAIL_URL/)
  })

  const noSchemas = schemas ? false : 'the schemas of Kubernetes are not here: npm run check:deploy fetches them'
  test('is what Kubernetes 1.37 takes, to the last field', { skip: noSchemas }, () => {
    const check = strictChecker(schemas ?? '')
    const own = ['ScaledObject', 'ServiceMonitor', 'PrometheusRule']
    for (const resource of [...prod, ...dev].filter(({ kind }) => !own.includes(kind)))
      assert.deepEqual(check(resource), [], `${resource.kind} ${resource.metadata.name}`)
    const [first] = prod
    assert.notDeepEqual(check({ ...first, unheardOf: 1 } as unknown as Resource), [], 'the check finds a wrong field')
  })

  const noScore = kubeScore ? false : 'kube-score is not here: npm run check:deploy fetches it'
  test('has nothing that kube-score calls critical', { skip: noScore }, () => {
    const input = render('prod').text
    const { stdout } = spawnSync(kubeScore ?? '', ['score', '-o', 'ci', '-'], { encoding: 'utf8', input })
    assert.match(stdout, /^\[OK\]/m)
    assert.deepEqual(stdout.match(/^\[CRITICAL\].*$/gm) ?? [], [])
  })
})

type Schema = { properties?: object; additionalProperties?: unknown } & Record<string, unknown>

/** Kubernetes' schemas, with every object closed to what they do not name. */
function strictChecker(folder: string) {
  const load = (name: string) =>
    JSON.parse(
      readFileSync(join(folder, name), 'utf8').replaceAll('/api/_definitions.json#/$defs/', '#/$defs/'),
    ) as Schema
  const close = (schema: unknown): void => {
    if (schema === null || typeof schema !== 'object') return
    const { properties, additionalProperties } = schema as Schema
    if (properties && additionalProperties === undefined) (schema as Schema).additionalProperties = false
    for (const value of Object.values(schema)) close(value)
  }
  const { $defs } = load('_definitions.json')
  close($defs)
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true })
  return (resource: Resource): string[] => {
    const [group = '', version] = resource.apiVersion.includes('/')
      ? resource.apiVersion.split('/')
      : ['', resource.apiVersion]
    const kind = [resource.kind.toLowerCase(), group.split('.')[0], version].filter(Boolean).join('-')
    const id = `${kind}.json`
    if (!ajv.getSchema(id)) ajv.addSchema({ ...load(id), $defs, $id: id })
    ajv.validate(id, resource)
    return (ajv.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    )
  }
}
