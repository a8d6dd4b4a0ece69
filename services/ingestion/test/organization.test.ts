import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { until } from '@lectern/testing'
import { makePdf } from '@lectern/testing/documents'
import { buildApp } from '../src/app.ts'
import { aroundIngestion } from './ingestion.ts'

const around = await aroundIngestion(2)
const { outside, upload, heard, chunksOf, eventsOf, jobs } = around
const app = await buildApp(around.config)
before(() => app.ready())
around.removeAfter(() => app.close())

const deleteOrganization = () => outside.send('organization.deleted', { orgId: 1, aggregateId: '1', version: 9 }, {})
const uploadOfAnother = async (fileId: string) => {
  await around.keep(fileId, 'A note of another organization.')
  const payload = { kbId: 'kb-2', name: 'other.txt', blobKey: around.blobKey(fileId) }
  await outside.send('document.uploaded', { orgId: 2, aggregateId: fileId }, payload)
  await heard('document.ingested', fileId)
}
const jobsLeft = () => jobs.model.countDocuments({ orgId: 1 })

test('a deleted organization leaves neither passages nor jobs, also of what is being read', async () => {
  await upload('done-1', 'rules.txt', 'Dogs are welcome in the garden.')
  await heard('document.ingested', 'done-1')
  await uploadOfAnother('other-1')
  await upload('during-1', 'long.pdf', makePdf(Array.from({ length: 1500 }, (_, i) => `Page ${i} of many.`)))
  await heard('document.progress', 'during-1')
  await deleteOrganization()
  await until('the jobs to go', async () => (await jobsLeft()) === 0)
  await until('the passages to go', async () => (await chunksOf('done-1')).length === 0)
  await until('those of the running job to go', async () => (await chunksOf('during-1')).length === 0)
  assert.equal((await chunksOf('other-1')).length, 1)
})

test('what is told of it later, or again, brings nothing back', async () => {
  await deleteOrganization()
  await upload('late-1', 'late.txt', 'Heard of after the end.')
  const again = { kbId: 'kb-1', name: 'rules.txt', blobKey: around.blobKey('done-1') }
  await outside.send('document.uploaded', { orgId: 1, aggregateId: 'done-1' }, again)
  await around.remove('late-2')
  await outside.settled('ingestion')
  await uploadOfAnother('other-2')
  assert.equal(await jobsLeft(), 0)
  for (const file of ['late-1', 'done-1', 'during-1']) assert.deepEqual(await chunksOf(file), [])
  assert.equal(eventsOf('late-1').length, 0)
})
