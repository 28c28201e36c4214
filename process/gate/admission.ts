import type { IncomingMessage } from 'node:http'
import { SESSION_COOKIE } from '#api/session-cookie.ts'
import { createAdmissionControl } from '#platform/http/guards/admission.ts'
import type { Queue } from '#platform/queues/queue.ts'
import { joinsOrPays } from '#web/routing/page-facts.ts'

/**
 * Request classes, lowest priority first: anonymous reads, signed-in reads, other writes and sign-in, joins and
 * payments.
 */
export type RequestClass = keyof typeof MAX_QUEUED_MS

/**
 * Maximum time that work may be queued before requests of each class are rejected, in ms. A page takes some 10 ms, so
 * about twenty are queued at the first limit; beyond the last, a clear refusal is better than waiting.
 */
const MAX_QUEUED_MS = { anonymous: 200, reads: 400, writes: 800, joins: 1_500 }

interface LimitedQueues {
  pages: Queue
  connections: Queue
}

/**
 * Factor of the limits of all classes but the anonymous one while processes are replaced: the delay ends with the
 * start of the new one, and people who wait a second longer need not try again.
 */
const RENEWAL_PATIENCE = 4

/** Queued pages and connections reject reads only; commands and joins have queues of their own. */
export function openAdmissionControl(
  { pages, connections }: LimitedQueues,
  { isRenewing, clock }: { isRenewing(): boolean; clock?: () => number },
) {
  return createAdmissionControl<RequestClass>({
    classes: MAX_QUEUED_MS,
    patience: (requestClass) => (requestClass !== 'anonymous' && isRenewing() ? RENEWAL_PATIENCE : 1),
    ...(clock && { clock }),
    queues: [pages, connections].map((queue) => ({ waitedMs: () => queue.waiting().waitedMs, upTo: 'reads' })),
  })
}

/** Length of each queue, and the age of its head in ms. */
export const queueDepths = (queues: Record<string, Queue>) =>
  Object.fromEntries(
    Object.entries(queues).map(([name, queue]) => {
      const { count, waitedMs } = queue.waiting()
      return [name, { count, waitedMs: Math.round(waitedMs) }]
    }),
  )

/**
 * Class of a request, as far as its headers show without the database; null for requests that are always admitted. A
 * forged token counts as signed in here, and is rejected where it is verified.
 */
export function requestClassOf(
  { method = 'GET', url = '/', headers }: RequestHead,
  publishableKey: string,
): RequestClass | null {
  const path = url.split('?', 1)[0] ?? '/'
  if (method === 'OPTIONS' || EXEMPT.test(path)) return null
  if (PAYMENTS.test(path) || (method === 'POST' && (JOINS.test(path) || joinsOrPays(path)))) return 'joins'
  // Functions of the table API are called by POST, and most of them only read.
  const isRead = method === 'GET' || method === 'HEAD' || path.startsWith('/rest/v1/rpc/')
  if (!isRead || path.startsWith('/auth/v1/')) return 'writes'
  return isSignedIn(headers, publishableKey) ? 'reads' : 'anonymous'
}

type RequestHead = Pick<IncomingMessage, 'method' | 'url' | 'headers'>

/** Health checks, and the assets of a page that has been served already. */
const EXEMPT = /^\/(healthz|readyz|metrics|assets\/.*)$/
/** The payment gateway's webhooks, and the way of payers to it and back. */
const PAYMENTS = /^\/(webhooks|pay)\//
/**
 * Joining and paying by command and by the orders table; forms of pages join and pay too (`joinsOrPays`). A command
 * that joins or pays under another name is added here.
 */
const JOINS = /^\/(functions\/v1\/(join-group-buy|pay-[\w-]+)|rest\/v1\/orders)$/

/** Whether the request carries a token or a session cookie, valid or not. */
export function isSignedIn(
  { cookie = '', authorization, apikey }: IncomingMessage['headers'],
  publishableKey: string,
): boolean {
  if (cookie.includes(`${SESSION_COOKIE}=`)) return true
  const key = authorization?.replace(/^Bearer /i, '') ?? apikey ?? publishableKey
  return key !== publishableKey
}
