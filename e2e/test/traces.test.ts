import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startEmbedder, until } from '@lectern/testing'
import { startCollector } from '../collector.ts'
import { startAround } from '../services.ts'

const collector = await startCollector()
const embedder = await startEmbedder()
const settings = { ...embedder.settings, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }
const around = await startAround(['knowledge', 'ingestion'], { settings })
const { gateway } = around
after(async () => {
  await around.stop()
  await Promise.all([collector.close(), embedder.close()])
})

test('an upload is one trace, from the browser’s call through Kafka to the last consumer', async () => {
  const headers = await around.signIn()
  const call = (path: string, init: RequestInit) =>
    fetch(gateway.url + path, { ...init, headers: { ...headers, ...(init.headers as Record<string, string>) } })
  const made = await call('/api/w/knowledge-bases', {
    method: 'POST',
    body: JSON.stringify({ name: 'Handbook' }),
    headers: { 'content-type': 'application/json' },
  })
  const { knowledge_base: chat } = (await made.json()) as { knowledge_base: { id: string } }
  const form = new FormData()
  form.set('id', chat.id)
  form.set('file', new File(['The library opens at nine.'], 'hours.txt', { type: 'text/plain' }))
  const uploaded = await call('/api/w/knowledge-base-files', { method: 'POST', body: form })
  assert.equal(uploaded.status, 200)

  // Each process sends its spans once a second.
  const way = await until('the whole trace', () => {
    const found = wayTo('knowledge', 'handle document.ingested')
    return found[0]?.startsWith('gateway') && found
  })
  assert.deepEqual(way, [
    'gateway: POST /api/w/knowledge-base-files',
    'knowledge: POST /api/w/knowledge-base-files',
    'ingestion: handle document.uploaded',
    'ingestion: read document',
    'knowledge: handle document.ingested',
  ])
})

/** The steps that led to a span, each the parent of the next and of the same trace. */
function wayTo(service: string, name: string): string[] {
  const way: string[] = []
  const last = collector.spans.find((span) => span.name === name && span.service === service)
  for (let at = last; at; ) {
    way.unshift(`${at.service}: ${at.name}`)
    const { traceId, parentSpanId } = at
    at = collector.spans.find((span) => span.spanId === parentSpanId && span.traceId === traceId)
  }
  return way
}
