import { type Refusal, refuse } from '#domain/refusal.ts'
import type { PersonCheck } from '#platform/auth/captcha/person-check.ts'
import { textResponse } from '#platform/http/responses/text-response.ts'
import { isConnectionLost } from '#platform/postgres/connections/connection-lost.ts'
import type { Database, Identity } from '#platform/postgres/database.ts'
import { isWorthRetrying } from '#platform/postgres/sqlstate.ts'
import { isUnavailable, RETRY_AFTER_SECONDS } from '#platform/postgres/unavailable.ts'
import type { Limit, RateLimits } from '#platform/rate-limits/rate-limits.ts'
import type { AnyCommand, Caller, CommandContext } from '#server/command.ts'
import { databaseRefusal, httpStatus, RefusalError } from '#server/refusal-error.ts'
import { refusalBody } from './refusal-body.ts'

export interface FunctionsDeps {
  commands: readonly AnyCommand[]
  database: Database
  /** `acceptEndedSessions`: accept access tokens whose session has ended. */
  identify: (request: Request, options: { acceptEndedSessions: boolean }) => Promise<Identity | Response>
  readBody: (request: Request) => Promise<unknown | Response>
  clientAddress: (request: Request) => string
  rateLimits: RateLimits
  /** Verifies a captcha token; undefined if the site has no captcha. */
  verifyCaptcha?: PersonCheck | undefined
  context: CommandContext
  reportFault: (fault: unknown, request: Request) => void
}

/** A request for a command, before its input is validated. */
export interface CommandRequest {
  deps: FunctionsDeps
  command: AnyCommand
  caller: Caller
  body: unknown
  /** The client's Idempotency-Key; null if it sent none. */
  key: string | null
  request: Request
}

/** Checks what is known before the body is read. The batched and the single path check it again before they run. */
export function checkAccess(command: AnyCommand, caller: Caller): Refusal | null {
  if (command.who === 'secret-key') return caller.role === 'service_role' ? null : refuse('not_allowed')
  if (command.who === 'signed-in' && !caller.userId) return refuse('sign_in_required')
  return null
}

/** Returns the command's checked input, or the refusal; a field that the command does not list is refused. */
export function validateInput(command: AnyCommand, body: unknown): unknown | Refusal {
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

/** `who`: a user's id, or an anonymous client's network address. */
export const commandRateLimit = ({ name, limit }: AnyCommand, who: string): Limit => ({
  key: `command:${name}:${who}`,
  ...limit,
})

/** The response to an error that a command threw. Only faults are reported, not refusals or exhausted retries. */
export function errorResponse(error: unknown, { deps, request }: Pick<CommandRequest, 'deps' | 'request'>): Response {
  if (error instanceof RefusalError) return refusalResponse(error.refusal)
  const guarded = databaseRefusal(error) ?? (isWorthRetrying(error) ? refuse('try_again') : null)
  if (guarded) return refusalResponse(guarded)
  deps.reportFault(error, request)
  if (isConnectionLost(error)) return refusalResponse(refuse('unavailable'))
  // The database is out of disk, memory or connections: nothing was committed, and a later attempt may succeed.
  return refusalResponse(refuse(isUnavailable(error) ? 'busy' : 'unexpected_failure'))
}

export function refusalResponse(refusal: Refusal): Response {
  const response = jsonResponse(httpStatus(refusal), refusalBody(refusal))
  if (response.status === 503) response.headers.set('retry-after', String(RETRY_AFTER_SECONDS))
  return response
}

export function jsonResponse(status: number, body: unknown): Response {
  return jsonTextResponse(status, JSON.stringify(body))
}

export function jsonTextResponse(status: number, json: string): Response {
  return textResponse(json, {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
  })
}
