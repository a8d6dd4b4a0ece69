import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { describe, test } from 'node:test'
import { findTool } from '../../scripts/deploy-tools.ts'
import { root } from './chart.ts'

const starlark = findTool('starlark')

/** Tilt's functions, which here say how they were called, one line of JSON each. */
const stubs = (here: boolean) => `
TRIGGER_MODE_MANUAL = 'manual'
def say(name, args, kwargs): print(json.encode({'name': name, 'args': list(args), 'kwargs': kwargs}))
def stub(name):
    def call(*args, **kwargs):
        say(name, args, kwargs)
        return {'of': name, 'args': list(args)}
    return call
allow_k8s_contexts, docker_build, fall_back_on, helm, http_get_action, k8s_resource, k8s_yaml, local_resource, probe, sync = [
    stub(name) for name in ['allow_k8s_contexts', 'docker_build', 'fall_back_on', 'helm', 'http_get_action', 'k8s_resource', 'k8s_yaml', 'local_resource', 'probe', 'sync']]
config_define_bool = stub('define_bool')
config_parse = lambda: {'here': ${here ? 'True' : 'False'}}
`

type Call = { name: string; args: unknown[]; kwargs: Record<string, unknown> }

/** What the Tiltfile asks Tilt for. */
function evaluate(here: boolean): Call[] {
  const folder = mkdtempSync(join(tmpdir(), 'tiltfile-'))
  try {
    const file = join(folder, 'Tiltfile.star')
    writeFileSync(file, stubs(here) + readFileSync(`${root}Tiltfile`, 'utf8').replaceAll(/\bconfig\./g, 'config_'))
    const options = ['-globalreassign', '-set', '-recursion']
    const { status, stdout, stderr } = spawnSync(starlark ?? '', [...options, file], { encoding: 'utf8' })
    assert.equal(status, 0, stderr)
    return (stdout + stderr)
      .split('\n')
      .filter((line) => line.includes('{"'))
      .map((line) => JSON.parse(line.slice(line.indexOf('{"'))) as Call)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

describe('the Tiltfile', { skip: starlark ? false : 'starlark is not here: npm run check:deploy fetches it' }, () => {
  const calls = starlark ? evaluate(false) : []
  const of = (name: string) => calls.filter((call) => call.name === name)
  const services = globSync('services/*', { cwd: root }).map((path) => basename(path))

  test('builds an image for each service, by the one Dockerfile', () => {
    const built = of('docker_build')
    assert.deepEqual(built.map(({ args }) => args[0]).sort(), services.map((name) => `lectern/${name}`).sort())
    for (const { kwargs, args } of built) {
      assert.equal(kwargs.dockerfile, 'deploy/docker/Dockerfile')
      assert.equal((kwargs.build_args as { SERVICE: string }).SERVICE, String(args[0]).replace('lectern/', ''))
      for (const path of kwargs.only as string[]) assert.ok(existsSync(root + path), path)
    }
  })

  test('syncs what is saved to where the image has it', () => {
    for (const { args } of of('sync')) {
      const [from, to] = args as [string, string]
      assert.equal(to, `/app/${from}`)
      assert.ok(existsSync(root + from) || from.endsWith('/dist'), from)
    }
    assert.ok(of('sync').some(({ args }) => args[0] === 'frontend/dist'))
  })

  test('installs the chart, and only on a local cluster', () => {
    const [{ args, kwargs }] = of('helm') as [Call]
    assert.equal(args[0], 'deploy/helm/lectern')
    for (const file of kwargs.values as string[]) assert.ok(existsSync(root + file), file)
    assert.equal(of('allow_k8s_contexts').length, 1)
    assert.deepEqual(
      of('k8s_resource')
        .map(({ args: [name] }) => name)
        .sort(),
      services.map((name) => `lectern-${name}`).sort(),
    )
  })

  test('runs without a cluster where that is asked for', () => {
    const names = evaluate(true)
      .filter(({ name }) => name === 'local_resource')
      .map(({ args }) => args[0])
    assert.deepEqual(names, ['engines', 'lectern', 'check', 'test'])
  })
})
