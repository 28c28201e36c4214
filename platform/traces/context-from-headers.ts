import { type ExecutionContext, newContextId } from './execution-context.ts'

/** Reads a request header by its lower-case name. */
type ReadHeader = (name: string) => string | null | undefined

/**
 * The context of an incoming request. Only our own proxies may set its id and trace: otherwise any client could write
 * other people's request ids into the log.
 */
export function contextFromHeaders(header: ReadHeader, { isTrusted }: { isTrusted: boolean }): ExecutionContext {
  if (!isTrusted) return { id: newContextId() }
  const id = header('x-request-id') ?? ''
  const traceparent = header('traceparent') ?? ''
  const trace = parseTraceId(traceparent)
  return { id: VALID_ID.test(id) ? id : newContextId(), ...(trace && { trace, traceparent }) }
}

const VALID_ID = /^[\w-]{1,64}$/

/** https://www.w3.org/TR/trace-context/#traceparent-header; later versions may add fields after the flags. */
function parseTraceId(header: string): string | undefined {
  const trace = /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-.*)?$/.exec(header)?.[1]
  return trace && !/^0+$/.test(trace) ? trace : undefined
}
