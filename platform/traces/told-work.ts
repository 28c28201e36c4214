import { newWorkId, type Work } from './work.ts'

/** Reads a header of a request by its name in small letters. */
type Header = (name: string) => string | null | undefined

/**
 * The work that a request asks for. Only a proxy of our own may name it and say which trace it belongs to: anybody else could fill
 * the log with ids of other people's requests.
 */
export function workOf(header: Header, { isTrusted }: { isTrusted: boolean }): Work {
  const told = isTrusted ? header('x-request-id') : undefined
  const trace = isTrusted ? traceOf(header('traceparent')) : undefined
  return { id: told && SANE_ID.test(told) ? told : newWorkId(), ...(trace && { trace }) }
}

const SANE_ID = /^[\w-]{1,64}$/

/** https://www.w3.org/TR/trace-context/#traceparent-header; later versions may say more after the flags. */
function traceOf(header: string | null | undefined): string | undefined {
  const trace = /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-.*)?$/.exec(header ?? '')?.[1]
  return trace && !/^0+$/.test(trace) ? trace : undefined
}
