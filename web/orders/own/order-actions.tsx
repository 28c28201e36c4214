import type { I18n } from '@lingui/core'
import { useLingui } from '@lingui/react'
import type { ComponentProps } from 'react'
import { decideLeave } from '#domain/group-buys/participants/leaving.ts'
import { nairaToKobo } from '#domain/money.ts'
import { payBy } from '#domain/orders/pay-by.ts'
import { orderRefusals } from '#domain/orders/refusals.ts'
import type { DocumentKind } from '#domain/receipts/facts.ts'
import { kindTexts } from '#domain/receipts/paper.ts'
import { isRefusal } from '#domain/refusal.ts'
import { givingFault } from '#domain/share-gifts/giving.ts'
import { translate } from '#web/languages/translate.ts'
import { buttonClass, LinkButton } from '#web/ui/button.tsx'
import { PayLink } from '#web/ui/controls/pay-link.tsx'
import { ConfirmForm } from '#web/ui/fields/confirm-form.tsx'
import { kobo, moment } from '#web/ui/format.ts'
import { Notice } from '#web/ui/notice.tsx'
import type { OwnBulkOrder, OwnGroupOrder } from '../queries.ts'
import { cancelText } from './cancel-text.tsx'
import { ReduceOrder } from './reduce-order.tsx'

interface OrderActionsProps {
  order: OwnGroupOrder | OwnBulkOrder
  now: string
  /** The most that leaving late can cost because of the prices promised to other participants. */
  promisesKobo: number
  /** The order is on offer to somebody: what can be done about that is in its own notice. */
  isOnOffer: boolean
  /** While its shop asks for a higher price, leaving is free. */
  question: { rise_status: string; answer: string | null } | null
}

/** A buyer's actions on an order, with their cost: pay, reduce, or cancel. None while a payment is in progress. */
export function OrderActions({ order, now, promisesKobo, isOnOffer, question }: OrderActionsProps) {
  const { i18n } = useLingui()
  const paying = openPayment(order, now)
  if (paying) return <BeingPaid paymentId={paying} />
  const takesOver = order.takes_over_order_id !== null
  const waitsToTakeOver = takesOver && order.status === 'pending'
  const text = waitsToTakeOver
    ? null
    : order.kind === 'group'
      ? leaveText(i18n, order, { now, promisesKobo, question })
      : cancelText(i18n, order, now)
  return (
    <div className="mt-4 flex flex-wrap gap-3 print:hidden">
      {order.status === 'pending' && !needsAnswer(question) && <PayLink order={order} until={payBy(order)} now={now} />}
      {order.payment_id && (
        <LinkButton to={`/account/payments/${order.payment_id}`} tone="plain">
          {i18n.t('See the payment')}
        </LinkButton>
      )}
      {!waitsToTakeOver && question?.rise_status !== 'open' && <ReduceOrder order={order} now={now} />}
      {[...(order.payment?.documents ?? []), ...order.documents].map(({ number, kind }) => (
        <LinkButton key={number} to={`/account/receipts/${number}`} tone="plain">
          {i18n.t(kindTexts[kind as DocumentKind] ?? kind)}
        </LinkButton>
      ))}
      {order.kind === 'group' &&
        !isOnOffer &&
        !waitsToTakeOver &&
        question?.rise_status !== 'open' &&
        mayGive(order, now) && (
          <LinkButton to={`/account/orders/${order.id}/give`} tone="plain">
            {i18n.t('Give it to somebody')}
          </LinkButton>
        )}
      {text && <CancelForm {...text} />}
      {(order.kind === 'bulk' || order.status !== 'pending') && (
        <LinkButton to={`/account/orders/${order.id}/again`} tone="plain">
          {i18n.t('Buy again')}
        </LinkButton>
      )}
    </div>
  )
}

/** An unpaid order is paid after its buyer has said whether they stay at the higher price. */
export const needsAnswer = (question: OrderActionsProps['question']): boolean =>
  question?.rise_status === 'open' && question.answer === null

const mayGive = ({ status, group_buy: buy }: OwnGroupOrder, now: string): boolean =>
  givingFault(
    {
      status,
      waitsToTakeOver: false,
      isBeingPaid: false,
      buyStatus: buy.status,
      paymentDueAt: new Date(buy.payment_due_at ?? 0),
    },
    new Date(now),
  ) === null

