import type { PayOrdersInput } from '#api/commands/payments.ts'
import { isUuid } from '#domain/forms/validation.ts'
import { isKobo } from '#domain/money.ts'
import { type PayableOrder, planPayment } from '#domain/payments/paying.ts'
import { readPaymentWay } from '#domain/payments/ways.ts'
import { isRefusal, refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import {
  beginPayment,
  expirePayment,
  isSamePayment,
  readOpenPayments,
  readSpendablePeps,
  secondPaymentFault,
  toStartedPayment,
} from './begin-payment.ts'
import { ensureCollectionPlace } from './fulfilment/ensure-collection-place.ts'
import { markOrdersPaid } from './mark-orders-paid.ts'
import { lockOrders, readPayableOrders } from './payable-orders.ts'

const MAX_ORDERS = 20

/** Starts the payment of orders: with PEPS at once, with naira at the gateway. Two tabs share one payment. */
export const payOrders: Command<'pay-orders'> = {
  name: 'pay-orders',
  who: 'signed-in',
  personal: true,
  limit: { tries: 20, ...PER_MINUTE },
  fields: ['order_ids', 'peps_kobo', 'expected_kobo', 'return_to', 'way'],
  check,
  async run({ input, caller, tx, context }) {
    const userId = caller.userId ?? ''
    await tx.query(`select public.caused_by('buyer')`)
    await lockOrders(tx, input.order_ids)
    const orders = await readPayableOrders(tx, { orderIds: input.order_ids, userId })
    if (orders.length < input.order_ids.length) return refuse('order_not_found')
    const placeRefusal = await ensureCollectionPlace(tx, input.order_ids)
    if (placeRefusal) return placeRefusal
    const former = await readOpenPayments(tx, { orderIds: input.order_ids, userId })
    const [running] = former
    const existing = running && former.length === 1 && isSamePayment(running, input) ? running : undefined
    // Only at current amounts: a payment started before the price fell would be refunded and pay nothing.
    if (
      existing &&
      orders.every(({ status }) => status === 'pending') &&
      totalDueKobo(orders) === BigInt(input.expected_kobo)
    )
      return toStartedPayment(existing)
    const second = secondPaymentFault(former)
    if (second) return second
    for (const { id } of former) await expirePayment(tx, id)
    const balance = await readSpendablePeps(tx, userId)
    const plan = planPayment(orders, {
      pepsKobo: BigInt(input.peps_kobo),
      expectedKobo: BigInt(input.expected_kobo),
      balanceKobo: balance.kobo,
      now: balance.now,
    })
    if (isRefusal(plan)) return plan
    const payment = await beginPayment(tx, { plan, way: input.way ?? null, userId, context })
    await tx.query('update public.orders set return_to = $2 where id = any ($1::uuid[])', [
      input.order_ids,
      input.return_to,
    ])
    if (payment.status === 'succeeded')
      await markOrdersPaid(tx, { paymentId: payment.payment_id, siteUrl: context.siteUrl }, plan.parts)
    return payment
  },
}

function check(raw: Readonly<Record<string, unknown>>) {
  const errors: Record<string, string> = {}
  const ids = Array.isArray(raw.order_ids) ? raw.order_ids : []
  const isList = ids.length > 0 && ids.length <= MAX_ORDERS && ids.every(isUuid) && new Set(ids).size === ids.length
  if (!isList) errors.order_ids = `Orders must be 1 to ${MAX_ORDERS} different ids.`
  if (!isKobo(raw.peps_kobo)) errors.peps_kobo = 'PEPS must be a whole number of kobo.'
  if (!isKobo(raw.expected_kobo)) errors.expected_kobo = 'The total must be a whole number of kobo.'
  const returnTo = raw.return_to ?? null
  if (returnTo !== null && returnTo !== 'peps' && returnTo !== 'source')
    errors.return_to = 'A difference goes to PEPS or to the source.'
  const way = raw.way ?? null
  if (way !== null && readPaymentWay(way) === null) errors.way = 'A way to pay is bank_transfer, card or ussd.'
  if (Object.keys(errors).length > 0) return { ok: false as const, errors }
  return {
    ok: true as const,
    value: {
      ...(raw as unknown as PayOrdersInput),
      order_ids: [...ids].sort(),
      return_to: returnTo as PayOrdersInput['return_to'],
      way: readPaymentWay(way),
    },
  }
}

const totalDueKobo = (orders: readonly PayableOrder[]) => orders.reduce((all, { dueKobo }) => all + dueKobo, 0n)
