import { type ApiKeys, identify } from '#platform/http/guards/keys.ts'
import { type BodyFault, readBytes, readJson } from '#platform/http/requests/body.ts'
import { addressGroup } from '#platform/http/requests/client-address.ts'
import { type Database, type Identity, SERVICE } from '#platform/postgres/database.ts'
import { isStorable } from '#platform/postgres/queries/storable.ts'
import type { Envelope } from './bus.ts'
import type { VerifyAccessToken } from './credentials.ts'
import { isRecord } from './frames.ts'
import { type Budgets, createBudgets, personOf } from './limits/budgets.ts'
import { LIMITS, RateWindow, type RealtimeLimits } from './limits/limits.ts'
import { type ChannelPolicy, PUBLIC_ONLY, rightsOf } from './rights/policy.ts'
import { roomKey } from './rooms.ts'

interface RealtimeHandlerDependencies {
  database: Database
  keys: ApiKeys
  verifyAccessToken: VerifyAccessToken
  policy?: ChannelPolicy
  /** Shared with the sockets; by default those of HTTP calls alone. */
  budgets?: Budgets
  /** Returns a client's IP address; by default, only people have budgets. */
  requestAddressOf?(request: Request): string
  limits?: Partial<RealtimeLimits>
}

const MAX_MESSAGES = 100

/**
 * Handles `POST /realtime/v1/api/broadcast` and `POST /realtime/v1/api/broadcast/{topic}/events/{event}`; responds with
 * 202.
 */
export function createRealtimeHandler(
  dependencies: RealtimeHandlerDependencies,
): (request: Request) => Promise<Response> {
  const { database, policy = PUBLIC_ONLY } = dependencies
  const limits = { ...LIMITS, ...dependencies.limits }
  const { messagesPerSecond, messageBytes } = limits
  const budgets = dependencies.budgets ?? createBudgets(limits)
  const calls = new RateWindow(messagesPerSecond, 1_000)
  return async (request) => {
    const url = new URL(request.url)
    const path = /^\/realtime\/v1\/api\/broadcast(?:\/([^/]+)\/events\/([^/]+))?\/?$/.exec(url.pathname)
    if (!path) return problem(404, 'Not found')
    if (request.method !== 'POST') return problem(405, 'Method not allowed')
    const identity = await identify(request, dependencies)
    if (identity instanceof Response) return identity
    // The secret key is not rate-limited.
    if (identity.role !== 'service_role' && !calls.take()) return problem(429, TOO_MANY)
    const envelopes = await readEnvelopes(request, path, {
      isPrivate: url.searchParams.get('private') === 'true',
      messageBytes,
    })
    if (typeof envelopes === 'string') return problem(envelopes === TOO_LARGE ? 413 : 422, envelopes)
    const isLimited = identity.role !== 'service_role'
    const address = dependencies.requestAddressOf?.(request) ?? null
    const actor = { person: personOf(identity.claims), address: address && addressGroup(address) }
    if (isLimited && !envelopes.every(() => budgets.send(actor))) return problem(429, TOO_MANY)
    if (!(await mayWriteAll(policy, identity, envelopes))) return problem(403, 'Unauthorized')
    if (isLimited && !envelopes.every((envelope) => budgets.sendTo(roomKey(envelope)))) return problem(429, TOO_MANY)
    // Without an origin, so that the connections of this process receive them through the bus too.
    await database.as(SERVICE, async (tx) => {
      for (const envelope of envelopes) await tx.query('select realtime.post($1::jsonb)', [JSON.stringify(envelope)])
    })
    return new Response(null, { status: 202 })
  }
}

const TOO_MANY = 'Too many messages per second'
const TOO_LARGE = 'Payload size exceeds tenant limit'
const MALFORMED = 'Malformed JSON'

async function readEnvelopes(
  request: Request,
  path: RegExpExecArray,
  { isPrivate, messageBytes }: { isPrivate: boolean; messageBytes: number },
): Promise<Envelope[] | string> {
  const rules = { maxBytes: messageBytes, reject: (flaw: BodyFault) => (flaw === 'too-large' ? TOO_LARGE : MALFORMED) }
  const isBinary = request.headers.get('content-type')?.startsWith('application/octet-stream')
  const body = isBinary ? await readBytes(request, rules) : await readJson(request, rules)
  if (typeof body === 'string') return body
  const json = body instanceof Uint8Array ? undefined : body.value
  if (!isBinary && json === undefined) return MALFORMED
  if (path[1] !== undefined && path[2] !== undefined) {
    const [topic, event] = [decode(path[1]), decode(path[2])]
    if (topic === null || event === null) return 'Malformed topic or event'
    const content = body instanceof Uint8Array ? { bytes: Buffer.from(body).toString('base64') } : { payload: json }
    return validated([{ topic, event, private: isPrivate, ...content }])
  }
  const messages = isRecord(json) ? json.messages : undefined
  if (!Array.isArray(messages) || messages.length > MAX_MESSAGES) return 'messages must be a list of at most 100'
  return validated(messages.map(toEnvelope))
}

function toEnvelope(message: unknown): Envelope | null {
  if (!isRecord(message)) return null
  const { topic, event, payload = {}, private: isPrivate } = message
  if (typeof topic !== 'string' || typeof event !== 'string') return null
  return { topic: topic.replace(/^realtime:/, ''), event, private: isPrivate === true, payload }
}

function validated(envelopes: (Envelope | null)[]): Envelope[] | string {
  const good = envelopes.filter((envelope) => envelope !== null)
  const fits = good.every(
    ({ topic, event }) => topic.length > 0 && topic.length <= 240 && event.length > 0 && event.length <= 255,
  )
  if (good.length < envelopes.length || !fits) return 'Each message needs a topic and an event of moderate length'
  return isStorable(good) ? good : 'Messages must not contain NUL or half a surrogate pair'
}

/** Asks for each channel once, one after another: a call may name a hundred of them. */
async function mayWriteAll(policy: ChannelPolicy, identity: Identity, envelopes: Envelope[]): Promise<boolean> {
  const channels = new Map(
    envelopes.map(({ topic, private: isPrivate }) => [
      roomKey({ topic, private: isPrivate }),
      { topic, private: isPrivate },
    ]),
  )
  for (const channel of channels.values()) {
    const { writes } = await rightsOf(policy, identity, channel)
    if (!writes.broadcast) return false
  }
  return true
}

function decode(part: string): string | null {
  try {
    return decodeURIComponent(part)
  } catch {
    return null
  }
}

function problem(status: number, message: string): Response {
  return Response.json({ message }, { status })
}
