import type { ServerResponse } from 'node:http'

const responses = new WeakMap<Request, ServerResponse>()

/** Records the response of a request, for `isAborted`. */
export function linkResponse(request: Request, outgoing: ServerResponse): void {
  responses.set(request, outgoing)
}

/**
 * Whether the client disconnected before the response. Cheaper than `request.signal`, which is created on first access.
 */
export function isAborted(request: Request): boolean {
  const outgoing = responses.get(request)
  return outgoing ? outgoing.destroyed && !outgoing.writableFinished : request.signal.aborted
}
