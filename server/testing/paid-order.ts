import type { LocalGateway } from '#platform/payment-gateways/local/local-gateway.ts'
import { confirmPayment, type PaymentDeps } from '../payments/confirm-payment.ts'
import type { TestMarket } from './market.ts'
import { givePeps } from './money-market.ts'

export interface PaidOrder {
  buyer: string
  buyId: string
  orderId: string
  paymentId: string
  reference: string
  /** In naira, at the gateway. */
  amountKobo: bigint
}

interface Wish {
  /** What the gateway keeps of it. */
  feesKobo?: number
  pepsKobo?: number
  /** False: the gateway has the money, and nobody has asked it yet. */
  isBooked?: boolean
  buy?: Record<string, unknown>
}

/** Makes orders of two units, each in a buy of its own, that are paid at the local gateway. */
export function paidOrders(market: TestMarket, { play, deps }: { play: LocalGateway; deps: PaymentDeps }) {
  return async ({ feesKobo = 0, pepsKobo = 0, isBooked = true, buy = {} }: Wish = {}): Promise<PaidOrder> => {
    const { buyId } = await market.buy(buy)
    const buyer = await market.person()
    if (pepsKobo > 0) await givePeps(market, buyer, pepsKobo)
    const { body } = await market.call('join-group-buy', { group_buy_id: buyId, quantity: 2 }, { as: buyer })
    const { id: orderId, amount_due_kobo: expected_kobo } = body.order
    const wish = { order_ids: [orderId], peps_kobo: pepsKobo, expected_kobo, return_to: null }
    const { payment_id: paymentId, naira_kobo } = (await market.call('pay-orders', wish, { as: buyer })).body
    const { reference } = await market.row<{ reference: string }>(
      'select reference from public.payments where id = $1',
      [paymentId],
    )
    const url = `https://market.test/pay/${paymentId}/back`
    const amountKobo = BigInt(naira_kobo)
    await play.gateway.initiatePayment({ reference, amountKobo, email: 'a@market.test', returnUrl: url, cancelUrl: url })
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
