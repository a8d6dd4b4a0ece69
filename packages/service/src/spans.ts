import { ROOT_CONTEXT, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api'
import { traceparentFormat } from './trace.ts'

/** A step of a trace. Its `traceparent` is what later steps name as the one they come from. */
export type TraceSpan = { traceparent: string; end(outcome?: { error?: unknown; attributes?: Attributes }): void }
type Attributes = Record<string, string | number | boolean>

const kinds = { server: SpanKind.SERVER, consumer: SpanKind.CONSUMER, internal: SpanKind.INTERNAL }

let tracer: Tracer | null = null

/**
 * Sends the spans of this process to an OpenTelemetry collector (OTLP over HTTP); without an endpoint none are made. Headers,
 * sampling and the like are set by the exporter's own OTEL_ variables. The answer sends what is left and ends that.
 */
export async function startTracing(service: string, endpoint: string | undefined): Promise<() => Promise<void>> {
  if (!endpoint) return async () => {}
  // Loaded where they are used only: they take memory.
  const [{ OTLPTraceExporter }, { resourceFromAttributes }, { BatchSpanProcessor, TracerProvider }] = await Promise.all(
    [
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/sdk-trace'),
    ],
  )
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces`, timeoutMillis: 5000 })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service, 'service.namespace': 'lectern' }),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: 1000 })],
  })
  tracer = provider.getTracer('lectern')
  return async () => {
    tracer = null
    await provider.shutdown().catch(() => {})
  }
}

/** Begins a step after another; where no spans are made, the trace goes on as it came. */
export function startSpan(
  name: string,
  kind: keyof typeof kinds,
  parent: string,
  attributes: Attributes = {},
): TraceSpan {
  if (!tracer) return { traceparent: parent, end() {} }
  const span = tracer.startSpan(name, { kind: kinds[kind], attributes }, contextOf(parent))
  const { traceId, spanId, traceFlags } = span.spanContext()
  return {
    traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
    end({ error, attributes: last = {} } = {}) {
      span.setAttributes(last)
      // The error's kind alone: its words may be somebody's.
      if (error) span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : '' })
      span.end()
    },
  }
}

/** Does something as a step of a trace. */
export async function inSpan<T>(name: string, parent: string, work: () => Promise<T>): Promise<T> {
  const span = startSpan(name, 'internal', parent)
  try {
    const result = await work()
    span.end()
    return result
  } catch (error) {
    span.end({ error })
    throw error
  }
}

function contextOf(traceparent: string) {
  if (!traceparentFormat.test(traceparent)) return ROOT_CONTEXT
  const [, traceId = '', spanId = '', flags = ''] = traceparent.split('-')
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true })
}
