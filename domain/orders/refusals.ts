import type { RefusalTexts } from '#domain/refusals/refusal-texts.ts'
import { ORDER_NOT_FOUND, SHOP_CLOSED, SIGN_IN } from '#domain/texts/screens.ts'

export const orderRefusals = {
  invalid: {
    quantity_not_whole: /*i18n*/ 'Quantity must be a whole number from 1.',
    quantity_below_minimum: /*i18n*/ 'The quantity is below the minimum per person.',
    quantity_above_maximum: /*i18n*/ 'The quantity is above the maximum per person.',
  },
  unauthenticated: {
    sign_in_required: SIGN_IN,
  },
  forbidden: {
    own_shop: /*i18n*/ 'You cannot buy from your own shop.',
    contact_not_confirmed: /*i18n*/ 'Please verify your email address or phone number before you join or buy.',
  },
  missing: {
    order_not_found: ORDER_NOT_FOUND,
  },
  conflict: {
    market_paused:
      /*i18n*/ 'The market takes no new orders at the moment. What you have ordered and paid stays as it is.',
    shop_paused: /*i18n*/ 'This shop takes no new orders at the moment.',
    too_many_unpaid: /*i18n*/ 'You have reached your limit of unpaid orders.',
    too_much_unpaid: /*i18n*/ 'This would be more than you are allowed to owe.',
    too_large_a_share: /*i18n*/ 'This is more than one person may have unpaid in this group buy.',
    pay_first: /*i18n*/ 'Pay for what you have here before you add to it.',
    being_paid: /*i18n*/ 'You are paying for this order. Finish or cancel the payment first.',
    cancelling_closed: /*i18n*/ 'You can no longer cancel this order here.',
    shop_closed: SHOP_CLOSED,
    total_mismatch: /*i18n*/ 'The price has changed. Please check the new total.',
  },
} as const satisfies RefusalTexts
