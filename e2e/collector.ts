import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { listen } from '@lectern/testing'

type Value = { stringValue?: string; intValue?: number }
type Sent = {
  resourceSpans: {
    resource: { attributes: { key: string; value: Value }[] }
    scopeSpans: { spans: { traceId: string; spanId: string; parentSpanId?: string; name: string }[] }[]
  }[]
}
export type Span = { traceId: string; spanId: string; parentSpanId?: string; name: string; service: string }

/** A collector of traces (OTLP over HTTP, as JSON) that keeps what it is sent. */
export async function startCollector() {
  const spans: Span[] = []
  const server = createServer(async (request, response) => {
    const { resourceSpans } = (await json(request)) as Sent
    for (const { resource, scopeSpans } of resourceSpans) {
      const service = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? ''
      for (const span of scopeSpans.flatMap((scope) => scope.spans)) spans.push({ ...span, service })
    }
    response.setHeader('content-type', 'application/json').end('{}')
  })
  const url = await listen(server)
  return {
    url,
    spans,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
