import { createECDH } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { Agent, request as askHttps } from 'node:https'
import { importJWK, SignJWT } from 'jose'
import { encryptPush, type PushKeys } from './encrypt.ts'
import { isPublicEndpoint, publicLookup } from './public-internet.ts'

export interface OutgoingPush extends PushKeys {
  /** The browser's address at its push service. */
  endpoint: string
  /** At most 3,993 bytes as UTF-8. */
  message: string
  /** How long the service keeps it for a phone that is off. */
  ttlSeconds: number
  isUrgent: boolean
}

/**
 * `gone`: the browser wants no more, ever. `refused`: this push will never be taken. `later`: try again, not before `afterMs` if the
 * service named a time.
 */
export type PushOutcome =
  | { kind: 'taken' }
  | { kind: 'gone' }
  | { kind: 'refused'; reason: string }
  | { kind: 'later'; reason: string; afterMs: number | null }

export interface PushSender {
  /** The public half of our key, base64url: browsers subscribe with it. */
  publicKey: string
  send(push: OutgoingPush): Promise<PushOutcome>
}

interface PushSenderOptions {
  /** 32 bytes, base64url. */
  privateKey: string
  /** Whom a push service may write to about our pushes: "mailto:…". */
  contact: string
  /** Where pushes may go; the public Internet by default. For tests. */
  reach?: Reach
  /** For all of one push; 10 s by default. */
  timeoutMs?: number
}

interface Reach {
  isEndpoint: (text: string) => boolean
  /** Makes the connections. */
  agent: Agent
}

const publicInternet = (): Reach => ({
  isEndpoint: isPublicEndpoint,
  agent: new Agent({ lookup: publicLookup, keepAlive: true, maxSockets: 16, timeout: 30_000 }),
})
/** Services take at most a day. */
const PROOF_SECONDS = 12 * 3600

/** Sends Web Push (RFC 8030), encrypted (RFC 8291) and signed (RFC 8292). Throws if the private key is none. */
export function createPushSender(options: PushSenderOptions): PushSender {
  const { reach = publicInternet(), timeoutMs = 10_000 } = options
  const key = keyPair(options.privateKey)
  const proofs = new Map<string, { text: string; until: number }>()

  async function proofFor(audience: string): Promise<string> {
    const now = Math.floor(Date.now() / 1000)
    const kept = proofs.get(audience)
    if (kept && kept.until > now + 3600) return kept.text
    const until = now + PROOF_SECONDS
    const text = await new SignJWT({ aud: audience, sub: options.contact })
      .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
      .setExpirationTime(until)
      .sign(await importJWK(key.jwk, 'ES256'))
    // There are a handful of push services; names that somebody makes up must not fill the memory.
    if (proofs.size >= 100) proofs.clear()
    proofs.set(audience, { text, until })
    return text
  }

  return {
    publicKey: key.publicKey,
    async send(push) {
      if (!reach.isEndpoint(push.endpoint)) return { kind: 'gone' }
      const url = new URL(push.endpoint)
      const body = encryptPush(push, Buffer.from(push.message))
      const headers = {
        authorization: `vapid t=${await proofFor(url.origin)}, k=${key.publicKey}`,
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        'content-length': body.length,
        ttl: push.ttlSeconds,
        urgency: push.isUrgent ? 'high' : 'normal',
      }
      return new Promise((resolve) => {
        const later = (fault: Error) => resolve({ kind: 'later', reason: fault.message, afterMs: null })
        const signal = AbortSignal.timeout(timeoutMs)
        const asked = askHttps(url, { method: 'POST', headers, signal, agent: reach.agent })
        asked.on('error', later)
        asked.on('response', (answer) => {
          discard(answer)
          resolve(outcomeOf(answer.statusCode ?? 0, answer.headers['retry-after']))
        })
        asked.end(body)
      })
    },
  }
}

const MOST_DISCARDED_BYTES = 16_384

/** Nobody reads what it says. A short answer leaves the connection for the next push; a long one ends it. */
function discard(answer: IncomingMessage): void {
  let bytes = 0
  answer.on('error', () => undefined)
  answer.on('data', (part: Buffer) => {
    bytes += part.length
    if (bytes > MOST_DISCARDED_BYTES) answer.destroy()
  })
}

/** Redirects are not followed: they would lead past the check of the address. */
function outcomeOf(status: number, retryAfter: string | undefined): PushOutcome {
  if (status >= 200 && status < 300) return { kind: 'taken' }
  if (status === 404 || status === 410) return { kind: 'gone' }
  const reason = `The push service answered ${status}`
  if (status !== 429 && status < 500) return { kind: 'refused', reason }
  const seconds = Number(retryAfter)
  return { kind: 'later', reason, afterMs: seconds > 0 ? Math.min(seconds, 86_400) * 1000 : null }
}

/** A private key for `createPushSender`. */
export const newPushKey = (): string => {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  const key = pair.getPrivateKey()
  return Buffer.concat([Buffer.alloc(32 - key.length), key]).toString('base64url')
}

/** Whether a text is such a key. */
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
