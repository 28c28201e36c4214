import { type Refusal, refuse } from '#domain/refusal.ts'
import type { PersonCheck } from '#platform/auth/captcha/person-check.ts'
import { textAnswer } from '#platform/http/text-answer.ts'
import { isConnectionLost } from '#platform/postgres/connection-lost.ts'
import type { Database, Identity } from '#platform/postgres/database.ts'
import { isWorthRetrying } from '#platform/postgres/sqlstate.ts'
import { isUnavailable, RETRY_AFTER_SECONDS } from '#platform/postgres/unavailable.ts'
import type { Limit, RateLimits } from '#platform/rate-limits/rate-limits.ts'
import type { AnyCommand, Caller, Shop } from './command.ts'
import { guardRefusal, Refused, statusOf } from './refused.ts'

export interface FunctionsDeps {
  commands: readonly AnyCommand[]
  database: Database
  /** `alsoEnded`: tokens count although their session has ended. */
  identify: (request: Request, options: { alsoEnded: boolean }) => Promise<Identity | Response>
  readBody: (request: Request) => Promise<unknown | Response>
  clientAddress: (request: Request) => string
  rateLimits: RateLimits
  /** The captcha; none when it is left out. */
  isPerson?: PersonCheck | undefined
  shop: Shop
  reportFault: (fault: unknown, request: Request) => void
}

/** One call of a command. */
export interface Run {
  deps: FunctionsDeps
  command: AnyCommand
  caller: Caller
  body: unknown
  /** Client-made key of this act; null when the client sent none. */
  key: string | null
  request: Request
}

export function deny(command: AnyCommand, caller: Caller): Refusal | null {
  if (command.who === 'secret-key') return caller.role === 'service_role' ? null : refuse('not_allowed')
  if (command.who === 'signed-in' && !caller.userId) return refuse('sign_in_required')
  return null
}

export function checkBody(command: AnyCommand, body: unknown): unknown | Refusal {
  if (body === null || typeof body !== 'object' || Array.isArray(body)) {
    return refuse('invalid_input', { message: 'Send one JSON object.' })
  }
  const fields: readonly string[] = command.fields
  const unknown = Object.keys(body).find((field) => !fields.includes(field))
  if (unknown !== undefined) {
    const message = `The field ${JSON.stringify(unknown.slice(0, 40))} is not taken here.`
    return refuse('invalid_input', { message })
  }
  const checked = command.check(body as Record<string, unknown>)
  if (checked.ok) return checked.value
  const { errors } = checked
  const [message] = Object.values(errors)
  return refuse('invalid_input', { errors, ...(message && { message }) })
}

/** Of a person, or of a visitor's network address. */
export const limitOf = ({ name, limit }: AnyCommand, who: string): Limit => ({
  key: `command:${name}:${who}`,
  ...limit,
})

export function answerError(error: unknown, { deps, request }: Pick<Run, 'deps' | 'request'>): Response {
  if (error instanceof Refused) return answerRefusal(error.refusal)
  const guarded = guardRefusal(error) ?? (isWorthRetrying(error) ? refuse('try_again') : null)
  if (guarded) return answerRefusal(guarded)
  deps.reportFault(error, request)
  if (isConnectionLost(error)) return answerRefusal(refuse('unavailable'))
  // No room on its disk, in its memory or for one more connection: nothing was kept, and there may be room again later.
  return answerRefusal(refuse(isUnavailable(error) ? 'busy' : 'unexpected_failure'))
}

export function answerRefusal(refusal: Refusal): Response {
  const { kind: _, ...body } = refusal
  const answered = answer(statusOf(refusal), body)
  if (answered.status === 503) answered.headers.set('retry-after', String(RETRY_AFTER_SECONDS))
  return answered
}

export function answer(status: number, body: unknown): Response {
  return answerText(status, JSON.stringify(body))
}

export function answerText(status: number, json: string): Response {
  return textAnswer(json, {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
  })
}
