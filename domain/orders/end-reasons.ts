/**
 * Why an order or a group buy ended, as stored in `end_reason`; screens translate those of a buy. SQL repeats the texts
 * as literals. A cart that expired has another one, `not paid in time` (database/orders/guards.sql), and a buy that its
 * vendor or staff cancelled has the reason that they typed.
 */
export const endReasons = {
  left: /*i18n*/ 'left by the buyer',
  cancelled: /*i18n*/ 'cancelled by the buyer',
  tooFewPaid: /*i18n*/ 'too few people paid',
  minimumMissed: /*i18n*/ 'the minimum was not reached',
  noPackFilled: /*i18n*/ 'not one pack was filled',
  packNotFilled: /*i18n*/ 'the last pack was not filled',
  buyCancelled: /*i18n*/ 'the group buy was cancelled',
  notPaid: /*i18n*/ 'not paid by the due time',
  holdExpired: /*i18n*/ 'not paid while the place was held',
  priceRose: /*i18n*/ 'the price rose',
  reversed: /*i18n*/ 'the bank took the payment back',
  refunded: /*i18n*/ 'given back in full',
  given: /*i18n*/ 'given to somebody else',
  notTaken: /*i18n*/ 'the share was not taken over',
} as const
