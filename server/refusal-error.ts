import { allRefusals } from '#domain/all-refusals.ts'
import { assert } from '#domain/assert.ts'
import { type Refusal, refuse } from '#domain/refusal.ts'
import { findRefusal, type RefusalKind } from '#domain/refusals/refusal-texts.ts'
import { formatInEnglish } from '#domain/texts/translatable-text.ts'
import { NoFreeConnection } from '#platform/postgres/connections/connection-pools.ts'
import { readSqlError } from '#platform/postgres/sqlstate.ts'

/** Thrown to roll back the transaction of a refused command. Never leaves this floor. */
export class RefusalError extends Error {
  override name = 'RefusalError'
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(formatInEnglish(refusal.message))
    this.refusal = refusal
  }
}

const HTTP_STATUS: Record<RefusalKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  missing: 404,
  wrong_method: 405,
  conflict: 409,
  too_large: 413,
  reused_key: 422,
  too_many: 429,
  failed: 500,
  unavailable: 503,
  offline: 0,
}

/** The HTTP status of a refusal, which the kind of its code decides (`domain/<feature>/refusals.ts`). */
export function httpStatus({ code }: Refusal): number {
  const found = findRefusal(allRefusals, code)
  assert(found, `No feature has the code ${code}.`)
  return HTTP_STATUS[found.kind]
}

/** Maps a constraint or trigger error of the database to a refusal; null if the error is a fault. */
export function databaseRefusal(error: unknown): Refusal | null {
  if (error instanceof NoFreeConnection) return refuse('busy')
  const report = readSqlError(error)
  switch (report?.meaning) {
    case 'refused': {
      const code = report.status === 409 ? 'move_not_allowed' : report.status === 403 ? 'not_allowed' : 'invalid_input'
      return refuse(code, { message: report.message })
    }
    case 'raised':
      return refuse('invalid_input', { message: report.message })
    case 'duplicate':
      return refuse('already_done')
    case 'reference':
    case 'rule':
    case 'conflict':
      return refuse('conflict')
    case 'forbidden':
      return refuse('not_allowed')
    case 'busy':
      return refuse('busy')
    case 'value':
      return refuse('invalid_input', { message: 'This value cannot be read.' })
    default:
      return null
  }
}

export function unreadableKeyRefusal(): Refusal {
  return refuse('invalid_input', { message: 'The Idempotency-Key header cannot be read.' })
}
