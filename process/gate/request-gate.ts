import type { IncomingMessage, ServerResponse } from 'node:http'
import { callRefusals } from '#domain/refusals/call-refusals.ts'
import { sendRejection } from '#platform/http/early-rejection.ts'
import type { Admission } from '#platform/http/guards/admission.ts'
import type { EarlyResponse } from '#platform/http/request-log.ts'
import { limitBodyMemory } from '#platform/http/requests/body-memory.ts'
import { incomingAddress } from '#platform/http/requests/client-address.ts'
import { normaliseTarget } from '#platform/http/requests/request-target.ts'
import { createSiteRouter } from '#platform/http/site-router.ts'
import { cacheRejections } from '#platform/response-cache/cached-rejections.ts'
import type { ResponseCache } from '#platform/response-cache/response-cache.ts'
import { isFixedPage } from '#web/routing/page-facts.ts'
import { type RequestClass, requestClassOf } from './admission.ts'
import { type BodyVerdict, openBodyGate } from './body-limits.ts'
import { openFairShare } from './fair-share.ts'
import { openPublicCopies } from './public-copies.ts'

type Middleware = (incoming: IncomingMessage, outgoing: ServerResponse, next: () => void) => void
type RouterOptions = Parameters<typeof createSiteRouter>[0]

interface RequestGateOptions {
  /** Null admits all requests. */
  admission: Admission<RequestClass> | null
  cache: ResponseCache | null
  publishableKey: string
  /** Options of the site router, so that rejections carry the same headers. */
  routerOptions: RouterOptions
  siteUrl: string
  /** Proxies of our own in front, for the address that limits count by. */
  trustedProxies: number
  /** False disables the limits on bodies by address, for load tests. */
  rateLimits: boolean
  /** The 503 page. */
  unavailable(request: Request, nonce: string): Promise<Response>
  /** Logs each rejection; returns its request id. */
  logEarly(answer: EarlyResponse): string
}

/** Memory for request bodies under way: about ten of the largest forms, or hundreds of pictures as phones send them. */
const BODIES = { maxBytes: 128 * 1024 * 1024, assumedBytes: 12 * 1024 * 1024, exemptBytes: 64 * 1024 }

/**
 * Every request passes here first: address check, response cache, body limits, admission control. A visitor's request
 * that is not admitted gets a copy of its page if it is a public one, every other one 503.
 */
export function openRequestGate(options: RequestGateOptions): Middleware {
  const { admission, cache, publishableKey, logEarly, routerOptions, trustedProxies, rateLimits } = options
  const bodies = limitBodyMemory(BODIES)
  const { takesFiles = () => false } = routerOptions
  const checkBody = openBodyGate({ publishableKey, takesFiles, isCounted: rateLimits })
  const prefixes = Object.keys(routerOptions.wire.handlers)
  const hasShare = openFairShare({ isCounted: rateLimits })
  const sendPublicCopy = cache && openPublicCopies({ cache, isFixed: isFixedPage })
  const rejectAll = busyRouter(options)
  const rejections = cacheRejections({
    rejectionPath: (target) => rejectionPathFor(target, prefixes),
    make: (path) => rejectAll(new Request(options.siteUrl + path, { headers: { origin: options.siteUrl } })),
    logEarly,
  })

  const reject = (incoming: IncomingMessage, outgoing: ServerResponse, verdict: RejectedStatus) => {
    const isWire = prefixes.some((prefix) => incoming.url?.startsWith(`${prefix}/`))
    sendRejection({ incoming, outgoing }, { ...REJECTIONS[verdict.status], ...verdict, isWire }, logEarly)
  }
  const admit: Middleware = (incoming, outgoing, next) => {
    const address = incomingAddress(incoming, trustedProxies)
    const verdict = checkBody(incoming, address)
    if (verdict) return reject(incoming, outgoing, verdict)
    const requestClass = requestClassOf(incoming, publishableKey)
    const isExempt = requestClass === null
    const isWithinShare = () => requestClass === 'reads' && hasShare(incoming.headers, address)
    const isAdmitted = isExempt || admission === null || admission.admits(requestClass, isWithinShare)
    if (isAdmitted && (isExempt || bodies.admits(incoming, outgoing))) return next()
    const rejectBusy = () => rejections.send(incoming, outgoing)
    if (sendPublicCopy) sendPublicCopy({ incoming, outgoing }, { next, reject: rejectBusy })
    else rejectBusy()
  }
  const answer: Middleware = cache
    ? (incoming, outgoing, next) => cache.serveFromCache(incoming, outgoing, () => admit(incoming, outgoing, next))
    : admit
  return (incoming, outgoing, next) => {
    const target = normaliseTarget(incoming.url ?? '')
    if (target === null) return reject(incoming, outgoing, { status: 400 })
    // Normalised to the origin form, so that cache keys and pages do not depend on the host of an absolute form.
    incoming.url = target
    answer(incoming, outgoing, next)
  }
}

type RejectedStatus = NonNullable<BodyVerdict> | { status: 400 }

const REJECTIONS = {
  400: { code: 'bad_request', message: 'There is no such address here.' },
  411: { code: 'length_required', message: 'Send the length of the body.' },
  413: { code: 'request_entity_too_large', message: 'Request body exceeds the maximum allowed size' },
  429: { code: 'too_many_requests', message: 'Too many attempts. Please try again later.' },
}

/** The site router, responding 503 everywhere. */
function busyRouter({ routerOptions, unavailable }: RequestGateOptions): (request: Request) => Promise<Response> {
  const answers = Object.keys(routerOptions.wire.handlers).map((prefix) => [prefix, async () => busy()])
  const router = createSiteRouter({
    ...routerOptions,
    wire: { ...routerOptions.wire, handlers: Object.fromEntries(answers) },
  })
  router.all('*', (c) => unavailable(c.req.raw, c.get('secureHeadersNonce') ?? ''))
  return async (request) => router.fetch(request)
}

/** With the fields of every error form of the wire. */
const busy = () =>
  Response.json({ code: 'busy', message: callRefusals.unavailable.busy, details: null, hint: null }, { status: 503 })

function rejectionPathFor(target: string, prefixes: string[]): string {
  const path = target.split('?', 1)[0] ?? '/'
  const prefix = prefixes.find((one) => path.startsWith(`${one}/`))
  if (prefix) return `${prefix}/`
  return /\.\w+$/.test(path) ? '/not-now.data' : '/not-now'
}
