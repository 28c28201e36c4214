import type { IncomingMessage } from 'node:http'
import { SESSION_COOKIE } from '#api/session-cookie.ts'
import { type Admission, openAdmission } from '#platform/http/admission.ts'
import type { Queue } from '#platform/http/queue.ts'

/** Who asks, in the order in which they are turned away: reads of visitors, reads of people who are signed in, other writes and sign-in, joins and payments. */
export type Asker = keyof typeof MAY_WAIT_MS

/**
 * So long may work stand waiting before each is turned away. A page takes some 10 ms, so that at the first limit some twenty are waiting already;
 * at the last one, people would rather be told than wait.
 */
const MAY_WAIT_MS = { strangers: 200, reads: 400, writes: 800, joins: 1_500 }

interface OwnQueues {
  pages: Queue
  connections: Queue
}

/** What waits for a page or a connection is a reason to turn reads away; commands and joins wait in queues of their own. */
export function ownAdmission({ pages, connections }: OwnQueues): Admission<Asker> {
  return openAdmission<Asker>({
    classes: MAY_WAIT_MS,
    queues: [pages, connections].map((queue) => ({ waitedMs: () => queue.waiting().waitedMs, upTo: 'reads' })),
  })
}

/** How many wait for what, and how long whoever came first has waited, in milliseconds. */
export const waitingIn = (queues: Record<string, Queue>) =>
  Object.fromEntries(
    Object.entries(queues).map(([name, queue]) => {
      const { count, waitedMs } = queue.waiting()
      return [name, { count, waitedMs: Math.round(waitedMs) }]
    }),
  )

/**
 * Who sends this, as far as it shows without a look into the database; null for what is always answered. A made-up token passes for somebody who is
 * signed in here, and is refused where it is read.
 */
export function askerOf({ method = 'GET', url = '/', headers }: Asked, publishableKey: string): Asker | null {
  const path = url.split('?', 1)[0] ?? '/'
  if (method === 'OPTIONS' || ALWAYS.test(path)) return null
  if (LAST.test(path) || (method === 'POST' && JOINS.test(path))) return 'joins'
  const isRead = method === 'GET' || method === 'HEAD' || path.startsWith('/rest/v1/rpc/')
  if (!isRead || path.startsWith('/auth/v1/')) return 'writes'
  return isSignedIn(headers, publishableKey) ? 'reads' : 'strangers'
}

type Asked = Pick<IncomingMessage, 'method' | 'url' | 'headers'>

/** Questions about health, and the files of a page that has been answered already. */
const ALWAYS = /^\/(healthz|readyz|metrics|assets\/.*)$/
/** Where a gateway tells of payments, and where payers leave for it and come back. */
const LAST = /^\/(webhooks|pay)\//
/** Joining and paying: by the wire, by the table of orders, and by the forms of the pages from which people do it. */
const JOINS =
  /^\/(functions\/v1\/(join-group-buy|pay-[\w-]+)|rest\/v1\/orders|(_root|_|group-buys(\/[\w-]+)?|shop\/[\w-]+|cart|checkout|account\/pay)?(\.data)?)$/

/** Whether a token or a session comes along, however good it is. */
export function isSignedIn(
  { cookie = '', authorization, apikey }: IncomingMessage['headers'],
  publishableKey: string,
): boolean {
  if (cookie.includes(`${SESSION_COOKIE}=`)) return true
  const key = authorization?.replace(/^Bearer /i, '') ?? apikey ?? publishableKey
  return key !== publishableKey
}
