import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Client } from '@elastic/elasticsearch'
import { chunkIndex } from '@lectern/contracts/chunk-index'
import { until } from '@lectern/testing'
import { buildApp } from '../src/app.ts'
import { aroundIngestion } from './ingestion.ts'

const around = await aroundIngestion()
const elasticsearch = new Client({ node: around.config.ELASTICSEARCH_URL })
const alias = chunkIndex(around.config.NAMESPACE)
let app = await buildApp(around.config)
around.removeAfter(async () => {
  await app.close()
  await elasticsearch.close()
})
after(() => Object.assign(around.embedder.state, { mode: 'ok' }))

const serving = async () => Object.keys(await elasticsearch.indices.getAlias({ name: alias }))
/** What is found by words, as chat would. */
const found = async (words: string) => {
  await elasticsearch.indices.refresh({ index: alias })
  const { hits } = await elasticsearch.search<{ fileId: string }>({ index: alias, query: { match: { text: words } } })
  return hits.hits.map(({ _source }) => _source?.fileId).sort()
}

test('a new embedder gets an index of its own, filled while the one before serves; then it takes its place', async () => {
  await app.ready()
  await around.upload('tea', 'tea.txt', 'All about tea.')
  await around.upload('gone', 'gone.txt', 'Tea that goes.')
  for (const file of ['tea', 'gone']) assert.equal((await around.ended(file)).type, 'document.ingested')
  const [before = ''] = await serving()
  await app.close()

  // Nothing is embedded for now, so that what happens meanwhile can be seen.
  around.embedder.state.mode = 'stalls'
  app = await buildApp({ ...around.config, EMBEDDING_MODEL: 'another' })
  await app.ready()
  assert.deepEqual(await serving(), [before])
  assert.deepEqual(await found('tea'), ['gone', 'tea'])
  await around.remove('gone')
  await until('the deletion', async () => (await found('tea')).length === 1)
  await around.upload('late', 'late.txt', 'Tea that comes late.')

  around.embedder.state.mode = 'ok'
  assert.equal((await around.ended('late')).type, 'document.ingested')
  const [now = ''] = await until('the new index to serve', async () => {
    const names = await serving()
    return names[0] === before ? undefined : names
  })
  assert.match(now, /another$/)
  assert.deepEqual(await found('tea'), ['late', 'tea'])
  assert.equal(await elasticsearch.indices.exists({ index: before }), false)
  for (const file of ['late', 'tea']) assert.equal((await around.chunksOf(file)).length, 1, 'with its vector')

  await around.upload('after', 'after.txt', 'Tea as before.')
  assert.equal((await around.ended('after')).type, 'document.ingested')
  assert.deepEqual(await found('tea'), ['after', 'late', 'tea'])
})
