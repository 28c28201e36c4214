import { decideLeave } from '#domain/group-buys/leaving.ts'
import { nairaToKobo } from '#domain/money.ts'
import type { DocumentKind } from '#domain/receipts/facts.ts'
import { kindTexts } from '#domain/receipts/paper.ts'
import { isRefusal } from '#domain/refusal.ts'
import { orderRefusals } from '#domain/texts/order-refusals.ts'
import { buttonClass, LinkButton } from '#web/ui/button.tsx'
import { ConfirmForm } from '#web/ui/confirm-form.tsx'
import { kobo } from '#web/ui/format.ts'
import { Notice } from '#web/ui/notice.tsx'
import { cancelWords } from './cancel-words.tsx'
import type { OwnBulkOrder, OwnGroupOrder } from './queries.ts'
import { TakeLess } from './take-less.tsx'

interface ActsProps {
  order: OwnGroupOrder | OwnBulkOrder
  now: string
}

/** What a buyer may do with an order: pay it, take less, or take it back, with what that costs. Nothing of it while it is being paid. */
export function OrderActs({ order, now }: ActsProps) {
  const paying = openPayment(order, now)
  if (paying) return <BeingPaid paymentId={paying} />
  const words = order.kind === 'group' ? leaveWords(order, now) : cancelWords(order, now)
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
      <TakeLess order={order} now={now} />
      {[...(order.payment?.documents ?? []), ...order.documents].map(({ number, kind }) => (
        <LinkButton key={number} to={`/account/receipts/${number}`} tone="plain">
          {kindTexts[kind as DocumentKind] ?? kind}
        </LinkButton>
      ))}
      {words && (
        <ConfirmForm className={buttonClass({ tone: 'plain' })} {...words}>
          {words.question.slice(0, -1)}
        </ConfirmForm>
      )}
      {(order.kind === 'bulk' || order.status !== 'pending') && (
        <LinkButton to={`/account/orders/${order.id}/again`} tone="plain">
          Buy again
        </LinkButton>
      )}
    </div>
  )
}

/** A payment of this order that its payer has begun and that can still be finished. */
function openPayment({ status, paying }: OwnGroupOrder | OwnBulkOrder, now: string): string | null {
  if (status !== 'pending') return null
  const open = paying.find(
    ({ payment }) =>
      (payment.status === 'initiated' || payment.status === 'pending') &&
      Date.parse(payment.expires_at) > Date.parse(now),
  )
  return open?.payment.id ?? null
}

function BeingPaid({ paymentId }: { paymentId: string }) {
  return (
    <Notice tone="info" className="mt-4 print:hidden">
      <p>{orderRefusals.being_paid}</p>
      <LinkButton to={`/account/payments/${paymentId}`} className="mt-3">
        Go to the payment
      </LinkButton>
    </Notice>
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
      chargedGoodsKobo: goods * BigInt(order.quantity) - BigInt(order.goods_back_kobo),
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
