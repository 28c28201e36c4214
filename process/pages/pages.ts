import { setTimeout as delay } from 'node:timers/promises'
import { RouterContextProvider } from 'react-router'
import { noFailedReads, type PageReads } from '#api/page-reads.ts'
import { callRefusals } from '#domain/refusals/call-refusals.ts'
import { PAGE_UNAVAILABLE } from '#domain/texts/screens.ts'
import { isUnavailable, RETRY_AFTER_SECONDS } from '#platform/postgres/unavailable.ts'
import { boundWork } from '#platform/queues/bounded-work.ts'
import type { Queue } from '#platform/queues/queue.ts'
import { currentContext } from '#platform/traces/execution-context.ts'
import { nonceContext, requestIdContext, siteContext } from '#web/context.ts'

/** React Router, for the routes of one section. */
export type RenderRoute = (request: Request, context: RouterContextProvider) => Promise<Response>
/** Facts about the site for its pages. */
export type SiteFacts = NonNullable<(typeof siteContext)['defaultValue']>
type AnswerWithPage = (request: Request, nonce: string) => Promise<Response>

export interface PageRequest {
  request: Request
  /** For the Content-Security-Policy. */
  nonce: string
  /** Which reads of the page have failed. */
  reads: PageReads
  /** A read has just rejected the session's access token. */
  isTokenRejected: boolean
}

interface BoundedPagesOptions {
  renderPage(page: PageRequest): Promise<Response>
  unavailable: AnswerWithPage
  reportFault(fault: unknown): void
  /** Timeout of a GET, in ms: a database that doesn't respond delays a page once, not once for each read. */
  limitMs: number
}

/** Renders a limited number of pages at a time. Responds 503 if the queue is full or a read of the page failed. */
export function boundedPages({
  renderPage,
  unavailable,
  reportFault,
  limitMs,
}: BoundedPagesOptions): Queue & { answer: AnswerWithPage } {
  const pages = boundWork(PAGES)

  async function answer(request: Request, nonce: string, isTokenRejected = false): Promise<Response> {
    const reads = noFailedReads()
    const isLoad = request.method === 'GET' || request.method === 'HEAD'
    try {
      const rendering = renderPage({ request, nonce, reads, isTokenRejected })
      // An action has no timeout, because its result must be shown.
      const response = request.method === 'GET' ? await withTimeout(rendering, limitMs) : await rendering
      if (!response) return unavailable(request, nonce)
      // Once more, with the session refreshed or, if it has ended, as a visitor: the guard of the page decides.
      if (reads.sessionEnded && isLoad && !isTokenRejected) return answer(request, nonce, true)
      if (reads.refused && !reads.failed && response.status === 503) return forbidden(request)
      const isUntrue = reads.failed || (reads.sessionEnded && isLoad) || isMisleading(response, reads)
      // The redirect after an action is sent even if the next page cannot be shown.
      if (!isUntrue || (request.method !== 'GET' && isRedirect(response))) return response
    } catch (error) {
      if (!isUnavailable(error)) throw error
      reportFault(error)
    }
    return unavailable(request, nonce)
  }

  return {
    waiting: pages.waiting,
    async answer(request, nonce) {
      const response = await pages.run(() => answer(request, nonce), request.signal)
      if (response) return response
      return request.signal.aborted ? new Response(null, { status: 499 }) : unavailable(request, nonce)
    },
  }
}

/** A failed read must not become a 404. */
function isMisleading({ status }: Response, reads: PageReads): boolean {
  return (status === 404 && (reads.faulty || reads.refused)) || (status === 503 && reads.faulty)
}

/** A file whose rows the viewer may not read: loading it again would not help. */
function forbidden({ method }: Request): Response {
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'private, no-store' }
  return new Response(method === 'HEAD' ? null : callRefusals.forbidden.not_allowed, { status: 403, headers })
}

/** Resolves to undefined after the timeout; the result is then ignored. */
async function withTimeout(rendering: Promise<Response>, limitMs: number): Promise<Response | undefined> {
  const limit = new AbortController()
  rendering.catch(() => undefined)
  try {
    return await Promise.race([rendering, delay(limitMs, undefined, { signal: limit.signal })])
  } finally {
    limit.abort()
  }
}

/** The 503 page. It is rendered once, without the database. */
export function unavailablePages(renderRoute: RenderRoute, site: SiteFacts): AnswerWithPage {
  let rendered: Promise<string> | undefined

  async function render(): Promise<string> {
    const context = new RouterContextProvider()
    context.set(nonceContext, NONCE_PLACEHOLDER)
    context.set(requestIdContext, ID_PLACEHOLDER)
    context.set(siteContext, site)
    return (await renderRoute(new Request(`${site.origin}/not-now`), context)).text()
  }

  return async (request, nonce) => {
    const headers = { 'retry-after': String(RETRY_AFTER_SECONDS), 'cache-control': 'no-store' }
    // Clients of `.data`, `.xml` and `.csv` addresses cannot read a page.
    const body = (text: string) => (request.method === 'HEAD' ? null : text)
    if (/\.\w+$/.test(new URL(request.url).pathname))
      return new Response(body(PAGE_UNAVAILABLE.lead), { status: 503, headers })
    rendered ??= render()
    const html = (await rendered)
      .replaceAll(NONCE_PLACEHOLDER, nonce)
      .replaceAll(ID_PLACEHOLDER, currentContext()?.id ?? '')
    const type = { 'content-type': 'text/html; charset=utf-8' }
    return new Response(body(html), { status: 503, headers: { ...headers, ...type } })
  }
}

/**
 * Maximum pages rendered at a time, maximum queue, and maximum time in it. A page takes some 10 ms, so the last in a
 * full queue is rendered within 3 s.
 */
const PAGES = { maxRunning: 8, maxQueued: 200, maxQueuedMs: 3_000 }

/** Replaced in each copy of the 503 page. */
const NONCE_PLACEHOLDER = 'nonce-to-come'
const ID_PLACEHOLDER = 'id-to-come'

/** 202 is a redirect in React Router's data responses. */
function isRedirect({ status }: Response): boolean {
  return status === 202 || (status >= 300 && status < 400)
}
