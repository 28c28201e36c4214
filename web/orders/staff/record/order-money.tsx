import { Link } from 'react-router'
import { isLiveOrder } from '#domain/orders/states.ts'
import { refundText } from '#domain/payments/refunds/refund-texts.ts'
import { RecordLink } from '#web/desk/records/record-link.tsx'
import { RecordSection } from '#web/desk/records/record-screen.tsx'
import { DataList, type Fact } from '#web/ui/data-list.tsx'
import { awaitedDay, datedMoment, kobo, moment, naira } from '#web/ui/format.ts'
import type { StaffOrder } from './order-queries.ts'

/** Where the money of an order is. Chiefs get links into the ledger. */
export function OrderMoney({ order, isChief }: { order: StaffOrder; isChief: boolean }) {
  return (
    <RecordSection
      id="money"
      title="Money"
      action={
        isChief && (
          <Link to={`/chief/ledger/orders/${order.id}`} className="text-link">
            Its entries in the ledger
          </Link>
        )
      }
    >
      <DataList facts={moneyFacts(order)} />
      <MoneyMoves order={order} isChief={isChief} />
    </RecordSection>
  )
}

function moneyFacts(order: StaffOrder): Fact[] {
  const { earning, delivery_fee_kobo: delivery, amount_due_kobo: due } = order
  return [
    { label: 'Goods', value: naira(order.total_amount) },
    { label: 'Fee of the buyer', value: kobo(order.fee_kobo) },
    ...(delivery > 0 ? [{ label: 'Delivery', value: kobo(delivery) }] : []),
    {
      label: 'Paid',
      value: [kobo(order.charged_kobo), order.peps_kobo > 0 && `${kobo(order.peps_kobo)} of it in PEPS`]
        .filter(Boolean)
        .join(', '),
    },
    ...(due > 0 ? [{ label: 'Still to pay', value: kobo(due) }] : []),
    {
      label: isLiveOrder(order.status) ? 'Held until hand-over' : 'Still held',
      value: kobo(earning?.held_kobo ?? 0),
    },
    { label: 'Released to the shop', value: kobo(earning?.earned_kobo ?? 0) },
    { label: 'Given back to the buyer', value: kobo(order.returned_kobo), total: true },
  ]
}

/** Payments, refunds and payouts, one line each. */
function MoneyMoves({
  order: { payments, parts, refunds, payouts },
  isChief,
}: {
  order: StaffOrder
  isChief: boolean
}) {
  return (
    <ul className="mt-4 grid gap-2 empty:hidden">
      {payments.map(({ id, reference, status, created_at: at, naira_kobo, peps_kobo }) => (
        <MoneyMove key={id} amountKobo={naira_kobo + peps_kobo}>
          {PAYMENT_TEXTS[status] ?? status}, {datedMoment(at)}, reference{' '}
          {isChief ? (
            <RecordLink kind="payment" id={id}>
              {reference}
            </RecordLink>
          ) : (
            <span className="wrap-anywhere">{reference}</span>
          )}
        </MoneyMove>
      ))}
      {parts.map(({ id, goods_kobo, fee_kobo, delivery_kobo, payer, reason, created_at: at }) => (
        <MoneyMove key={id} amountKobo={goods_kobo + fee_kobo + delivery_kobo}>
          given back in part {payer === 'vendor' ? 'at the shop’s cost' : 'at our cost'}, {datedMoment(at)}: {reason}
        </MoneyMove>
      ))}
      {refunds.map(({ id, amount_kobo, status, expected_by, processed_at }) => (
        <MoneyMove key={id} amountKobo={amount_kobo}>
          refund: {refundText(status).toLowerCase()}
          {processed_at ? ` on ${moment(processed_at)}` : `, expected by ${awaitedDay(expected_by)}`}
        </MoneyMove>
      ))}
      {payouts.map(({ id, amount_kobo, status, created_at: at, arrived_at }) => (
        <MoneyMove key={id} amountKobo={amount_kobo}>
          in a payout to the shop of {datedMoment(at)},{' '}
          {arrived_at ? `arrived ${moment(arrived_at)}` : (PAYOUT_TEXTS[status] ?? status)}
        </MoneyMove>
      ))}
    </ul>
  )
}

function MoneyMove({ amountKobo, children }: { amountKobo: number; children: React.ReactNode }) {
  return (
    <li className="border-t border-grain pt-2 wrap-anywhere">
      <strong className="whitespace-nowrap tabular-nums">{kobo(amountKobo)}</strong> {children}
    </li>
  )
}

const PAYMENT_TEXTS: Readonly<Record<string, string>> = {
  initiated: 'payment begun',
  pending: 'payment under way',
  succeeded: 'paid',
  failed: 'payment failed',
  abandoned: 'payment not finished',
  reversed: 'taken back by the bank',
}

const PAYOUT_TEXTS: Readonly<Record<string, string>> = {
  requested: 'on its way',
  sent: 'on its way',
  needs_attention: 'delayed at the bank',
  failed: 'not paid out',
  reversed: 'returned by the bank',
}
