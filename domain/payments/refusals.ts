import type { RefusalTexts } from '#domain/refusals/refusal-texts.ts'
import { PAYMENT_NOT_FOUND } from '#domain/texts/screens.ts'

export const paymentRefusals = {
  invalid: {
    peps_exceed_total: /*i18n*/ 'You can use PEPS up to the total.',
    amount_out_of_bounds: 'This is more than the goods it is about can account for.',
  },
  forbidden: {
    amount_needs_another: 'Another person with at least the same role decides this.',
  },
  missing: {
    payment_not_found: PAYMENT_NOT_FOUND,
  },
  conflict: {
    already_paid: /*i18n*/ 'This order is already paid.',
    payment_closed: /*i18n*/ 'The time to pay for this order has passed.',
    payment_under_way:
      /*i18n*/ 'You have started to pay for this. Check that payment, or cancel it, before you pay in another way.',
    payment_over: /*i18n*/ 'This payment has ended, so it cannot be cancelled.',
    peps_not_enough: /*i18n*/ 'You have fewer PEPS than that.',
    peps_after_refund:
      /*i18n*/ 'Part of what you paid is on its way back to where you paid from, so the difference can be paid in naira only.',
    more_than_is_left: /*i18n*/ 'This is more than is left of this order.',
    still_held: 'These goods are still held for the buyer, so what comes back is taken from there: choose the vendor.',
    refund_to_confirm: 'Check the refund and who pays for it, and confirm it.',
    price_not_final: 'The price of this group buy is not final yet. Part of an order can be given back after that.',
    payment_disputed: 'The buyer’s bank asks for this payment back. It is decided there what comes back.',
    claim_decides: 'There is an open claim about these goods. Answer it: what comes back is decided there.',
    shop_refund_too_late: 'This order was completed more than 30 days ago. Write to our staff.',
    paid_out_already: 'Your balance does not cover this: the money of these goods was paid out to you already.',
    amount_waits: 'An amount for this is already waiting for a second person.',
    amount_over: 'It was not decided in time. Enter it again.',
    bank_entry_used: 'This bank entry has been named before. Each entry counts once.',
  },
} as const satisfies RefusalTexts
