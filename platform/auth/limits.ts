import type { Limit } from '#platform/rate-limits/rate-limits.ts'
import type { Call } from './auth.ts'
import { type AuthCode, AuthRefusal } from './refusals.ts'
import type { AuthLimits } from './settings.ts'

/** One limit from the settings, for one subject such as a network address or an account. */
export function limit(call: Call, name: keyof AuthLimits, subject: string): Limit {
  const [tries, windowSeconds] = call.auth.settings.limits[name]
  return { key: `auth:${name}:${subject}`, tries, windowSeconds }
}

/**
 * Takes an attempt from each limit, or rejects the request. Every message contains "rate limit", which screens look
 * for.
 */
export async function guard(call: Call, limits: Limit[]): Promise<void> {
  const wait = await call.auth.rateLimits.take(limits)
  if (wait > 0) throw overRequestLimit(wait)
}

export function overRequestLimit(waitSeconds: number): AuthRefusal {
  return overLimit('over_request_rate_limit', 'Request rate limit reached', waitSeconds)
}

export interface MessageRecipient {
  by: 'mail' | 'sms'
  to: string
  /** The kind of mail; kinds are counted separately. */
  kind?: string
}

/**
 * Runs a function that may send a message, within the limits of its recipient and of the whole site. Unknown addresses
 * count like known ones, so that no limit reveals who is registered; but the site's budget is charged only for messages
 * that were sent: not if the function fails or returns null, and not if the recipient's own limit rejects it.
 */
export async function sendWithinLimits<T>(call: Call, recipient: MessageRecipient, work: () => Promise<T>): Promise<T> {
  const { rateLimits } = call.auth
  const forAll = limit(call, recipient.by === 'mail' ? 'mailForAll' : 'smsForAll', 'all')
  const [waitForAll = 0, ...waits] = await rateLimits.takeEach([forAll, ...recipientLimits(call, recipient)])
  const wait = Math.max(...waits)
  if (wait > 0 && waitForAll === 0) await rateLimits.giveBack([forAll])
  if (wait > 0 || waitForAll > 0) throw overSendingLimit(recipient.by, Math.max(wait, waitForAll))
  let isSent = false
  try {
    const result = await work()
    isSent = result !== null
    return result
  } finally {
    if (!isSent) await rateLimits.giveBack([forAll])
  }
}

function recipientLimits(call: Call, { by, to, kind = '' }: MessageRecipient): Limit[] {
  if (by === 'sms') return [limit(call, 'smsPerRecipient', to)]
  return [limit(call, 'mailPerRecipientAndKind', `${kind}:${to}`), limit(call, 'mailPerRecipient', to)]
}

function overSendingLimit(by: MessageRecipient['by'], wait: number): AuthRefusal {
  if (by === 'mail') return overLimit('over_email_send_rate_limit', `email rate limit exceeded${waitText(wait)}`, wait)
  return overLimit('over_sms_send_rate_limit', `SMS rate limit exceeded${waitText(wait)}`, wait)
}

function waitText(seconds: number): string {
  return `. You can request this again after ${Math.ceil(seconds)} seconds.`
}

function overLimit(code: AuthCode, message: string, retryAfterSeconds: number): AuthRefusal {
  return new AuthRefusal(429, code, message, { retryAfterSeconds })
}
