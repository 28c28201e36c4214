import type { IncomingMessage, ServerResponse } from 'node:http'
import { refusalTexts } from '#domain/texts/refusals.ts'
import type { Admission } from '#platform/http/admission.ts'
import { sendRefusal } from '#platform/http/bare-refusal.ts'
import { boundBodies } from '#platform/http/bodies.ts'
import { incomingAddress } from '#platform/http/client-address.ts'
import { frontDoor } from '#platform/http/front-door.ts'
import type { BareAnswer } from '#platform/http/request-log.ts'
import { ownTarget } from '#platform/http/request-target.ts'
import type { KeptAnswers } from '#platform/kept-answers/kept-answers.ts'
import { keepRefusals } from '#platform/kept-answers/refusals.ts'
import { type Asker, askerOf } from './own-admission.ts'
import { type BodyVerdict, ownBodyGate } from './own-bodies.ts'

type Before = (incoming: IncomingMessage, outgoing: ServerResponse, next: () => void) => void
type DoorOptions = Parameters<typeof frontDoor>[0]

interface EntranceOptions {
  /** Null lets everybody in. */
  admission: Admission<Asker> | null
  kept: KeptAnswers | null
  publishableKey: string
  /** As of the open door, so that a refusal carries what every answer carries. */
  doorOptions: DoorOptions
  siteUrl: string
  /** Proxies of our own in front, for the address that limits count by. */
  trustedProxies: number
  /** False counts no bodies by address, for load tests. */
  rateLimits: boolean
  notNow(request: Request, nonce: string): Promise<Response>
  /** Hears of each refusal; returns the id that it goes out with. */
  note(answer: BareAnswer): string
}

/** Of all bodies that are under way: some ten of the largest forms, or hundreds of pictures as phones send them. */
const BODIES = { mostBytes: 128 * 1024 * 1024, untoldBytes: 12 * 1024 * 1024, smallBytes: 64 * 1024 }

/**
 * What every request passes before anything is made of it: the check of its address, the answers that are kept, the limits of its body,
 * then whether there is room. For whom there is none there is the last copy of a page, else 503.
 */
export function openEntrance(options: EntranceOptions): Before {
  const { admission, kept, publishableKey, note, doorOptions, trustedProxies, rateLimits } = options
  const bodies = boundBodies(BODIES)
  const { takesFiles = () => false } = doorOptions
  const judgeBody = ownBodyGate({ publishableKey, takesFiles, isCounted: rateLimits })
  const prefixes = Object.keys(doorOptions.wire.answers)
  const closed = closedDoor(options)
  const refusals = keepRefusals({
    standInFor: (target) => standInFor(target, prefixes),
    make: (path) => closed(new Request(options.siteUrl + path, { headers: { origin: options.siteUrl } })),
    note,
  })

  const refuse = (incoming: IncomingMessage, outgoing: ServerResponse, verdict: Refused) => {
    const isWire = prefixes.some((prefix) => incoming.url?.startsWith(`${prefix}/`))
    sendRefusal({ incoming, outgoing }, { ...REFUSALS[verdict.status], ...verdict, isWire }, note)
  }
  const admit: Before = (incoming, outgoing, next) => {
    const verdict = judgeBody(incoming, incomingAddress(incoming, trustedProxies))
    if (verdict) return refuse(incoming, outgoing, verdict)
    const asker = askerOf(incoming, publishableKey)
    const isIn = asker === null || admission === null || admission.admits(asker)
    const hasRoom = isIn && (asker === null || bodies.admits(incoming, outgoing))
    if (hasRoom) next()
    else if (!kept?.instead(incoming, outgoing)) refusals.send(incoming, outgoing)
  }
  const answer: Before = kept
    ? (incoming, outgoing, next) => kept.before(incoming, outgoing, () => admit(incoming, outgoing, next))
    : admit
  return (incoming, outgoing, next) => {
    const target = ownTarget(incoming.url ?? '')
    if (target === null) return refuse(incoming, outgoing, { status: 400 })
    // In one form from here on, so that no cache key and no page depends on the host that an absolute form names.
    incoming.url = target
    answer(incoming, outgoing, next)
  }
}

type Refused = NonNullable<BodyVerdict> | { status: 400 }

const REFUSALS = {
  400: { code: 'bad_request', message: 'There is no such address here.' },
  411: { code: 'length_required', message: 'Send the length of the body.' },
  413: { code: 'request_entity_too_large', message: 'Request body exceeds the maximum allowed size' },
  429: { code: 'too_many_requests', message: 'Too many attempts. Please try again later.' },
}

/** The front door with nobody behind it. */
function closedDoor({ doorOptions, notNow }: EntranceOptions): (request: Request) => Promise<Response> {
  const answers = Object.keys(doorOptions.wire.answers).map((prefix) => [prefix, async () => busy()])
  const door = frontDoor({ ...doorOptions, wire: { ...doorOptions.wire, answers: Object.fromEntries(answers) } })
  door.all('*', (c) => notNow(c.req.raw, c.get('secureHeadersNonce') ?? ''))
  return async (request) => door.fetch(request)
}

/** In the keys that all of the wire's clients read. */
const busy = () =>
  Response.json({ code: 'busy', message: refusalTexts.busy, details: null, hint: null }, { status: 503 })

function standInFor(target: string, prefixes: string[]): string {
  const path = target.split('?', 1)[0] ?? '/'
  const prefix = prefixes.find((one) => path.startsWith(`${one}/`))
  if (prefix) return `${prefix}/`
  return /\.\w+$/.test(path) ? '/not-now.data' : '/not-now'
}
