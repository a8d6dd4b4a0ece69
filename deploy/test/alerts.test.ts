import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { createApp } from '@lectern/service'
import { parse } from 'yaml'
import { findTool } from '../../scripts/deploy-tools.ts'
import { dashboards, fileOf, textOf } from '../grafana/make-dashboards.ts'
// What these measure is registered when they are loaded.
import '../../services/chat/src/measure-answer.ts'
import '../../services/ingestion/src/work-jobs.ts'
import '../../services/knowledge/src/finish-reading.ts'
import { root } from './chart.ts'

type Rule = { alert?: string; record?: string; expr: string; annotations?: { summary: string; runbook: string } }

const read = (path: string) => readFileSync(`${root}${path}`, 'utf8')
const { groups } = parse(read('deploy/prometheus/alerts.yaml')) as { groups: { rules: Rule[] }[] }
const rules = groups.flatMap((group) => group.rules)
const alerts = rules.filter(({ alert }) => alert)
const recorded = new Set(rules.flatMap(({ record }) => record ?? []))

const app = await createApp('test', { LOG_LEVEL: 'fatal' })
app.get('/', () => 'ok')
await app.inject('/')
const { body } = await app.inject('/metrics')
const measured = new Set([...body.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name))
await app.close()

/** The metrics a query names that nothing measures. */
const unknownIn = (query: string) =>
  [...query.matchAll(/\b[a-z][a-z0-9_:]*_[a-z0-9_:]+\b|\blectern:[a-z0-9:]+/g)]
    .map(([name]) => name)
    .filter(
      (name) =>
        !['histogram_quantile', 'label_values', 'rate_interval', 'no_answer', 'model_dollars', 'document_'].includes(
          name,
        ),
    )
    .map((name) => name.replace(/_(bucket|count|sum)$/, ''))
    .filter((name) => !measured.has(name) && !recorded.has(name))

describe('the alerts', () => {
  const promtool = findTool('promtool')
  const skip = promtool ? false : 'promtool is not here: npm run check:deploy fetches it'
  test('go off when they should, and not when all is well', { skip }, () => {
    const tried = spawnSync(promtool ?? '', ['test', 'rules', 'alerts.test.yaml'], {
      cwd: `${root}deploy/prometheus`,
      encoding: 'utf8',
    })
    assert.equal(tried.status, 0, tried.stdout + tried.stderr)
  })

  test('have a test each, and a section of the runbooks', () => {
    const tests = read('deploy/prometheus/alerts.test.yaml')
    const runbooks = read('docs/runbooks.md')
    for (const { alert = '', annotations } of alerts) {
      assert.ok(tests.includes(`alertname: ${alert}\n        exp_alerts`), `${alert} is tested`)
      assert.ok(runbooks.includes(`## ${alert}\n`), `${alert} has a runbook`)
      assert.equal(annotations?.runbook, `docs/runbooks.md#${alert.toLowerCase()}`)
    }
  })

  test('ask for what is measured', () => {
    for (const { expr } of rules) assert.deepEqual(unknownIn(expr), [], expr)
  })
})

describe('the dashboards', () => {
  test('are what their source says', () => {
    assert.deepEqual(readdirSync(`${root}deploy/grafana/dashboards`).sort(), dashboards.map(fileOf).sort())
    for (const each of dashboards) assert.equal(read(`deploy/grafana/dashboards/${fileOf(each)}`), textOf(each))
  })

  test('show what is measured', () => {
    for (const { title, panels, variables = [] } of dashboards)
      for (const query of [
        ...panels.flatMap(({ queries }) => queries.map(([query]) => query)),
        ...variables.map(({ query }) => query),
      ])
        assert.deepEqual(unknownIn(query), [], `${title}: ${query}`)
  })
})
