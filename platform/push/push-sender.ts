import { createECDH } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { Agent, request as httpsRequest } from 'node:https'
import { importJWK, SignJWT } from 'jose'
import { encryptPush, type PushKeys } from './encrypt.ts'
import { isPublicEndpoint, publicLookup } from './public-internet.ts'

export interface OutgoingPush extends PushKeys {
  /** The subscription's endpoint at its push service. */
  endpoint: string
  /** At most 3,993 bytes as UTF-8. */
  message: string
  /** How long the push service stores the message for a device that is offline. */
  ttlSeconds: number
  isUrgent: boolean
}

/**
 * `taken`: accepted. `gone`: the subscription has ended. `refused`: this message will never be accepted. `later`:
 * retry, not before `afterMs` if the service named a time.
 */
export type PushOutcome =
  | { kind: 'taken' }
  | { kind: 'gone' }
  | { kind: 'refused'; reason: string }
  | { kind: 'later'; reason: string; afterMs: number | null }

export interface PushSender {
  /** The VAPID public key, base64url: browsers subscribe with it. */
  publicKey: string
  send(push: OutgoingPush): Promise<PushOutcome>
}

interface PushSenderOptions {
  /** The VAPID private key: 32 bytes, base64url. */
  privateKey: string
  /** Contact address for push services: "mailto:…". */
  contact: string
  /** Allowed destinations; the public Internet by default. For tests. */
  network?: PushNetwork
  /** Timeout for one push; 10 s by default. */
  timeoutMs?: number
}

interface PushNetwork {
  isEndpoint: (text: string) => boolean
  agent: Agent
}

const publicInternet = (): PushNetwork => ({
  isEndpoint: isPublicEndpoint,
  agent: new Agent({ lookup: publicLookup, keepAlive: true, maxSockets: 16, timeout: 30_000 }),
})
/** Lifetime of a VAPID token; push services accept at most 24 hours. */
const TOKEN_SECONDS = 12 * 3600

/**
 * Sends Web Push messages (RFC 8030), encrypted (RFC 8291) and signed (RFC 8292). Throws if the private key is invalid.
 */
export function createPushSender(options: PushSenderOptions): PushSender {
  const { network = publicInternet(), timeoutMs = 10_000 } = options
  const key = keyPair(options.privateKey)
  const tokens = new Map<string, { text: string; until: number }>()

  async function vapidToken(audience: string): Promise<string> {
    const now = Math.floor(Date.now() / 1000)
    const cached = tokens.get(audience)
    if (cached && cached.until > now + 3600) return cached.text
    const until = now + TOKEN_SECONDS
    const text = await new SignJWT({ aud: audience, sub: options.contact })
      .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
      .setExpirationTime(until)
      .sign(await importJWK(key.jwk, 'ES256'))
    // Real push services are few; a client that makes up host names must not fill the memory.
    if (tokens.size >= 100) tokens.clear()
    tokens.set(audience, { text, until })
    return text
  }

  return {
    publicKey: key.publicKey,
    async send(push) {
      if (!network.isEndpoint(push.endpoint)) return { kind: 'gone' }
      const url = new URL(push.endpoint)
      const body = encryptPush(push, Buffer.from(push.message))
      const headers = {
        authorization: `vapid t=${await vapidToken(url.origin)}, k=${key.publicKey}`,
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        'content-length': body.length,
        ttl: push.ttlSeconds,
        urgency: push.isUrgent ? 'high' : 'normal',
      }
      return new Promise((resolve) => {
        const retryLater = (fault: Error) => resolve({ kind: 'later', reason: fault.message, afterMs: null })
        const signal = AbortSignal.timeout(timeoutMs)
        const outgoing = httpsRequest(url, { method: 'POST', headers, signal, agent: network.agent })
        outgoing.on('error', retryLater)
        outgoing.on('response', (response) => {
          discard(response)
          resolve(toOutcome(response.statusCode ?? 0, response.headers['retry-after']))
        })
        outgoing.end(body)
      })
    },
  }
}

const MAX_DISCARDED_BYTES = 16_384

/** Discards the body. A short one leaves the connection open for the next push; a long one closes it. */
function discard(response: IncomingMessage): void {
  let bytes = 0
  response.on('error', () => undefined)
  response.on('data', (part: Buffer) => {
    bytes += part.length
    if (bytes > MAX_DISCARDED_BYTES) response.destroy()
  })
}

/** Redirects are not followed, because they would bypass the check of the endpoint. */
function toOutcome(status: number, retryAfter: string | undefined): PushOutcome {
  if (status >= 200 && status < 300) return { kind: 'taken' }
  if (status === 404 || status === 410) return { kind: 'gone' }
  const reason = `The push service answered ${status}`
  if (status !== 429 && status < 500) return { kind: 'refused', reason }
  const seconds = Number(retryAfter)
  return { kind: 'later', reason, afterMs: seconds > 0 ? Math.min(seconds, 86_400) * 1000 : null }
}

/** Generates a private key for `createPushSender`. */
export const newPushKey = (): string => {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  const key = pair.getPrivateKey()
  return Buffer.concat([Buffer.alloc(32 - key.length), key]).toString('base64url')
}

/** Whether a text is a valid private key. */
export function isPushKey(text: string): boolean {
  try {
    return /^[\w-]{43}$/.test(text) && keyPair(text).publicKey.length === 87
  } catch {
    return false
  }
}

function keyPair(privateKey: string) {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(Buffer.from(privateKey, 'base64url'))
  const point = pair.getPublicKey()
  const part = (from: number) => point.subarray(from, from + 32).toString('base64url')
  return {
    publicKey: point.toString('base64url'),
    jwk: { kty: 'EC', crv: 'P-256', d: privateKey, x: part(1), y: part(33) },
  }
}
