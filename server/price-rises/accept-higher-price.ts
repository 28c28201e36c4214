import type pg from 'pg'
import { checkFields, uuid, wholeNumber } from '#domain/forms/validation.ts'
import { stayingFault } from '#domain/price-rises/answering.ts'
import { isRefusal, refuse } from '#domain/refusal.ts'
import { type Command, type CommandContext, PER_MINUTE } from '#server/command.ts'
import { beginDifference } from '#server/payments/differences/begin-difference.ts'
import {
  countYes,
  dropPricePayments,
  type OrderToAnswer,
  readOrderToAnswer,
} from '#server/payments/differences/price-difference.ts'
import { lockFulfilmentOrder } from '#server/payments/fulfilment/read-fulfilment-order.ts'

const MAX_KOBO = Number.MAX_SAFE_INTEGER

/**
 * A buyer agrees to the higher price that their shop asks for. The yes of an unpaid order counts at once; that of a paid
 * one when the difference is paid, in naira, PEPS or both.
 */
export const acceptHigherPrice: Command<'accept-higher-price'> = {
  name: 'accept-higher-price',
  who: 'signed-in',
  personal: true,
  limit: { tries: 20, ...PER_MINUTE },
  fields: ['order_id', 'price_rise_id', 'peps_kobo', 'expected_kobo'],
  check: (raw) =>
    checkFields(raw, {
      order_id: uuid('Order'),
      price_rise_id: uuid('Higher price'),
      peps_kobo: wholeNumber({ label: 'PEPS', min: 0, max: MAX_KOBO }),
      expected_kobo: wholeNumber({ label: 'Difference', min: 1, max: MAX_KOBO }),
    }),
  async run({ input, caller, tx, context }) {
    const userId = caller.userId ?? ''
    await lockFulfilmentOrder(tx, { orderId: input.order_id, userId })
    const order = await readOrderToAnswer(tx, { orderId: input.order_id, priceRiseId: input.price_rise_id, userId })
    if (!order) return refuse('price_rise_not_found')
    const expectedKobo = BigInt(input.expected_kobo)
    const rise = { status: order.rise_status, endsAt: order.ends_at }
    const fault = stayingFault(order, { rise, expectedKobo, now: order.now })
    if (fault) return fault
    if (order.status === 'pending') return acceptUnpaid(tx, order, context)
    return payForYes(tx, order, { pepsKobo: BigInt(input.peps_kobo), context })
  },
}

async function acceptUnpaid(tx: pg.PoolClient, order: OrderToAnswer, { siteUrl }: CommandContext) {
  await countYes(tx, { order, paymentId: null, siteUrl })
  await tx.query(
    `update public.orders set ceiling_unit_price = $2, fee_kobo = $3, amount_due_kobo = amount_due_kobo + $4 where id = $1`,
    [order.id, order.ceiling_price, order.feeKobo, order.moreKobo],
  )
  return { order_id: order.id, payment: null }
}

interface YesPayment {
  pepsKobo: bigint
  context: CommandContext
}

async function payForYes(tx: pg.PoolClient, order: OrderToAnswer, { pepsKobo, context }: YesPayment) {
  const { id: orderId, user_id: userId, moreKobo, hasRefund } = order
  const payment = await beginDifference(tx, {
    kind: 'price',
    orderId,
    userId,
    context,
    differenceKobo: moreKobo,
    pepsKobo,
    expectedKobo: moreKobo,
    hasRefund,
    paysTheSame: (paymentId) => isForRise(tx, paymentId, order),
    drop: () => dropPricePayments(tx, { orderId, userId }),
    store: (paymentId) =>
      tx.query(
        'insert into public.price_payments (payment_id, order_id, price_rise_id, more_kobo) values ($1, $2, $3, $4)',
        [paymentId, orderId, order.price_rise_id, moreKobo],
      ),
  })
  return isRefusal(payment) ? payment : { order_id: orderId, payment }
}

async function isForRise(tx: pg.ClientBase, paymentId: string, order: OrderToAnswer): Promise<boolean> {
  const { rowCount } = await tx.query(
    `select from public.price_payments where payment_id = $1 and price_rise_id = $2 and more_kobo = $3 and status = 'awaited'`,
    [paymentId, order.price_rise_id, order.moreKobo],
  )
  return rowCount === 1
}
