import type { Limit } from '../rate-limits/rate-limits.ts'
import type { Call } from './auth.ts'
import { type AuthCode, AuthRefusal } from './refusals.ts'
import type { AuthLimits } from './settings.ts'

/** One limit from the settings, for one subject such as a network address or an account. */
export function limit(call: Call, name: keyof AuthLimits, subject: string): Limit {
  const [tries, windowSeconds] = call.auth.settings.limits[name]
  return { key: `auth:${name}:${subject}`, tries, windowSeconds }
}

/** Takes an attempt from each limit, or refuses. Every text says "rate limit", which screens look for. */
export async function guard(call: Call, limits: Limit[]): Promise<void> {
  const wait = await call.auth.rateLimits.take(limits)
  if (wait > 0) throw overRequestLimit(wait)
}

export function overRequestLimit(waitSeconds: number): AuthRefusal {
  return overLimit('over_request_rate_limit', 'Request rate limit reached', waitSeconds)
}

/** Counts a mail to one person. Unknown addresses count too, so that the limit does not reveal who is registered. */
export async function guardMail(call: Call, { kind, to }: { kind: string; to: string }): Promise<void> {
  const wait = await call.auth.rateLimits.take([
    limit(call, 'mailPerRecipientAndKind', `${kind}:${to}`),
    limit(call, 'mailPerRecipient', to),
    limit(call, 'mailForAll', 'all'),
  ])
  if (wait > 0) throw overLimit('over_email_send_rate_limit', `email rate limit exceeded${waitText(wait)}`, wait)
}

export async function guardSms(call: Call, phone: string): Promise<void> {
  const wait = await call.auth.rateLimits.take([limit(call, 'smsPerRecipient', phone), limit(call, 'smsForAll', 'all')])
  if (wait > 0) throw overLimit('over_sms_send_rate_limit', `SMS rate limit exceeded${waitText(wait)}`, wait)
}

function waitText(seconds: number): string {
  return `. You can request this again after ${Math.ceil(seconds)} seconds.`
}

function overLimit(code: AuthCode, message: string, retryAfterSeconds: number): AuthRefusal {
  return new AuthRefusal(429, code, message, { retryAfterSeconds })
}
