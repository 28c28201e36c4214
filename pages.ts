import { setTimeout as delay } from 'node:timers/promises'
import { RouterContextProvider } from 'react-router'
import type { PageReads } from '#api/page-reads.ts'
import { NOT_NOW } from '#domain/texts/screens.ts'
import { boundWork } from '#platform/http/bounded-work.ts'
import type { Queue } from '#platform/http/queue.ts'
import { isUnavailable, RETRY_AFTER_SECONDS } from '#platform/postgres/unavailable.ts'
import { currentWork } from '#platform/traces/work.ts'
import { nonceContext, requestIdContext, siteContext } from '#web/context.ts'

type RenderPage = (request: Request, context: RouterContextProvider) => Promise<Response>
type Site = NonNullable<(typeof siteContext)['defaultValue']>
type Answer = (request: Request, nonce: string) => Promise<Response>

interface PageMaker {
  makePage(wanted: WantedPage): Promise<Response>
  notNow: Answer
  reportFault(fault: unknown): void
  /** Of a page that is only read: what waits for a database that does not answer waits once, and not for each thing that it shows. */
  limitMs: number
}

/** A page, unless there is no room for one more or what it shows could not be read. */
export function boundedPages({ makePage, notNow, reportFault, limitMs }: PageMaker): Queue & { answer: Answer } {
  const pages = boundWork(PAGES)

  async function answer(request: Request, nonce: string): Promise<Response> {
    const reads: PageReads = { failed: false, faulty: false }
    try {
      const making = makePage({ request, nonce, reads })
      // What an action does is waited for, because people must hear of it.
      const response = request.method === 'GET' ? await inTime(making, limitMs) : await making
      if (!response) return notNow(request, nonce)
      // Nobody knows that something is not there if it could not be read.
      const isUntrue = reads.failed || (reads.faulty && [404, 503].includes(response.status))
      // What an action did is told even if the page after it cannot be shown.
      if (!isUntrue || (request.method !== 'GET' && isRedirect(response))) return response
    } catch (error) {
      if (!isUnavailable(error)) throw error
      reportFault(error)
    }
    return notNow(request, nonce)
  }

  return {
    waiting: pages.waiting,
    async answer(request, nonce) {
      const made = await pages.run(() => answer(request, nonce), request.signal)
      if (made) return made
      return request.signal.aborted ? new Response(null, { status: 499 }) : notNow(request, nonce)
    },
  }
}

/** Undefined if it takes longer; what becomes of it then is of no interest. */
async function inTime(making: Promise<Response>, limitMs: number): Promise<Response | undefined> {
  const limit = new AbortController()
  making.catch(() => undefined)
  try {
    return await Promise.race([making, delay(limitMs, undefined, { signal: limit.signal })])
  } finally {
    limit.abort()
  }
}

/** Says in the site's words to come back later. Its page is made once, without asking the database for anything. */
export function notNowPages(renderPage: RenderPage, site: Site): Answer {
  let made: Promise<string> | undefined

  async function make(): Promise<string> {
    const context = new RouterContextProvider()
    context.set(nonceContext, NONCE_TO_COME)
    context.set(requestIdContext, ID_TO_COME)
    context.set(siteContext, site)
    return (await renderPage(new Request(`${site.origin}/not-now`), context)).text()
  }

  return async (request, nonce) => {
    const headers = { 'retry-after': String(RETRY_AFTER_SECONDS), 'cache-control': 'no-store' }
    // Data of a page, a map for search engines or a table: what reads them wants no page.
    const body = (text: string) => (request.method === 'HEAD' ? null : text)
    if (/\.\w+$/.test(new URL(request.url).pathname)) return new Response(body(NOT_NOW.lead), { status: 503, headers })
    made ??= make()
    const html = (await made).replaceAll(NONCE_TO_COME, nonce).replaceAll(ID_TO_COME, currentWork()?.id ?? '')
    const type = { 'content-type': 'text/html; charset=utf-8' }
    return new Response(body(html), { status: 503, headers: { ...headers, ...type } })
  }
}

/** A page takes some 10 ms of this process, so that whoever is last in the queue is answered before people give up. */
const PAGES = { running: 8, waiting: 200, waitMs: 3_000 }

/** Stands in the page that is made once, for the nonce of the answer that it goes out with. */
const NONCE_TO_COME = 'nonce-to-come'
/** The same for its number in the log. */
const ID_TO_COME = 'id-to-come'

/** Also as React Router tells it to its own script. */
function isRedirect({ status }: Response): boolean {
  return status === 202 || (status >= 300 && status < 400)
}

export interface WantedPage {
  request: Request
  nonce: string
  reads: PageReads
}
