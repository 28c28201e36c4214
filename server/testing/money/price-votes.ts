import { withoutTriggers } from '#database/tests/setup/as-owner.ts'
import type { LocalGateway } from '#platform/payment-gateways/local/local-gateway.ts'
import { confirmPayment } from '#server/payments/confirm-payment.ts'
import type { TestMarket } from '../market.ts'
import type { paidBuys, TestOrder } from './paid-buys.ts'

const SITE = 'https://market.test'

/** Helpers to ask for a higher price, to answer, and to end the vote. */
export function priceVotes(market: TestMarket, buys: ReturnType<typeof paidBuys>, play: LocalGateway) {
  const votes = {
    ask: (
      buyId: string,
      ownerId: string,
      { rise = 1_000, reason = 'The mill raised its price.' }: { rise?: number; reason?: string } = {},
    ) => market.call('ask-higher-price', { group_buy_id: buyId, rise_naira: rise, reason }, { as: ownerId }),
    /** Reads what the yes costs as the buyer's page does. */
    async question({ orderId }: Pick<TestOrder, 'orderId'>): Promise<{ riseId: string; moreKobo: number }> {
      return market.row(
        `select r.id as "riseId", ((r.ceiling_price - o.ceiling_unit_price) * 100 * o.quantity + div(r.ceiling_price * 100 * o.quantity * o.buyer_fee_bps, 10000)
           - div(o.ceiling_unit_price * 100 * o.quantity * o.buyer_fee_bps, 10000))::integer as "moreKobo"
         from public.orders o join public.price_rises r on r.group_buy_id = o.group_buy_id where o.id = $1`,
        [orderId],
      )
    },
    async stay({ buyer, orderId }: TestOrder, { pepsKobo = 0, key }: { pepsKobo?: number; key?: string } = {}) {
      const { riseId, moreKobo } = await votes.question({ orderId })
      const yes = {
        order_id: orderId,
        price_rise_id: riseId,
        peps_kobo: pepsKobo,
        expected_kobo: Math.max(moreKobo, 1),
      }
      return market.call('accept-higher-price', yes, { as: buyer, ...(key && { key }) })
    },
    /** Pays at the gateway, and confirms it. */
    async payAt(paymentId: string) {
      const { kobo } = await market.row<{ kobo: bigint }>(
        'select naira_kobo as kobo from public.payments where id = $1',
        [paymentId],
      )
      const reference = `AJ-${paymentId}`
      const page = `${SITE}/pay/${paymentId}/back`
      await play.gateway.initiatePayment({
        reference,
        amountKobo: kobo,
        email: 'a@market.test',
        returnUrl: page,
        cancelUrl: page,
      })
      await play.pages(
        new Request(`${SITE}/dev/pay/${reference}`, { method: 'POST', body: new URLSearchParams({ way: 'pay' }) }),
      )
      return confirmPayment(buys.deps, reference)
    },
    /** Pays the difference that was begun. */
    async payDifference({ orderId }: TestOrder) {
      const { id } = await market.row<{ id: string }>(
        `select payment_id as id from public.price_payments where order_id = $1 and status = 'awaited'`,
        [orderId],
      )
      return votes.payAt(id)
    },
    async agree(order: TestOrder): Promise<void> {
      const { status, body } = await votes.stay(order)
      if (status !== 200) throw new Error(`The yes was refused: ${body.code}`)
      if (body.payment) await votes.payAt(body.payment.payment_id)
    },
    async letVoteEnd(buyId: string): Promise<void> {
      await withoutTriggers(market.db.owner, (client) =>
        client.query(
          `update public.price_rises set ends_at = asked_at + interval '1 millisecond' where group_buy_id = $1`,
          [buyId],
        ),
      )
    },
  }
  return votes
}
