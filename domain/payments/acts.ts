import type { ActDescribers, Fields } from '#domain/acts/act.ts'
import { formatNaira } from '#domain/money.ts'

export const paymentActs = {
  'refund.repeat': ({ after }) => [
    ` had a refund tried again that was stuck at a bank${after.to_another_account ? `, to ${String(after.bank ?? 'another account')} ****${String(after.last_four ?? '')}, ${String(after.account_name ?? '')}` : ''}.`,
  ],
  'amount.request': ({ after }) => [` entered ${amountText(after)}, which needs a second person.`],
  'amount.agree': ({ after }) => [` approved as the second person: ${amountText(after)}: ${String(after.note ?? '')}`],
  'amount.refuse': ({ after }) => [` refused ${amountText(after)}: ${String(after.note ?? '')}`],
  'cash.deposit': ({ after }) => [
    ` booked ${formatNaira(Number(after.amount_kobo ?? 0))} of a place’s cash as arrived in the bank, entry ${String(after.bank_entry ?? '')}.`,
  ],
  'order.refund-part': ({ after }) => [
    ` gave back ${formatNaira(Number(after.returned_kobo))} of order ${String(after.order_no)}, at the cost of ${after.payer === 'vendor' ? 'the vendor' : 'the market'}${Number(after.loss_kobo) > 0 ? `; ${formatNaira(Number(after.loss_kobo))} of it is our loss` : ''}.`,
  ],
} satisfies ActDescribers

/** "₦25,000, Order 1012: 4 x Ofada rice, bag" */
const amountText = (after: Fields) => `${formatNaira(Number(after.amount_kobo ?? 0))}, ${String(after.what ?? '')}`
