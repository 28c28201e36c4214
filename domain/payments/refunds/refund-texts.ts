import type { RefundState } from '../states.ts'

const refundTexts: Record<RefundState, string> = {
  requested: /*i18n*/ 'Requested: it takes 3 to 5 business days',
  sent: /*i18n*/ 'Sent to your bank: it takes 3 to 5 business days',
  processed: /*i18n*/ 'Arrived',
  needs_attention: /*i18n*/ 'Delayed at the bank; we are working on it',
  failed: /*i18n*/ 'The bank sent it back; we are trying again',
}

/** Status of a refund, for the buyer. */
export const refundText = (status: string): string => refundTexts[status as RefundState] ?? status

/** The buyer's choices for returning a price difference, until the price is final. */
export const returnChoices = [
  { value: '', label: /*i18n*/ 'The usual way: as PEPS if it is below ₦5,000, otherwise to where I paid from' },
  { value: 'peps', label: /*i18n*/ 'As PEPS, at once' },
  { value: 'source', label: /*i18n*/ 'To where I paid from, in 3 to 5 business days' },
]

/** Why a received payment did not pay its order. */
export const troubleTexts: Readonly<Record<string, string>> = {
  amount: 'Another amount: sent back',
  currency: 'Another currency: settle it at the gateway',
  test_money: 'Play money',
  not_payable: 'Too late or twice: sent back',
  reversed: 'Taken back by the bank',
}
