/**
 * `node deploy/grafana/make-dashboards.ts`: writes the dashboards that Grafana reads (dashboards/*.json) from this file, which
 * says what they show. Each panel is a title, a unit and its queries with their legends.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

type Panel = { title: string; unit?: string; queries: [query: string, legend: string][]; stat?: boolean }
type Variable = { name: string; query: string }
type Dashboard = { uid: string; title: string; variables?: Variable[]; panels: Panel[] }

const rate = (metric: string, by: string, filter = '') =>
  `sum by (${by}) (rate(${metric}{${filter}}[$__rate_interval]))`
const quantile = (q: number, metric: string, by: string, filter = '') =>
  `histogram_quantile(${q}, sum by (le${by ? `, ${by}` : ''}) (rate(${metric}_bucket{${filter}}[$__rate_interval])))`
const http = 'http_request_duration_seconds'
const failing = (filter: string) =>
  `sum(rate(${http}_count{${filter},status=~"5.."}[$__rate_interval])) / sum(rate(${http}_count{${filter}}[$__rate_interval]))`

export const dashboards: Dashboard[] = [
  {
    uid: 'lectern-platform',
    title: 'Lectern: platform',
    panels: [
      { title: 'Calls that fail (6 h)', unit: 'percentunit', stat: true, queries: [['lectern:calls:missed6h', '']] },
      { title: 'Slow first texts (6 h)', unit: 'percentunit', stat: true, queries: [['lectern:answers:missed6h', '']] },
      { title: 'Slow documents (6 h)', unit: 'percentunit', stat: true, queries: [['lectern:documents:missed6h', '']] },
      {
        title: 'Dollars for the model (24 h)',
        unit: 'currencyUSD',
        stat: true,
        queries: [['sum(increase(model_cost_dollars_total[24h]))', '']],
      },
      { title: 'Calls', unit: 'reqps', queries: [[rate(`${http}_count`, 'service'), '{{service}}']] },
      {
        title: 'Calls that fail',
        unit: 'percentunit',
        queries: [
          [
            `sum by (service) (rate(${http}_count{status=~"5.."}[$__rate_interval])) / sum by (service) (rate(${http}_count[$__rate_interval]))`,
            '{{service}}',
          ],
        ],
      },
      {
        title: 'Questions and answers',
        unit: 'cps',
        queries: [[rate('quota_reservations_total', 'outcome'), '{{outcome}}']],
      },
      {
        title: 'Behind in events',
        unit: 'short',
        queries: [['max by (service, aggregate) (consumer_lag)', '{{service}} {{aggregate}}']],
      },
      {
        title: 'Not told yet',
        unit: 'short',
        queries: [['max by (service, aggregate) (outbox_waiting)', '{{service}} {{aggregate}}']],
      },
      {
        title: 'Dead letters',
        unit: 'short',
        queries: [['sum by (service, aggregate) (increase(dead_letters_total[1h]))', '{{service}} {{aggregate}}']],
      },
    ],
  },
  {
    uid: 'lectern-service',
    title: 'Lectern: one service',
    variables: [{ name: 'service', query: `label_values(${http}_count, service)` }],
    panels: [
      {
        title: 'Calls by route',
        unit: 'reqps',
        queries: [[rate(`${http}_count`, 'method, route', 'service="$service"'), '{{method}} {{route}}']],
      },
      { title: 'Calls that fail', unit: 'percentunit', queries: [[failing('service="$service"'), 'failing']] },
      {
        title: 'Duration',
        unit: 's',
        queries: [0.5, 0.95, 0.99].map((q) => [quantile(q, http, '', 'service="$service"'), `p${100 * q}`]),
      },
      {
        title: 'Slowest routes (p95)',
        unit: 's',
        queries: [[`topk(10, ${quantile(0.95, http, 'method, route', 'service="$service"')})`, '{{method}} {{route}}']],
      },
      {
        title: 'Events handled',
        unit: 'cps',
        queries: [[rate('events_handled_total', 'type, outcome', 'service="$service"'), '{{type}} {{outcome}}']],
      },
      {
        title: 'From an event to the end of its handling (p95)',
        unit: 's',
        queries: [[quantile(0.95, 'event_delay_seconds', 'type', 'service="$service"'), '{{type}}']],
      },
      {
        title: 'Behind in events',
        unit: 'short',
        queries: [['max by (aggregate) (consumer_lag{service="$service"})', '{{aggregate}}']],
      },
      {
        title: 'Processor',
        unit: 'percentunit',
        queries: [['rate(process_cpu_seconds_total[$__rate_interval])', '{{instance}}']],
      },
      { title: 'Memory', unit: 'bytes', queries: [['process_resident_memory_bytes', '{{instance}}']] },
      { title: 'Event loop (p99)', unit: 's', queries: [['nodejs_eventloop_lag_p99_seconds', '{{instance}}']] },
    ],
  },
  {
    uid: 'lectern-ingestion',
    title: 'Lectern: ingestion',
    panels: [
      {
        title: 'Time to Ready',
        unit: 's',
        queries: [0.5, 0.95].map((q) => [quantile(q, 'document_ready_seconds', '', 'outcome="ready"'), `p${100 * q}`]),
      },
      {
        title: 'Documents by outcome',
        unit: 'cps',
        queries: [[rate('document_ready_seconds_count', 'outcome'), '{{outcome}}']],
      },
      { title: 'Documents that wait', unit: 'short', queries: [['max(ingestion_documents_waiting)', 'waiting']] },
      {
        title: 'Pages and passages',
        unit: 'cps',
        queries: [
          ['sum(rate(ingestion_pages_total[$__rate_interval]))', 'pages'],
          ['sum(rate(ingestion_chunks_total[$__rate_interval]))', 'passages'],
        ],
      },
      {
        title: 'One try to read',
        unit: 's',
        queries: [0.5, 0.95].map((q) => [
          quantile(q, 'ingestion_document_seconds', 'outcome'),
          `p${100 * q} {{outcome}}`,
        ]),
      },
      {
        title: 'Behind in events',
        unit: 'short',
        queries: [['max by (aggregate) (consumer_lag{service="ingestion"})', '{{aggregate}}']],
      },
    ],
  },
  {
    uid: 'lectern-answers',
    title: 'Lectern: answers',
    panels: [
      {
        title: 'Time to first text',
        unit: 's',
        queries: [0.5, 0.95, 0.99].map((q) => [quantile(q, 'answer_first_text_seconds', ''), `p${100 * q}`]),
      },
      {
        title: 'Time to the end',
        unit: 's',
        queries: [0.5, 0.95].map((q) => [quantile(q, 'answer_duration_seconds', 'by'), `p${100 * q} {{by}}`]),
      },
      {
        title: 'Answers',
        unit: 'cps',
        queries: [[rate('answer_duration_seconds_count', 'type, by'), '{{type}} by {{by}}']],
      },
      {
        title: 'The month’s allowance',
        unit: 'cps',
        queries: [[rate('quota_reservations_total', 'outcome'), '{{outcome}}']],
      },
      { title: 'Tokens', unit: 'cps', queries: [[rate('model_tokens_total', 'model, kind'), '{{model}} {{kind}}']] },
      {
        title: 'Dollars an hour',
        unit: 'currencyUSD',
        queries: [['sum by (model) (rate(model_cost_dollars_total[1h])) * 3600', '{{model}}']],
      },
      {
        title: 'Failures of the model',
        unit: 'cps',
        queries: [['sum(rate(model_failures_total[$__rate_interval]))', 'failures']],
      },
    ],
  },
  {
    uid: 'lectern-organization',
    title: 'Lectern: one organization',
    // Those that LECTERN_WATCHED_ORGANIZATIONS names; the rest is counted together.
    variables: [{ name: 'org', query: 'label_values(organization_activity_total, org)' }],
    panels: [
      {
        title: 'Answers (24 h)',
        stat: true,
        queries: [['sum(increase(organization_activity_total{org="$org",what="answer"}[24h]))', '']],
      },
      {
        title: 'Refused by the allowance (24 h)',
        stat: true,
        queries: [['sum(increase(organization_activity_total{org="$org",what="refused"}[24h]))', '']],
      },
      {
        title: 'Dollars for the model (24 h)',
        unit: 'currencyUSD',
        stat: true,
        queries: [['sum(increase(organization_activity_total{org="$org",what="model_dollars"}[24h]))', '']],
      },
      {
        title: 'Answers',
        unit: 'cps',
        queries: [
          [rate('organization_activity_total', 'what', 'org="$org",what=~"answer|no_answer|refused"'), '{{what}}'],
        ],
      },
      {
        title: 'Documents',
        unit: 'cps',
        queries: [[rate('organization_activity_total', 'what', 'org="$org",what=~"document_.*"'), '{{what}}']],
      },
      {
        title: 'Share of all answers',
        unit: 'percentunit',
        queries: [
          [
            'sum(rate(organization_activity_total{org="$org",what="answer"}[1h])) / sum(rate(organization_activity_total{what="answer"}[1h]))',
            'share',
          ],
        ],
      },
    ],
  },
]

const datasource = { type: 'prometheus', uid: '$datasource' }

function panelOf({ title, unit = 'short', queries, stat = false }: Panel, index: number) {
  return {
    id: index + 1,
    title,
    type: stat ? 'stat' : 'timeseries',
    datasource,
    gridPos: { h: 8, w: 12, x: 12 * (index % 2), y: 8 * Math.floor(index / 2) },
    fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
    targets: queries.map(([expr, legendFormat], n) => ({ refId: String.fromCharCode(65 + n), expr, legendFormat })),
  }
}

/** A dashboard as Grafana keeps it. */
export const documentOf = ({ uid, title, variables = [], panels }: Dashboard) => ({
  uid,
  title,
  tags: ['lectern'],
  schemaVersion: 41,
  editable: true,
  refresh: '30s',
  time: { from: 'now-6h', to: 'now' },
  templating: {
    list: [
      { name: 'datasource', type: 'datasource', query: 'prometheus' },
      ...variables.map(({ name, query }) => ({ name, type: 'query', datasource, query, refresh: 2, sort: 1 })),
    ],
  },
  panels: panels.map(panelOf),
})

export const fileOf = (dashboard: Dashboard) => `${dashboard.uid.replace('lectern-', '')}.json`
export const textOf = (dashboard: Dashboard) => `${JSON.stringify(documentOf(dashboard), null, 2)}\n`

if (import.meta.main) {
  const folder = fileURLToPath(new URL('dashboards', import.meta.url))
  mkdirSync(folder, { recursive: true })
  for (const each of dashboards) writeFileSync(`${folder}/${fileOf(each)}`, textOf(each))
}
