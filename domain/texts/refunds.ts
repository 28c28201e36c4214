import type { RefundState } from '../payments/states.ts'

const refundTexts: Record<RefundState, string> = {
  requested: /*i18n*/ 'Requested: it takes 3 to 5 business days',
  sent: /*i18n*/ 'Sent to your bank: it takes 3 to 5 business days',
  processed: /*i18n*/ 'Arrived',
  needs_attention: /*i18n*/ 'Delayed at the bank; we are working on it',
  failed: /*i18n*/ 'The bank sent it back; we are trying again',
}

/** How far naira have come on their way back, in the buyer's words. */
export const refundText = (status: string): string => refundTexts[status as RefundState] ?? status

/** Where a price difference may go: the buyer's choice, until the price is final. */
export const returnWays = [
  { value: '', label: /*i18n*/ 'The usual way: as PEPS if it is below ₦5,000, otherwise to where I paid from' },
  { value: 'peps', label: /*i18n*/ 'As PEPS, at once' },
  { value: 'source', label: /*i18n*/ 'To where I paid from, in 3 to 5 business days' },
]

/** Why a payment that came in paid nothing, or not what it was meant for. */
export const troubleTexts: Readonly<Record<string, string>> = {
  amount: 'Another amount: sent back',
  currency: 'Another currency: settle it at the gateway',
  test_money: 'Play money',
  not_payable: 'Too late or twice: sent back',
  reversed: 'Taken back by the bank',
}
