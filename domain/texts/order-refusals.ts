// Refusals of joining and leaving. Separate from the others because pages load them in the browser.
import { joinTexts } from './errors.ts'
import { SIGN_IN } from './screens.ts'

export const orderRefusals = {
  sign_in_required: SIGN_IN,
  // Joining (5)
  buy_not_found: joinTexts.notFound,
  buy_not_active: joinTexts.notActive,
  quantity_exceeds_spots: joinTexts.exceedsSpots,
  // Joining: checks of the server beyond those of the specification
  quantity_not_whole: /*i18n*/ 'Quantity must be a whole number from 1.',
  quantity_below_minimum: /*i18n*/ 'The quantity is below the minimum per person.',
  quantity_above_maximum: /*i18n*/ 'The quantity is above the maximum per person.',
  no_places_left: /*i18n*/ 'All places in this group buy are taken.',
  own_shop: /*i18n*/ 'You cannot buy from your own shop.',
  contact_not_confirmed: /*i18n*/ 'Please verify your email address or phone number before you join or buy.',
  too_many_unpaid: /*i18n*/ 'You have reached your limit of unpaid orders.',
  too_much_unpaid: /*i18n*/ 'This would be more than you are allowed to owe.',
  too_large_a_share: /*i18n*/ 'This is more than one person may have unpaid in this group buy.',
  pay_first: /*i18n*/ 'Pay for what you have here before you add to it.',
  being_paid: /*i18n*/ 'You are paying for this order. Finish or cancel the payment first.',
  leaving_closed: /*i18n*/ 'You can no longer leave this order.',
  leaving_uncovered:
    /*i18n*/ 'You cannot leave now: people who joined after you were promised a price that counts on you, and your goods money does not cover the difference.',
} as const
