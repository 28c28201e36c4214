import {
  type Context,
  type Tracer as OtelTracer,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
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
import type { ExecutionContext } from './execution-context.ts'
import type { SpanOptions, Tracer } from './spans.ts'

interface TracesOptions {
  /** The collector's address, to which `/v1/traces` is added. */
  endpoint: string
  headers: Record<string, string>
  service: string
  version: string
  /** Fraction of requests and jobs to sample, 0 to 1. */
  ratio: number
}

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT }

/**
 * Exports spans to a collector by OTLP over HTTP. Import it only if tracing is configured: its dependencies take
 * several megabytes.
 */
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
  return { tracer: createTracer(provider.getTracer(service)), close: () => provider.shutdown() }
}

function createTracer(otelTracer: OtelTracer): Tracer {
  return {
    open(name, { kind, attributes = {} }: SpanOptions, parent) {
      const context = parentContext(parent)
      const span = otelTracer.startSpan(name, { kind: kind ? KINDS[kind] : SpanKind.INTERNAL, attributes }, context)
      return {
        span: trace.setSpan(context, span),
        trace: span.spanContext().traceId,
        set: (more) => void span.setAttributes(more),
        end(error) {
          if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: errorName(error) })
          span.end()
        },
      }
    },
  }
}

function parentContext(parent: ExecutionContext | undefined): Context {
  if (parent?.span) return parent.span as Context
  const [, traceId, spanId, flags] = parent?.traceparent?.split('-') ?? []
  if (!traceId || !spanId || !flags) return ROOT_CONTEXT
  const isSampled = (Number.parseInt(flags, 16) & TraceFlags.SAMPLED) !== 0
  const traceFlags = isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
}

/** Returns the error's name and code only, because its message may contain user input. */
function errorName(error: unknown): string {
  if (!(error instanceof Error)) return 'Error'
  return 'code' in error && typeof error.code === 'string' ? `${error.name} ${error.code}` : error.name
}
