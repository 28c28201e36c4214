import type { Refusal, RefusalCode } from '#domain/refusal.ts'
import { readSqlError } from '#platform/postgres/sqlstate.ts'

/** Carries a refusal out of a transaction, so that it is rolled back. Never leaves this floor. */
export class Refused extends Error {
  override name = 'Refused'
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.message)
    this.refusal = refusal
  }
}

/** HTTP status of each refusal, once. Whatever is not named is a conflict with the state of things: 409. */
const statuses: Partial<Record<RefusalCode, number>> = {
  sign_in_required: 401,
  second_step_needed: 403,
  second_factor_needed: 403,
  not_allowed: 403,
  own_role: 403,
  proof_needed: 403,
  own_shop: 403,
  contact_not_confirmed: 403,
  not_found: 404,
  buy_not_found: 404,
  order_not_found: 404,
  product_not_found: 404,
  user_not_found: 404,
  invalid_input: 400,
  captcha_failed: 400,
  quantity_not_whole: 400,
  quantity_below_minimum: 400,
  quantity_above_maximum: 400,
  select_user_and_role: 400,
  role_not_settable: 400,
  vendor_profile_not_found: 400,
  key_reused: 422,
  too_many_requests: 429,
}

export function statusOf(refusal: Refusal): number {
  return statuses[refusal.code] ?? 409
}

/** What a guard of the database says, as status and words; null when it is no expected no but a fault. */
export function guardAnswer(error: unknown): { status: number; code: string; message: string } | null {
  const report = readSqlError(error)
  switch (report?.meaning) {
    case 'refused':
      return { status: report.status, code: 'move_not_allowed', message: report.message }
    case 'raised':
      return { status: 400, code: 'invalid_input', message: report.message }
    case 'duplicate':
      return { status: 409, code: 'already_done', message: 'This was done before.' }
    case 'reference':
    case 'rule':
    case 'conflict':
      return {
        status: 409,
        code: 'conflict',
        message: 'This does not fit what is already there. Nothing was changed.',
      }
    case 'forbidden':
      return { status: 403, code: 'not_allowed', message: 'You may not do this.' }
    case 'value':
      return { status: 400, code: 'invalid_input', message: 'This value cannot be read.' }
    default:
      return null
  }
}
