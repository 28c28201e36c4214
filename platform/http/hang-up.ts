import type { ServerResponse } from 'node:http'

const answers = new WeakMap<Request, ServerResponse>()

/** Notes on which connection a request will be answered. */
export function noteConnection(request: Request, outgoing: ServerResponse): void {
  answers.set(request, outgoing)
}

/** Whether whoever asked has gone before the answer. The request would have to make a signal to say it, which costs far more than to look. */
export function hasHungUp(request: Request): boolean {
  const outgoing = answers.get(request)
  return outgoing ? outgoing.destroyed && !outgoing.writableFinished : request.signal.aborted
}
