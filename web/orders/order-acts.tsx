import { decideLeave } from '#domain/group-buys/leaving.ts'
import { nairaToKobo } from '#domain/money.ts'
import { isRefusal } from '#domain/refusal.ts'
import { buttonClass, LinkButton } from '#web/ui/button.tsx'
import { ConfirmForm } from '#web/ui/confirm-form.tsx'
import { kobo } from '#web/ui/format.ts'
import type { OwnBulkOrder, OwnGroupOrder } from './queries.ts'

interface ActsProps {
  order: OwnGroupOrder | OwnBulkOrder
  now: string
}

/** What a buyer may do with an order: pay it, or take it back, with what that costs. */
export function OrderActs({ order, now }: ActsProps) {
  const words = order.kind === 'group' ? leaveWords(order, now) : order.status === 'pending' ? CANCELLING : null
  return (
    <div className="mt-4 flex flex-wrap gap-3 print:hidden">
      {isPayable(order, now) && (
        <LinkButton to={`/account/pay?order=${order.id}`}>Pay {kobo(order.amount_due_kobo)}</LinkButton>
      )}
      {order.payment_id && (
        <LinkButton to={`/account/payments/${order.payment_id}`} tone="plain">
          See the payment
        </LinkButton>
      )}
      {words && (
        <ConfirmForm className={buttonClass({ tone: 'plain' })} {...words}>
          {words.question.slice(0, -1)}
        </ConfirmForm>
      )}
    </div>
  )
}

function isPayable(order: OwnGroupOrder | OwnBulkOrder, now: string): boolean {
  if (order.status !== 'pending') return false
  const until =
    order.hold_expires_at ?? (order.kind === 'group' ? order.group_buy.payment_due_at : order.checkout?.hold_expires_at)
  return until != null && Date.parse(now) <= Date.parse(until)
}

/** The same rule as the command's, so that the screen says beforehand what leaving costs. */
function leaveWords(order: OwnGroupOrder, now: string) {
  const { group_buy: buy } = order
  if (!buy.payment_due_at) return null
  const goods = nairaToKobo(order.status === 'confirmed' ? order.unit_price : order.ceiling_unit_price)
  const decision = decideLeave(
    {
      status: order.status,
      paidAt: order.paid_at === null ? null : new Date(order.paid_at),
      chargedGoodsKobo: goods * BigInt(order.quantity),
      chargedKobo: BigInt(order.charged_kobo) - BigInt(order.returned_kobo),
      buy: {
        endDate: new Date(buy.end_date),
        paymentDueAt: new Date(buy.payment_due_at),
        extendedAt: buy.extended_at === null ? null : new Date(buy.extended_at),
      },
    },
    { now: new Date(now), lateChargeBasisPoints: buy.late_leave_charge_bps },
  )
  if (isRefusal(decision)) return null
  const { to, free, chargeKobo, refundKobo } = decision
  if (to === 'cancelled') return LEAVING
  const back = `${kobo(refundKobo)} comes back to you: PEPS at once, naira in 3 to 5 business days.`
  return {
    ...LEAVING,
    detail: free
      ? `Others can take your place. ${back}`
      : `The free time is over, so ${kobo(chargeKobo)} goes to the vendor. ${back}`,
  }
}

const LEAVING = {
  question: 'Leave this group buy?',
  detail: 'Others can take your place. You have paid nothing, so nothing is owed.',
  confirmLabel: 'Leave',
  cancelLabel: 'Stay in',
  fields: { intent: 'leave' },
}

const CANCELLING = {
  question: 'Cancel this order?',
  detail: 'The goods go back on sale. You have paid nothing, so nothing is owed.',
  confirmLabel: 'Cancel the order',
  cancelLabel: 'Keep it',
  fields: { intent: 'cancel' },
}
