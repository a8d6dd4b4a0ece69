import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Client } from '@elastic/elasticsearch'
import { chunkIndex } from '@lectern/contracts/chunk-index'
import { testSpace } from '@lectern/testing'
import { createChunkIndex } from '../src/chunk-index.ts'

const space = testSpace()
const elasticsearch = new Client({ node: space.config.ELASTICSEARCH_URL })
const alias = chunkIndex(space.namespace)
const embedder = { id: 'openai/stand-in', dimensions: 4 }
const index = createChunkIndex(space.config.ELASTICSEARCH_URL, space.namespace, embedder)
after(async () => {
  await Promise.all([elasticsearch.close(), index.close()])
  await space.remove()
})

const passage = (fileId: string, revision: number, url: string | null) => ({
  id: `${fileId}-${revision}`,
  vector: [1, 0, 0, 0],
  document: {
    ...{ orgId: 1, kbId: 'kb-1', fileId, fileName: 'Tea', url, page: null, pageIndex: 0, ordinal: 0 },
    ...{ heading: null, text: 'All about tea.', start: 0, end: 14, revision },
  },
})
const found = async () => {
  const { hits } = await elasticsearch.search({ index: alias, query: { match: { text: 'tea' } } })
  return hits.hits.map(({ _id }) => _id).sort()
}

test('an index of before gets the fields that came later, and what is in it stays', async () => {
  await index.ensure()
  const { [index.name]: made } = await elasticsearch.indices.get({ index: alias })
  const { url, revision, ...fields } = made?.mappings?.properties ?? {}
  assert.ok(url && revision)
  await elasticsearch.indices.delete({ index: index.name })
  const mappings = { ...made?.mappings, properties: fields }
  // The first ones had no embedder in their name.
  await elasticsearch.indices.create({ index: `${alias}-v1`, aliases: { [alias]: {} }, mappings })
  const { url: _, revision: __, ...before } = passage('old', 1, null).document
  const old = { ...before, vector: [0, 1, 0, 0] }
  await elasticsearch.index({ index: alias, id: 'old', routing: 'kb-1', document: old, refresh: true })

  await index.ensure()
  await index.write([passage('new', 1, 'https://site.example/tea')], { searchable: true })
  assert.deepEqual(await found(), ['new-1', 'old'])
})

test('the passages of one reading go, or all but those, or all', async () => {
  await index.write([passage('a', 1, null), passage('a', 2, null), passage('a', 3, null), passage('b', 1, null)])
  await index.deleteFile(1, 'a', { revision: 2 })
  assert.deepEqual(await found(), ['a-1', 'a-3', 'b-1', 'new-1', 'old'])
  await index.deleteFile(1, 'a', { except: 3 })
  await index.deleteFile(1, 'old', { except: 2 })
  await index.deleteFile(2, 'b')
  assert.deepEqual(await found(), ['a-3', 'b-1', 'new-1'])
  await index.deleteFile(1, 'a')
  assert.deepEqual(await found(), ['b-1', 'new-1'])
})
