import { CLIENT_INFO } from '#api/client-info.ts'
import { type PageReads, recordFailedRead } from '#api/page-reads.ts'
import { recorderOf, shareRecorder } from '#platform/response-cache/dependency-recorder.ts'
import { inSpan } from '#platform/traces/spans.ts'
import type { createApp } from '#server/app.ts'
import type { PageRequest } from './pages.ts'
import { tableReads } from './table-reads.ts'

interface SiteAddress {
  origin: string
  publishableKey: string
}

type Caller = Pick<PageRequest, 'request' | 'reads'>

/** A path of the wire, called with the publishable key. */
export type Call = (path: string, init?: RequestInit) => Promise<Response>

/**
 * Calls the wire on behalf of a page without leaving the process: the same handlers, key and limits as over the
 * network.
 */
export function inProcessCalls(
  app: Pick<ReturnType<typeof createApp>, 'fetch' | 'readForPage' | 'identifyReader'>,
  { site, reportFault }: { site: SiteAddress; reportFault(fault: unknown): void },
) {
  const readTables = tableReads(app, site)

  async function send(inner: Request, { request, reads }: Caller): Promise<Response> {
    shareRecorder(request, inner)
    // Responses of other services depend on more than rows, so the page must not be cached.
    if (!inner.url.startsWith('/rest/v1/', new URL(inner.url).origin.length)) recorderOf(request)?.markUncacheable()
    const response = await inSpan('read of a page', {}, () => app.fetch(withClientOf(request, inner)))
    const fault = await recordFailedRead(reads, inner, response)
    if (fault) reportFault(fault)
    if (Object.values(reads).includes(true)) recorderOf(request)?.markUncacheable()
    return response
  }

  return {
    fetchFor: (caller: Caller): typeof fetch =>
      readTables(caller.request, async (...input) => send(new Request(...input), caller)),
    callFor:
      (request: Request, reads: PageReads): Call =>
      (path, init = {}) => {
        const headers = new Headers(init.headers)
        headers.set('apikey', site.publishableKey)
        headers.set('x-client-info', CLIENT_INFO)
        if (init.body && !headers.has('content-type')) headers.set('content-type', 'application/json')
        return send(new Request(site.origin + path, { ...init, headers }), { request, reads })
      },
  }
}

/** Rate limits count the client's address, and sessions record its device. */
function withClientOf(outer: Request, inner: Request): Request {
  for (const name of ['x-client-address', 'user-agent']) {
    const value = outer.headers.get(name)
    if (value) inner.headers.set(name, value)
  }
  return inner
}
