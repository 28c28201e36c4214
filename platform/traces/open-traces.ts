import {
  type Context,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type Tracer as Spans,
  TraceFlags,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base'
import type { SpanAbout, Tracer } from './spans.ts'
import type { Work } from './work.ts'

interface TracesOptions {
  /** The collector's address, to which `/v1/traces` is added. */
  endpoint: string
  headers: Record<string, string>
  service: string
  version: string
  /** The part of all requests and jobs that is traced, 0 to 1. */
  ratio: number
}

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT }

/** Sends spans to a collector, by OTLP over HTTP. Imported only where the operator wants it: with all it needs it takes some megabytes. */
export function openTraces({ endpoint, headers, service, version, ratio }: TracesOptions): {
  tracer: Tracer
  close(): Promise<void>
} {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces`, headers })
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': service, 'service.version': version }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  })
  return { tracer: tracerOf(provider.getTracer(service)), close: () => provider.shutdown() }
}

function tracerOf(spans: Spans): Tracer {
  return {
    open(name, { kind, attributes = {} }: SpanAbout, within) {
      const context = contextOf(within)
      const span = spans.startSpan(name, { kind: kind ? KINDS[kind] : SpanKind.INTERNAL, attributes }, context)
      return {
        span: trace.setSpan(context, span),
        trace: span.spanContext().traceId,
        set: (more) => void span.setAttributes(more),
        end(error) {
          if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: nameOf(error) })
          span.end()
        },
      }
    },
  }
}

function contextOf(within: Work | undefined): Context {
  if (within?.span) return within.span as Context
  const [, traceId, spanId, flags] = within?.traceparent?.split('-') ?? []
  if (!traceId || !spanId || !flags) return ROOT_CONTEXT
  const isSampled = (Number.parseInt(flags, 16) & TraceFlags.SAMPLED) !== 0
  const traceFlags = isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
}

/** An error's message may hold what somebody sent. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return 'Error'
  return 'code' in error && typeof error.code === 'string' ? `${error.name} ${error.code}` : error.name
}
