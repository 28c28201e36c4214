import type { LocalGateway } from '#platform/payment-gateways/local/local-gateway.ts'
import { confirmPayment, type PaymentDeps } from '#server/payments/confirm-payment.ts'
import type { TestMarket } from '../market.ts'
import { givePeps } from './money-market.ts'

export interface PaidOrder {
  buyer: string
  buyId: string
  orderId: string
  paymentId: string
  reference: string
  /** Naira paid at the gateway. */
  amountKobo: bigint
}

interface PaidOrderOptions {
  /** The gateway's fee. */
  feesKobo?: number
  pepsKobo?: number
  /** False: paid at the gateway, but not confirmed yet. */
  isBooked?: boolean
  buy?: Record<string, unknown>
}

/** Returns a function that creates an order of two units, in its own buy, paid at the local gateway. */
export function paidOrders(market: TestMarket, { play, deps }: { play: LocalGateway; deps: PaymentDeps }) {
  return async ({
    feesKobo = 0,
    pepsKobo = 0,
    isBooked = true,
    buy = {},
  }: PaidOrderOptions = {}): Promise<PaidOrder> => {
    const { buyId } = await market.buy(buy)
    const buyer = await market.person()
    if (pepsKobo > 0) await givePeps(market, buyer, pepsKobo)
    const { body } = await market.call('join-group-buy', { group_buy_id: buyId, quantity: 2 }, { as: buyer })
    const { id: orderId, amount_due_kobo: expected_kobo } = body.order
    const payment = { order_ids: [orderId], peps_kobo: pepsKobo, expected_kobo, return_to: null }
    const { payment_id: paymentId, naira_kobo } = (await market.call('pay-orders', payment, { as: buyer })).body
    const { reference } = await market.row<{ reference: string }>(
      'select reference from public.payments where id = $1',
      [paymentId],
    )
    const url = `https://market.test/pay/${paymentId}/back`
    const amountKobo = BigInt(naira_kobo)
    await play.gateway.initiatePayment({
      reference,
      amountKobo,
      email: 'a@market.test',
      returnUrl: url,
      cancelUrl: url,
    })
    await market.db.owner.query('update local_gateway.payments set fees_kobo = $2 where reference = $1', [
      reference,
      feesKobo,
    ])
    const way = new URLSearchParams({ way: 'pay' })
    await play.pages(new Request(`https://market.test/dev/pay/${reference}`, { method: 'POST', body: way }))
    if (isBooked) await confirmPayment(deps, reference)
    return { buyer, buyId, orderId, paymentId, reference, amountKobo }
  }
}
