import { newWorkId, type Work } from './work.ts'

/** Reads a header of a request by its name in small letters. */
type Header = (name: string) => string | null | undefined

/**
 * The work that a request asks for. Only a proxy of our own may name it and say which trace it belongs to: anybody else could fill
 * the log with ids of other people's requests.
 */
export function workOf(header: Header, { isTrusted }: { isTrusted: boolean }): Work {
  if (!isTrusted) return { id: newWorkId() }
  const id = header('x-request-id') ?? ''
  const traceparent = header('traceparent') ?? ''
  const trace = traceOf(traceparent)
  return { id: SANE_ID.test(id) ? id : newWorkId(), ...(trace && { trace, traceparent }) }
}

const SANE_ID = /^[\w-]{1,64}$/

/** https://www.w3.org/TR/trace-context/#traceparent-header; later versions may say more after the flags. */
function traceOf(header: string): string | undefined {
  const trace = /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-.*)?$/.exec(header)?.[1]
  return trace && !/^0+$/.test(trace) ? trace : undefined
}
