import type { IncomingMessage, ServerResponse } from 'node:http'
import { refusalTexts } from '#domain/texts/refusals.ts'
import type { Admission } from '#platform/http/admission.ts'
import { sendRefusal } from '#platform/http/bare-refusal.ts'
import { boundBodies } from '#platform/http/bodies.ts'
import { incomingAddress } from '#platform/http/client-address.ts'
import { frontDoor } from '#platform/http/front-door.ts'
import type { BareAnswer } from '#platform/http/request-log.ts'
import { ownTarget } from '#platform/http/request-target.ts'
import { keepRefusals } from '#platform/response-cache/refusals.ts'
import type { ResponseCache } from '#platform/response-cache/response-cache.ts'
import { type RequestClass, requestClassOf } from './admission.ts'
import { type BodyVerdict, openBodyGate } from './body-limits.ts'

type Middleware = (incoming: IncomingMessage, outgoing: ServerResponse, next: () => void) => void
type DoorOptions = Parameters<typeof frontDoor>[0]

interface RequestGateOptions {
  /** Null admits all requests. */
  admission: Admission<RequestClass> | null
  cache: ResponseCache | null
  publishableKey: string
  /** Those of the front door, so that refusals carry the same headers. */
  doorOptions: DoorOptions
  siteUrl: string
  /** Proxies of our own in front, for the address that limits count by. */
  trustedProxies: number
  /** False disables the limits on bodies by address, for load tests. */
  rateLimits: boolean
  /** The 503 page. */
  unavailable(request: Request, nonce: string): Promise<Response>
  /** Logs each refusal; returns its request id. */
  note(answer: BareAnswer): string
}

/** Memory for request bodies under way: about ten of the largest forms, or hundreds of pictures as phones send them. */
const BODIES = { mostBytes: 128 * 1024 * 1024, untoldBytes: 12 * 1024 * 1024, smallBytes: 64 * 1024 }

/**
 * Every request passes here first: address check, response cache, body limits, admission control. A request that is not admitted gets
 * a stale copy of its page if there is one, else 503.
 */
export function openRequestGate(options: RequestGateOptions): Middleware {
  const { admission, cache, publishableKey, note, doorOptions, trustedProxies, rateLimits } = options
  const bodies = boundBodies(BODIES)
  const { takesFiles = () => false } = doorOptions
  const judgeBody = openBodyGate({ publishableKey, takesFiles, isCounted: rateLimits })
  const prefixes = Object.keys(doorOptions.wire.answers)
  const refuseAll = busyDoor(options)
  const refusals = keepRefusals({
    standInFor: (target) => standInFor(target, prefixes),
    make: (path) => refuseAll(new Request(options.siteUrl + path, { headers: { origin: options.siteUrl } })),
    note,
  })

  const refuse = (incoming: IncomingMessage, outgoing: ServerResponse, verdict: RefusedStatus) => {
    const isWire = prefixes.some((prefix) => incoming.url?.startsWith(`${prefix}/`))
    sendRefusal({ incoming, outgoing }, { ...REFUSALS[verdict.status], ...verdict, isWire }, note)
  }
  const admit: Middleware = (incoming, outgoing, next) => {
    const verdict = judgeBody(incoming, incomingAddress(incoming, trustedProxies))
    if (verdict) return refuse(incoming, outgoing, verdict)
    const requestClass = requestClassOf(incoming, publishableKey)
    const isExempt = requestClass === null
    const isAdmitted = isExempt || admission === null || admission.admits(requestClass)
    if (isAdmitted && (isExempt || bodies.admits(incoming, outgoing))) next()
    else if (!cache?.instead(incoming, outgoing)) refusals.send(incoming, outgoing)
  }
  const answer: Middleware = cache
    ? (incoming, outgoing, next) => cache.before(incoming, outgoing, () => admit(incoming, outgoing, next))
    : admit
  return (incoming, outgoing, next) => {
    const target = ownTarget(incoming.url ?? '')
    if (target === null) return refuse(incoming, outgoing, { status: 400 })
    // Normalised to the origin form, so that cache keys and pages do not depend on the host of an absolute form.
    incoming.url = target
    answer(incoming, outgoing, next)
  }
}

type RefusedStatus = NonNullable<BodyVerdict> | { status: 400 }

const REFUSALS = {
  400: { code: 'bad_request', message: 'There is no such address here.' },
  411: { code: 'length_required', message: 'Send the length of the body.' },
  413: { code: 'request_entity_too_large', message: 'Request body exceeds the maximum allowed size' },
  429: { code: 'too_many_requests', message: 'Too many attempts. Please try again later.' },
}

/** The front door, answering 503 everywhere. */
function busyDoor({ doorOptions, unavailable }: RequestGateOptions): (request: Request) => Promise<Response> {
  const answers = Object.keys(doorOptions.wire.answers).map((prefix) => [prefix, async () => busy()])
  const door = frontDoor({ ...doorOptions, wire: { ...doorOptions.wire, answers: Object.fromEntries(answers) } })
  door.all('*', (c) => unavailable(c.req.raw, c.get('secureHeadersNonce') ?? ''))
  return async (request) => door.fetch(request)
}

/** With the keys of every kind of client of the wire. */
const busy = () =>
  Response.json({ code: 'busy', message: refusalTexts.busy, details: null, hint: null }, { status: 503 })

function standInFor(target: string, prefixes: string[]): string {
  const path = target.split('?', 1)[0] ?? '/'
  const prefix = prefixes.find((one) => path.startsWith(`${one}/`))
  if (prefix) return `${prefix}/`
  return /\.\w+$/.test(path) ? '/not-now.data' : '/not-now'
}
