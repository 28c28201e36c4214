import { type Refusal, type RefusalCode, refuse } from '#domain/refusal.ts'
import { NoFreeConnection } from '#platform/postgres/connection-pools.ts'
import { readSqlError } from '#platform/postgres/sqlstate.ts'

/** Thrown to roll back the transaction of a refused command. Never leaves this floor. */
export class RefusalError extends Error {
  override name = 'RefusalError'
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.message)
    this.refusal = refusal
  }
}

/** HTTP status of each refusal code. 409: it conflicts with the current state. */
const HTTP_STATUS: Record<RefusalCode, number> = {
  bad_json: 400,
  request_entity_too_large: 413,
  method_not_allowed: 405,
  invalid_api_key: 401,
  unexpected_failure: 500,
  unavailable: 503,
  busy: 503,
  // Never sent: produced by the client.
  offline: 0,

  sign_in_required: 401,
  second_step_needed: 403,
  second_factor_needed: 403,
  captcha_failed: 400,
  not_allowed: 403,
  not_found: 404,
  invalid_input: 400,
  already_done: 409,
  conflict: 409,
  try_again: 409,
  move_not_allowed: 409,
  idempotency_key_reused: 422,
  too_many_requests: 429,

  buy_not_found: 404,
  buy_not_active: 409,
  quantity_exceeds_spots: 409,
  quantity_not_whole: 400,
  quantity_below_minimum: 400,
  quantity_above_maximum: 400,
  no_places_left: 409,
  own_shop: 403,
  contact_not_confirmed: 403,
  total_mismatch: 409,
  too_many_unpaid: 409,
  too_much_unpaid: 409,
  too_large_a_share: 409,
  pay_first: 409,

  nothing_left: 409,
  nothing_ticked: 400,
  not_left: 409,
  own_goods: 403,
  handed_over_already: 409,
  decided_already: 409,
  not_agreed: 409,
  claim_is_open: 409,
  only_delivery: 409,
  photo_missing: 400,
  photo_used: 409,
  photo_too_small: 400,
  hand_over_locked: 409,
  override_ceiling: 409,
  nothing_to_confirm: 409,
  invited_already: 409,
  member_already: 409,
  code_at_the_door: 403,

  run_empty: 400,
  run_left: 409,
  run_over: 409,
  run_window_wrong: 400,
  rider_unknown: 409,
  rider_own_order: 409,
  not_to_send: 409,
  on_a_run_already: 409,
  stop_over: 409,
  run_not_out: 409,
  rider_is_out: 409,
  door_photo_missing: 400,

  already_paid: 409,
  payment_closed: 409,
  payment_not_found: 404,
  payment_over: 409,
  being_paid: 409,
  peps_beyond_total: 400,
  peps_not_enough: 409,

  account_number_wrong: 400,
  account_unknown: 409,
  account_name_to_confirm: 409,
  bank_silent: 409,
  bank_account_needed: 409,
  bank_account_waits: 409,
  payouts_closed: 409,
  payouts_held: 409,
  payout_on_its_way: 409,
  payout_too_small: 409,
  payout_beyond_balance: 409,

  choice_closed: 409,
  place_needed: 409,
  place_closed: 409,
  place_not_found: 409,
  address_not_found: 409,
  not_delivered_there: 409,
  not_stockpiled: 409,
  weight_unknown: 409,
  no_room: 409,
  difference_due: 409,
  no_difference: 409,
  waits_for_place: 409,
  peps_after_refund: 409,
  too_many_addresses: 409,
  place_in_use: 409,

  order_not_found: 404,
  leaving_closed: 409,
  leaving_uncovered: 409,
  cancelling_closed: 409,
  order_changed: 409,
  taking_less_closed: 409,
  more_than_is_left: 409,
  still_held: 409,
  claim_too_late: 409,

  packing_changed: 409,
  load_entered: 409,
  shares_are_whole: 400,
  not_yet_shared_out: 409,
  shortfall_needs_photo: 400,
  shortfall_over: 409,
  shortfall_entered: 409,
  more_than_is_coming: 409,
  hub_has_goods: 409,
  picture_not_found: 400,

  claim_too_early: 409,
  claim_names_nothing: 409,
  claim_reason_wrong: 400,
  claim_beyond_units: 409,
  claim_beyond_worth: 409,
  claim_made: 409,
  claim_not_found: 404,
  claim_answered: 409,
  claim_answer_late: 409,
  claim_decided: 409,
  claim_moved_on: 409,
  goods_at_hub: 409,
  decided_with_lot: 409,
  lot_not_found: 404,
  lot_moved_on: 409,
  lot_not_heard: 409,
  share_wrong: 400,
  proposal_first: 409,
  own_case: 403,
  amount_beyond_bounds: 400,
  amount_waits: 409,
  amount_over: 409,
  amount_needs_another: 403,
  part_to_confirm: 409,
  rate_to_confirm: 409,
  bank_entry_used: 409,
  own_decision: 403,
  appeal_too_late: 409,
  outcome_beyond_asked: 400,
  outcome_moves_nothing: 400,
  evidence_unknown: 409,
  rating_too_early: 409,
  rated_already: 409,
  review_not_found: 404,
  replied_already: 409,

  asking_unconfirmed: 403,
  own_product: 403,
  questions_wait: 409,
  question_not_found: 404,
  answer_stands: 409,
  answer_reported: 409,
  product_not_found: 404,
  out_of_stock: 409,
  share_date_past: 409,
  shop_closed: 409,

  vendor_profile_not_found: 400,
  vendor_not_active: 409,
  owner_is_no_vendor: 409,
  shop_name_taken: 409,
  stockpile_not_offered: 409,
  product_in_use: 409,

  select_user_and_role: 400,
  role_not_settable: 400,
  own_role: 403,
  last_chief: 409,
  role_leaves_something: 409,
  user_not_found: 404,

  proof_needed: 403,
  account_has_orders: 409,
  account_has_shop: 409,
  account_has_money: 409,
  account_is_out: 409,
}

export function httpStatus(refusal: Refusal): number {
  return HTTP_STATUS[refusal.code]
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
