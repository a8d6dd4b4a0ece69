import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { asIdentity, testSpace, testUser } from '@lectern/testing'
import { buildImage, imageSize, prepare, type RunningImage, removeImages, startImage, whyNoImages } from '../images.ts'
import type { Inside } from '../look-inside.ts'

const lookInside = readFileSync(new URL('../look-inside.ts', import.meta.url), 'utf8')
/** A small service, the one with the model, and the one with what browsers load; how many megabytes each may have. */
const bounds = { org: 260, chat: 380, gateway: 260 }
type Service = keyof typeof bounds
const services = Object.keys(bounds) as Service[]

const stopSeconds = 10
/** As the chart has it: a moment more than the service may take. */
const graceMs = 1000 * (stopSeconds + 5)
const buildWithinMs = 15 * 60_000

const option = { skip: await whyNoImages() }

describe('the images', () => {
  const space = testSpace()
  const { EMBEDDING_MODEL_DIR, ...config } = space.config
  const settings = Object.fromEntries(
    Object.entries({ ...config, STOP_SECONDS: stopSeconds }).map(([name, value]) => [name, String(value)]),
  )
  const images = new Map<Service, string>()
  const running = new Map<Service, RunningImage>()
  const imageOf = (service: Service) => images.get(service) ?? assert.fail(`${service} was not built`)
  const pod = (service: Service) => running.get(service) ?? assert.fail(`${service} does not run`)

  /** Where nobody listens, but for those that run here. */
  const addresses = () =>
    Object.fromEntries(
      ['auth', 'org', 'knowledge', 'ingestion', 'chat', 'billing'].map((name) => [
        `${name.toUpperCase()}_URL`,
        running.get(name as Service)?.url ?? 'http://127.0.0.1:9',
      ]),
    )

  before(
    async () => {
      if (option.skip) return
      await Promise.all(
        services.map(async (service) => images.set(service, await buildImage(service, space.namespace))),
      )
    },
    { timeout: buildWithinMs },
  )
  after(async () => {
    if (option.skip) return
    for (const left of running.values()) await left.stop()
    await removeImages([...images.values()])
    await space.remove()
  })

  for (const service of services)
    test(`${service} is small`, option, async () => {
      const megabytes = (await imageSize(imageOf(service))) / 1e6
      assert.ok(megabytes < bounds[service], `${megabytes} MB`)
    })

  for (const service of ['org', 'chat'] as const)
    test(`${service} prepares the engines, and ends`, option, () => prepare(imageOf(service), settings))

  for (const service of services)
    test(`${service} becomes ready with a read-only root and no rights`, option, async () => {
      running.set(service, await startImage(imageOf(service), { ...settings, ...addresses() }, graceMs))
      assert.equal((await pod(service).probe('/live')).status, 200)
    })

  for (const service of services)
    test(`${service} holds itself alone, belongs to nobody, and names all it is made of`, option, async () => {
      const { packages, bill, services, capabilities, ...found } = JSON.parse(
        await pod(service).run(lookInside),
      ) as Inside
      assert.deepEqual(found, { uid: 65532, writable: ['/tmp/inside'], ours: [], tools: [], tests: [] })
      assert.deepEqual(services, [service])
      assert.ok(capabilities.every((bits) => Number.parseInt(bits ?? '1', 16) === 0))
      assert.equal(bill.bomFormat, 'CycloneDX')
      const named = new Set(
        bill.components.map(({ group, name, version }) => `${group ? `${group}/` : ''}${name}@${version}`),
      )
      assert.ok(packages.length > 50)
      assert.deepEqual(
        packages.filter((each) => !named.has(each)),
        [],
      )
    })

  test('org and chat answer who may ask, from the engines', option, async () => {
    for (const [service, path] of [
      ['org', '/api/w/logs'],
      ['chat', '/api/w/transcripts'],
    ] as const) {
      const ask = async (headers: Record<string, string>) =>
        (await fetch(`${pod(service).url}${path}`, { headers })).status
      assert.equal(await ask({}), 401)
      assert.equal(await ask(await asIdentity(testUser(), service)), 200)
    }
  })

  test('chat carries its model: a question lies nearest to its answer', option, async () => {
    const likeness = `
      import { cosine, createEmbedder } from '@lectern/embedding'
      const embedder = await createEmbedder({ ...process.env, EMBEDDING_PROVIDER: 'local' })
      const question = await embedder.embedQuery('When is the library open?')
      const texts = ['The library opens at ten on weekdays.', 'The engine takes five liters of oil.']
      console.log(JSON.stringify((await embedder.embedDocuments(texts)).map((vector) => cosine(question, vector))))`
    const [answer = 0, other = 1] = JSON.parse(await pod('chat').run(likeness)) as number[]
    assert.ok(answer > other + 0.05, `${answer} ${other}`)
  })

  test('gateway serves the pages and what other sites load', option, async () => {
    const { url } = pod('gateway')
    const page = await fetch(`${url}/login`, { headers: { accept: 'text/html' } })
    assert.equal(page.status, 200)
    const html = await page.text()
    const [script = ''] = html.match(/\/assets\/[^"]+\.js/) ?? []
    for (const path of [script, '/widget/v1/popup.js', '/widget/v1/inline.js']) {
      const answer = await fetch(`${url}${path}`)
      assert.equal(answer.status, 200, path)
      assert.match(answer.headers.get('content-type') ?? '', /javascript/)
    }
    // Where this is missing, pages come empty and are drawn by the browser.
    assert.match(html, /<form/)
  })

  for (const service of services)
    test(`${service} ends in its time when it is told to`, option, async () => {
      const code = await pod(service).stop()
      running.delete(service)
      assert.equal(code, 0)
    })
})
