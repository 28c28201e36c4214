// Every refusal of the product and what a person reads for it. The codes are the closed union that travels on the wire
// (refusal.ts). Texts marked (5, in order-refusals.ts) and (8) are the specification's, to the letter.
import { TOO_MANY_ATTEMPTS } from '../accounts/auth-texts.ts'
import { errorTexts } from './errors.ts'
import { orderRefusals } from './order-refusals.ts'
import {
  CHECK_FIELDS,
  ORDER_NOT_FOUND,
  PAYMENT_NOT_FOUND,
  PRODUCT_NOT_FOUND,
  PROOF_NEEDED,
  SHOP_CLOSED,
} from './screens.ts'

export const refusalTexts = {
  // The call itself
  bad_json: 'The body is not readable JSON.',
  request_entity_too_large: 'The body is larger than 1 MB.',
  method_not_allowed: 'Commands are called with POST.',
  invalid_api_key: 'Invalid API key',
  unexpected_failure: /*i18n*/ 'Something went wrong on our side. Nothing was changed; please try again.',
  /** The connection may have broken after all was done. The same key makes a second try safe. */
  unavailable:
    /*i18n*/ 'We lost the connection before we knew the outcome. Please check whether it was done before you try again.',
  /** A lock, a connection or a statement took too long: all was rolled back. */
  busy: /*i18n*/ 'The market is very busy at the moment. Nothing was changed; please try again shortly.',
  /** Said by the client itself: no answer came. */
  offline: errorTexts.offline,

  // Anyone, anywhere
  second_step_needed: /*i18n*/ 'Enter your authenticator code first. Sign in again and we will ask for it.',
  second_factor_needed: /*i18n*/ 'Your role needs two-step sign-in. Set it up under Security in your account first.',
  captcha_failed: /*i18n*/ 'We could not confirm that you are human. Please try again.',
  not_allowed: /*i18n*/ 'You are not allowed to do this.',
  not_found: /*i18n*/ 'This was not found.',
  invalid_input: CHECK_FIELDS,
  already_done: /*i18n*/ 'This has already been done.',
  conflict: /*i18n*/ 'This does not fit what is already there. Nothing was changed.',
  try_again: /*i18n*/ 'Others were changing this at the same moment. Nothing was changed; please try again.',
  move_not_allowed: /*i18n*/ 'This is not possible at this stage.',
  idempotency_key_reused: 'This idempotency key was already used with a different request.',
  too_many_requests: TOO_MANY_ATTEMPTS,

  // Joining and leaving
  ...orderRefusals,
  total_mismatch: /*i18n*/ 'The price has changed. Please check the new total.',

  // Handing over
  nothing_left: 'Nothing is left to hand over.',
  nothing_ticked: 'Tick what the person takes, then enter the code.',
  not_left: 'These goods are not left to be handed over.',
  own_goods: /*i18n*/ 'You cannot hand goods over to yourself. Ask a colleague.',
  handed_over_already: 'This has already been handed over.',
  decided_already: 'It has already been decided what happens to these goods.',
  not_agreed: 'The buyer has not agreed to this.',
  claim_is_open: /*i18n*/ 'There is an open claim about these goods. It is decided first.',
  only_delivery: /*i18n*/ 'It is ready now: you can still have it brought to your door.',
  photo_missing: 'Take a photo of what you were shown.',
  photo_used: 'This photograph has proved something already. Take a new one.',
  photo_too_small: 'This photograph is too small to show anything. Take one of at least 320 by 240 pixels.',
  override_ceiling:
    'This shop has reached today’s limit for hand-overs without a code. Ask the buyer for the code, or a manager for help.',
  nothing_to_confirm: /*i18n*/ 'There is nothing to confirm here any more.',
  hand_over_locked: 'Wrong codes have locked this hand-over. It opens again without a code once the lock has ended.',
  code_at_the_door:
    'At the door, goods are handed over only against the buyer’s code. Without it, record a failed delivery.',
  invited_already: 'This person has already been invited.',
  member_already: 'This person is already one of your staff.',

  // Paying
  already_paid: /*i18n*/ 'This order is already paid.',
  payment_closed: /*i18n*/ 'The time to pay for this order has passed.',
  payment_not_found: PAYMENT_NOT_FOUND,
  payment_over: /*i18n*/ 'This payment has ended, so it cannot be cancelled.',
  peps_beyond_total: /*i18n*/ 'You can use PEPS up to the total.',
  peps_not_enough: /*i18n*/ 'You have fewer PEPS than that.',

  // Paying vendors out
  account_number_wrong:
    'This is not an account number of this bank. It should have 10 digits: one is mistyped or missing.',
  account_unknown: 'The bank has no account with this number. Please check the bank and the number.',
  account_name_to_confirm: 'Please check that this is your account.',
  bank_silent: 'The bank did not answer just now. Nothing was changed; please try again in a few minutes.',
  bank_account_needed: 'Add your bank account first.',
  bank_account_waits: 'A new bank account waits 48 hours before money goes to it.',
  payouts_closed: 'Payouts are closed while your shop is not open. Your money stays yours.',
  payouts_held:
    'We have stopped payouts to your shop for now. Your money stays yours; the reason is on your payouts page.',
  payout_on_its_way: 'A payout is already on its way. You can take out more once it has arrived.',
  payout_too_small: 'This is less than the smallest payout.',
  payout_beyond_balance: 'This is more than you can take out now.',

  // Where the goods go
  choice_closed: /*i18n*/ 'You can no longer change where this order goes. Write to the vendor if something is wrong.',
  place_needed: /*i18n*/ 'Choose where your food goes before you pay.',
  place_closed: /*i18n*/ 'This place no longer takes orders. Please choose another.',
  place_not_found: /*i18n*/ 'This order cannot be collected there.',
  address_not_found: /*i18n*/ 'This address was not found. It may have been removed.',
  not_delivered_there: /*i18n*/ 'Nobody delivers to this address yet. Collect the order, or choose another address.',
  not_stockpiled: /*i18n*/ 'Only food that keeps can be stockpiled, and something in this order does not keep.',
  weight_unknown: /*i18n*/ 'We do not know how much these goods weigh, so we cannot keep room for them.',
  no_room: /*i18n*/ 'There is no room left at this place for so much.',
  difference_due: /*i18n*/ 'This costs more, and your order is paid. Please pay the difference first.',
  no_difference: /*i18n*/ 'This way costs no more than yours. Please choose it again.',
  peps_after_refund:
    /*i18n*/ 'Part of what you paid is on its way back to where you paid from, so the difference can be paid in naira only.',
  too_many_addresses: /*i18n*/ 'You can keep 10 addresses. Remove one you no longer use first.',
  waits_for_place: 'The place of this order has closed. Its buyer has been asked to choose another.',
  place_in_use: 'Orders are still to be handed over there. Close it once they are.',

  // Leaving and claiming
  order_not_found: ORDER_NOT_FOUND,
  cancelling_closed: /*i18n*/ 'You can no longer cancel this order here.',
  order_changed: /*i18n*/ 'This order has changed since you saw it. Please look at it again.',
  taking_less_closed: /*i18n*/ 'You can no longer lower the quantity of this order.',
  more_than_is_left: /*i18n*/ 'This is more than is left of this order.',
  still_held: 'These goods are still held for the buyer, so what comes back is taken from there: choose the vendor.',
  claim_too_late: /*i18n*/ 'The time to make a claim on this order has passed.',
  claim_too_early: /*i18n*/ 'These goods are not due yet. You can claim them from the day they should have come.',
  claim_names_nothing: /*i18n*/ 'These goods cannot be claimed. Please look at the order again.',
  claim_reason_wrong: /*i18n*/ 'This reason does not fit. Goods were either handed over or never came.',
  claim_beyond_units: /*i18n*/ 'This is more than was handed over.',
  claim_beyond_worth: /*i18n*/ 'You can ask for at most what these goods cost.',
  goods_at_hub: /*i18n*/ 'These goods are at the hub where you collect them, so they have come.',
  claim_made: /*i18n*/ 'You have already made a claim about this. You will find it under Claims.',
  claim_not_found: /*i18n*/ 'Claim not found',
  claim_answered: /*i18n*/ 'This claim has already been answered.',
  claim_answer_late: /*i18n*/ 'The time to answer has passed, so this claim is upheld. You may appeal.',
  claim_decided: /*i18n*/ 'This claim has been decided, so it can no longer be withdrawn.',
  claim_moved_on: /*i18n*/ 'This claim has changed since you saw it. Please look at it again.',
  decided_with_lot: /*i18n*/ 'This claim is decided together with the others of its lot.',
  lot_not_found: 'Lot incident not found',
  lot_moved_on: 'This lot has changed since you saw it. Please look at it again.',
  lot_not_heard: 'The vendor has time to answer these claims first.',
  share_wrong: 'A refund is 1 to 100 per cent of what each claim asks; every other outcome is 0.',
  proposal_first: 'The manager has time to propose a decision first.',
  own_case: 'Nobody decides in their own case: you have a part in this one.',
  amount_beyond_bounds: 'This is more than the goods it is about can account for.',
  amount_waits: 'An amount for this is already waiting for a second person.',
  amount_over: 'It was not decided in time. Enter it again.',
  amount_needs_another: 'Another person with at least the same role decides this.',
  part_to_confirm: 'Check the refund and who pays for it, and confirm it.',
  rate_to_confirm: 'Type the new rate to confirm it.',
  bank_entry_used: 'This bank entry has been named before. Each entry counts once.',
  own_decision: 'An appeal is decided by a person who did not decide before.',
  appeal_too_late: /*i18n*/ 'The time to appeal has passed.',
  outcome_beyond_asked: 'A refund is above zero and at most what was asked and is still there to come back.',
  outcome_moves_nothing: 'Only a refund gives goods back: leave the amount at 0.',
  evidence_unknown: /*i18n*/ 'A picture or film was not found. Please add it again.',

  // Ratings
  rating_too_early: /*i18n*/ 'You can rate the shop once the goods are handed over.',
  rated_already: /*i18n*/ 'You have already rated this order.',
  review_not_found: /*i18n*/ 'Rating not found',
  replied_already: 'You have already replied to this rating.',

  // Questions about products
  asking_unconfirmed: /*i18n*/ 'Please verify your email address or phone number before you ask.',
  own_product: /*i18n*/ 'This is your own product. Put what buyers should know into its description.',
  questions_wait:
    /*i18n*/ 'Three of your questions about this product wait for an answer. Please let the vendor answer them first.',
  question_not_found: /*i18n*/ 'Question not found',
  answer_stands: 'An answer can be changed for 24 hours. After that it stays as it is.',
  answer_reported: 'Somebody has reported this, so the answer stays as it is until our staff have looked at it.',

  // Packing and deliveries
  packing_changed: 'Somebody else has just changed this. Please look at it again.',
  load_entered: 'Somebody has just entered this load. Look at it again before you enter another one.',
  shares_are_whole: 'Buyers share whole units, so whole units are missing.',
  not_yet_shared_out: 'What is missing can be entered from the sharing day on, or once a load has been weighed in.',
  shortfall_needs_photo: 'The weigh-in has not found so much missing. Add a photograph that shows it.',
  shortfall_over: 'This has been carried out or taken back already.',
  shortfall_entered: 'Something was entered as missing here since you looked. Check it before you enter more.',
  more_than_is_coming: 'More cannot be missing than is still to come.',
  hub_has_goods: 'The hub has weighed these goods in, so its staff enter what is missing.',
  picture_not_found: 'This picture is not among those you uploaded.',

  // Delivery runs
  run_empty: 'Choose at least one order.',
  rider_is_out: 'This rider is out with a run. Give the run to another rider first, or wait until it ends.',
  run_left: 'This run has started. Only its rider can change now, and stops can be taken out.',
  run_over: 'This run has ended.',
  run_window_wrong: 'A run ends after it begins, within 12 hours, and not in the past.',
  rider_unknown: 'This person does not deliver from here. Invite them first, to deliver goods.',
  rider_own_order: 'One of these orders is the rider’s own. Choose another rider for it.',
  not_to_send: 'One of these orders does not go out from here any more. Please look at the list again.',
  on_a_run_already: 'One of these orders is already on a run. Please look at the list again.',
  stop_over: 'This stop is already over.',
  run_not_out: 'Start the run first.',
  door_photo_missing: 'Take a photo of the door, so that the buyer can be told where you were.',

  // Bulk buying
  product_not_found: PRODUCT_NOT_FOUND,
  out_of_stock: /*i18n*/ 'There is not enough in stock.',
  share_date_past:
    /*i18n*/ 'This product is between sharing days. It can be bought again once the vendor sets the next one.',
  shop_closed: SHOP_CLOSED,

  // Vendors (7 and 8)
  vendor_profile_not_found: errorTexts.vendorProfileNotFound,
  vendor_not_active: 'Your shop must be approved before a group buy can be published',
  owner_is_no_vendor: 'The owner of this shop is not a vendor now. A chief must give them the role first.',
  shop_name_taken: /*i18n*/ 'Another shop already has this name. Please choose one that buyers can tell apart.',
  stockpile_not_offered: /*i18n*/ 'The vendor does not offer to stockpile this product.',
  product_in_use: 'This product has running group buys or orders; it can be deleted when they have ended',

  // Roles (8, and design.md section 2)
  select_user_and_role: errorTexts.selectUserAndRole,
  role_not_settable: 'This role cannot be given here.',
  own_role: 'You cannot change your own role.',
  last_chief: 'The last chief must remain chief.',
  role_leaves_something: 'This change of role leaves something behind. Confirm it under Role Management.',
  user_not_found: 'User not found',

  // Deleting one's account
  proof_needed: PROOF_NEEDED,
  account_has_orders:
    /*i18n*/ 'You have orders that are not finished. You can delete your account once they are completed, cancelled or refunded.',
  account_has_shop:
    /*i18n*/ 'Your shop has running group buys or orders that are not finished. You can delete your account once they have ended.',
  account_has_money:
    /*i18n*/ 'Your shop has money to take out, or a payout on its way. Take it out before you delete your account.',
  account_is_out:
    /*i18n*/ 'You are out with a delivery run. You can delete your account once the run has ended or another rider has it.',
} as const

/** Further words of a refusal that stand in SQL as well. */
export const triggerTexts = {
  oneProductAtATime: 'Delete one product at a time, named by id=eq.',
} as const

/** What the table API says to clients, beside the commands. */
export const tableTexts = {
  nameTheRows: (column: string) => `Name the rows to be written, with ${column}=eq. or ${column}=in.`,
} as const
