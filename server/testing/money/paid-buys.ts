import { withoutTriggers } from '#database/tests/setup/as-owner.ts'
import type { LocalGateway } from '#platform/payment-gateways/local/local-gateway.ts'
import { confirmPayment } from '#server/payments/confirm-payment.ts'
import { advanceGroupBuys } from '#server/settlement/advance-group-buys.ts'
import { processPayments } from '#server/settlement/process-payments.ts'
import type { TestMarket } from '../market.ts'
import { createTestGateway } from './test-gateway.ts'

export interface TestOrder {
  buyer: string
  orderId: string
  dueKobo: number
}

/** Moves the dates of a buy into the past; its window ended `hours` ago. */
export async function letTimePass({ db }: Pick<TestMarket, 'db'>, buyId: string, hours: number): Promise<void> {
  await withoutTriggers(db.owner, async (client) => {
    await client.query(
      `update public.group_buys set end_date = now() - make_interval(hours => $2), payment_due_at = now() - make_interval(hours => $2),
         starts_at = now() - interval '20 days' where id = $1`,
      [buyId, hours],
    )
    await client.query(`update public.orders set created_at = now() - interval '19 days' where group_buy_id = $1`, [
      buyId,
    ])
  })
  // Orders that were counted on another day.
  await db.owner.query('select sums.recount()')
}

/** Helpers to join and pay buys with naira and to let time pass. */
export function paidBuys(market: TestMarket, play: LocalGateway = createTestGateway(market)) {
  const site = 'https://market.test'
  const deps = { database: market.db.database, gateway: play.gateway, takesTestMoney: true, siteUrl: site }
  const buys = {
    deps,
    clock: () => advanceGroupBuys(market.db.database, site),
    async join(
      buyId: string,
      { quantity = 1, upTo = null, buyer }: { quantity?: number; upTo?: number | null; buyer?: string } = {},
    ): Promise<TestOrder> {
      const as = buyer ?? (await market.person())
      const request = { group_buy_id: buyId, quantity, up_to: upTo }
      const { body } = await market.call('join-group-buy', request, { as })
      return { buyer: as, orderId: body.order.id, dueKobo: body.order.amount_due_kobo }
    },
    async pay({ buyer, orderId, dueKobo }: TestOrder): Promise<void> {
      const payment = { order_ids: [orderId], peps_kobo: 0, expected_kobo: dueKobo, return_to: null }
      const { body } = await market.call('pay-orders', payment, { as: buyer })
      const reference = `AJ-${body.payment_id}`
      const page = `${site}/pay/${body.payment_id}/back`
      const amountKobo = BigInt(body.naira_kobo)
      await play.gateway.initiatePayment({
        reference,
        amountKobo,
        email: 'a@market.test',
        returnUrl: page,
        cancelUrl: page,
      })
      await play.pages(
        new Request(`${site}/dev/pay/${reference}`, { method: 'POST', body: new URLSearchParams({ way: 'pay' }) }),
      )
      const answer = await confirmPayment(deps, reference)
      if (answer !== 'succeeded') throw new Error(`The payment is ${answer}`)
    },
    /** Lets people join and pay. */
    async paid(buyId: string, people: number, quantity = 1): Promise<TestOrder[]> {
      const all: TestOrder[] = []
      for (let person = 0; person < people; person += 1) all.push(await buys.join(buyId, { quantity }))
      for (const one of all) await buys.pay(one)
      return all
    },
    letTimePass: (buyId: string, hours: number) => letTimePass(market, buyId, hours),
    /** Sends all refunds and lets them arrive. */
    async letRefundsArrive(): Promise<void> {
      for (let round = 0; round < 4; round += 1) {
        await market.db.owner.query(
          `update public.refunds set next_try_at = now() where status in ('requested', 'sent')`,
        )
        await play.advance()
        await processPayments(deps)
      }
    },
    /** Creates a settled buy that `people` buyers have paid for. */
    async settled(people: number, facts: { quantity?: number; buy?: Record<string, unknown> } = {}) {
      const made = await market.buy(facts.buy)
      const all = await buys.paid(made.buyId, people, facts.quantity)
      await buys.letTimePass(made.buyId, 1)
      await buys.clock()
      return { ...made, orders: all }
    },
  }
  return buys
}
