import { currentContext, type ExecutionContext, newContextId, runInContext } from './execution-context.ts'

type Attributes = Record<string, string | number | boolean>

export interface SpanOptions {
  /** `server` for a request that we handle, `client` for one that we send; internal by default. */
  kind?: 'server' | 'client'
  /** Names and counts only, never user data. */
  attributes?: Attributes
}

interface OpenSpan {
  set(attributes: Attributes): void
  /** Pass the error if the operation failed. */
  end(error?: unknown): void
}

/** Implemented by `open-traces.ts`; set only if the operator has configured tracing. */
export interface Tracer {
  /** Starts a span whose parent is the current span, or else the remote span of `traceparent`. */
  open(
    name: string,
    options: SpanOptions,
    parent: ExecutionContext | undefined,
  ): OpenSpan & Pick<ExecutionContext, 'span' | 'trace'>
}

let tracer: Tracer | undefined

/** Enables tracing, or disables it with undefined. While disabled, opening a span costs one variable read. */
export const setTracer = (newTracer: Tracer | undefined): void => {
  tracer = newTracer
}

/** Opens a span that does not become the parent of others; undefined while tracing is disabled. */
export const openSpan = (name: string, options: SpanOptions): OpenSpan | undefined =>
  tracer?.open(name, options, currentContext())

/** Runs a function in a span of its own. Spans opened in it become its children. */
export async function inSpan<T>(name: string, options: SpanOptions, run: (span?: OpenSpan) => Promise<T>): Promise<T> {
  if (!tracer) return run()
  const parent = currentContext()
  const { span, trace, ...open } = tracer.open(name, options, parent)
  const context: ExecutionContext = { id: newContextId(), ...parent, span, ...(trace !== undefined && { trace }) }
  try {
    const result = await runInContext(context, () => run(open))
    open.end()
    return result
  } catch (error) {
    open.end(error)
    throw error
  }
}
