/**
 * `npm run docs`: writes docs/openapi.json and docs/reference.md (settings, events, errors) from the code that decides them.
 * With --check it only tells whether they are up to date.
 */
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import swagger from '@fastify/swagger'
import { errors } from '@lectern/contracts'
import { events, topics } from '@lectern/contracts/events'
import { calls } from '@lectern/contracts/openapi'
import { openApi } from '@lectern/service'
import fastify from 'fastify'

const root = fileURLToPath(new URL('..', import.meta.url))
const services = globSync('services/*', { cwd: root })
  .sort()
  .map((path) => path.replace('services/', ''))

async function document(): Promise<string> {
  const app = fastify().setValidatorCompiler(() => () => true)
  await app.register(swagger, openApi('Lectern'))
  for (const call of Object.values(calls)) app.route({ ...call, handler: () => null })
  await app.ready()
  return `${JSON.stringify(app.swagger(), null, 2)}\n`
}

type Setting = { default?: unknown; description?: string }
type ServiceEvents = { emits: string[]; handles: string[] }

const importOf = (service: string, file: string) =>
  import(pathToFileURL(join(root, 'services', service, 'src', file)).href)

async function settingsOf(service: string): Promise<Record<string, Setting & { required: boolean }>> {
  const { Config } = (await importOf(service, 'config.ts')) as {
    Config: { properties: Record<string, Setting>; required?: string[] }
  }
  return Object.fromEntries(
    Object.entries(Config.properties).map(([name, setting]) => [
      name,
      { ...setting, required: setting.default === undefined && (Config.required ?? []).includes(name) },
    ]),
  )
}

async function eventsOf(service: string): Promise<ServiceEvents> {
  if (!existsSync(join(root, 'services', service, 'src/events.ts'))) return { emits: [], handles: [] }
  const { emits, handles } = (await importOf(service, 'events.ts')) as {
    emits: string[]
    handles: object | ((context: object) => object)
  }
  return { emits: [...emits], handles: Object.keys(typeof handles === 'function' ? handles({}) : handles) }
}

const row = (...cells: string[]) => `| ${cells.join(' | ')} |`
const table = (head: string[], rows: string[][]) => [
  row(...head),
  row(...head.map(() => '---')),
  ...rows.map((cells) => row(...cells)),
]

async function reference(): Promise<string> {
  const settings = new Map<string, { setting: Setting & { required: boolean }; services: string[] }>()
  const tables: Record<string, ServiceEvents> = {}
  for (const service of services) {
    tables[service] = await eventsOf(service)
    for (const [name, setting] of Object.entries(await settingsOf(service))) {
      const known = settings.get(name) ?? { setting, services: [] }
      settings.set(name, { ...known, services: [...known.services, service] })
    }
  }
  const who = (event: string, side: keyof ServiceEvents) =>
    services.filter((service) => tables[service]?.[side].includes(event)).join(', ') || '-'
  const shown = ({ default: value, required }: Setting & { required: boolean }) =>
    value !== undefined && value !== '' ? `\`${value}\`` : required ? 'needed' : '-'
  return [
    '# Reference: settings, events, errors',
    '',
    'Written by `npm run docs` from the code. The calls are in [openapi.json](openapi.json), and at `/api/docs` of the running product.',
    '',
    '## Settings',
    '',
    'Environment variables. `npm start` sets those it can know itself: addresses of engines and services, keys, ports.',
    '',
    ...table(
      ['Name', 'Default', 'What it is', 'Read by'],
      [...settings]
        .sort(([a], [b]) => a.localeCompare(b))
        .map(([name, { setting, services: readers }]) => [
          `\`${name}\``,
          shown(setting),
          setting.description ?? '',
          readers.length === services.length ? 'all' : readers.join(', '),
        ]),
    ),
    '',
    '## Events',
    '',
    `Each travels in the topic \`<NAMESPACE>.<aggregate>.v1\`, keyed by the aggregate's id. Compacted topics, from whose start a copy can be rebuilt: ${Object.entries(
      topics,
    )
      .filter(([, { keeps }]) => keeps === 'state')
      .map(([name]) => name)
      .join(', ')}. What cannot be handled lies in the topic's \`.dlq\`.`,
    '',
    ...table(
      ['Event', 'Emitted by', 'Handled by'],
      Object.keys(events).map((name) => [`\`${name}\``, who(name, 'emits'), who(name, 'handles')]),
    ),
    '',
    '## Errors',
    '',
    'Every error answers `{ "message": "...", "code": "...", "errors": { "field": ["..."] } }`; `errors` is there where fields are to blame.',
    '',
    ...table(
      ['Code', 'Status', 'Message'],
      Object.entries(errors).map(([code, { status, message }]) => [`\`${code}\``, String(status), message]),
    ),
    '',
  ].join('\n')
}

const isCheck = process.argv.includes('--check')
for (const [name, make] of Object.entries({ 'openapi.json': document, 'reference.md': reference })) {
  const file = join(root, 'docs', name)
  const wanted = await make()
  if (!isCheck) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, wanted)
  } else if (!existsSync(file) || readFileSync(file, 'utf8') !== wanted) {
    console.error(`docs/${name} is not what the code says. Run: npm run docs`)
    process.exitCode = 1
  }
}