type CancelOrderFormProps = Omit<ComponentProps<typeof ConfirmForm>, 'children'> & { triggerLabel: string }

function CancelForm({ triggerLabel, ...question }: CancelOrderFormProps) {
  return (
    <ConfirmForm className={buttonClass({ tone: 'plain' })} {...question}>
      {triggerLabel}
    </ConfirmForm>
  )
}

/** A payment of this order that its payer has begun and can still complete. */
export function openPayment({ status, paying }: OwnGroupOrder | OwnBulkOrder, now: string): string | null {
  if (status !== 'pending') return null
  const open = paying.find(
    ({ payment }) =>
      (payment.status === 'initiated' || payment.status === 'pending') &&
      Date.parse(payment.expires_at) > Date.parse(now),
  )
  return open?.payment.id ?? null
}

function BeingPaid({ paymentId }: { paymentId: string }) {
  const { i18n } = useLingui()
  return (
    <Notice tone="info" className="mt-4 print:hidden">
      <p>{translate(i18n, orderRefusals.conflict.being_paid)}</p>
      <LinkButton to={`/account/payments/${paymentId}`} className="mt-3">
        {i18n.t('Go to the payment')}
      </LinkButton>
    </Notice>
  )
}

/** The cost of leaving, by the command's own rule. */
function leaveText(
  i18n: I18n,
  order: OwnGroupOrder,
  { now, promisesKobo, question }: Omit<OrderActionsProps, 'order' | 'isOnOffer'>,
) {
  const { group_buy: buy } = order
  if (!buy.payment_due_at) return null
  const goods = nairaToKobo(order.ceiling_unit_price)
  const decision = decideLeave(
    {
      status: order.status,
      paidAt: order.paid_at === null ? null : new Date(order.paid_at),
      takesOver: order.takes_over_order_id !== null,
      chargedGoodsKobo: goods * BigInt(order.quantity) - BigInt(order.returned_goods_kobo),
      chargedKobo: BigInt(order.charged_kobo) - BigInt(order.returned_kobo),
      buy: {
        endDate: new Date(buy.end_date),
        paymentDueAt: new Date(buy.payment_due_at),
        extendedAt: buy.extended_at === null ? null : new Date(buy.extended_at),
        topUpAt: buy.top_up_at === null ? null : new Date(buy.top_up_at),
      },
    },
    {
      now: new Date(now),
      termsChanged: question?.rise_status === 'open',
      lateChargeBasisPoints: buy.late_leave_charge_bps,
      promisesKobo: BigInt(promisesKobo),
    },
  )
  if (isRefusal(decision)) return null
  const { to, free, chargeKobo, mostChargeKobo, refundKobo, leastRefundKobo } = decision
  const leaving = {
    triggerLabel: i18n.t('Leave this group buy'),
    question: i18n.t('Leave this group buy?'),
    detail: i18n.t('Others can take your place. You have not paid, so you owe nothing.'),
    confirmLabel: i18n.t('Leave'),
    cancelLabel: i18n.t('Stay in'),
    fields: { intent: 'leave', most_charge_kobo: String(mostChargeKobo) },
  }
  if (to === 'cancelled') return leaving
  const [amount, charge] = [kobo(refundKobo), kobo(chargeKobo)]
  if (free) {
    return {
      ...leaving,
      detail: i18n.t(
        'Others can take your place. {amount} comes back to you: PEPS at once, naira in 3 to 5 business days.',
        { amount },
      ),
    }
  }
  const by = moment(buy.payment_due_at)
  return {
    ...leaving,
    detail:
      leastRefundKobo === refundKobo
        ? i18n.t(
            'It is too late to leave for free, but giving the share to somebody is free. If you leave, {charge} goes to the vendor. {amount} comes back to you once the price of those who stay is final, by {by}.',
            { charge, amount, by },
          )
        : i18n.t(
            'It is too late to leave for free, but giving the share to somebody is free. If you leave, at least {least} and at most {amount} comes back to you once the price of those who stay is final, by {by}. The rest goes to the vendor: at least {charge}, or your part of what your leaving costs people who were promised a lower price.',
            { least: kobo(leastRefundKobo), amount, charge, by },
          ),
  }
}
