import { auditLedger } from '#database/audit/ledger.ts'
import { auditMarket } from '#database/audit/market.ts'
import { withoutTriggers } from '#database/tests/setup/as-owner.ts'
import type { LocalGateway } from '#platform/payment-gateways/local/local-gateway.ts'
import type { Database } from '#platform/postgres/database.ts'
import { confirmPayment, type PaymentDeps } from '#server/payments/confirm-payment.ts'
import { advanceGroupBuys } from '#server/settlement/advance-group-buys.ts'
import { processPayments } from '#server/settlement/process-payments.ts'
import { type CommandResponse, openTestMarket, type TestMarket } from '#server/testing/market.ts'
import { givePeps, preparing } from '#server/testing/money/money-market.ts'
import { createTestGateway } from '#server/testing/money/test-gateway.ts'

const SITE = 'https://market.test'

export interface Owed {
  buyer: string
  orderId: string
  dueKobo: number
}

/** A market with a gateway, and the actions of trials in it. */
export interface Trial extends TestMarket {
  play: LocalGateway
  payments: PaymentDeps
  /** Findings of the audits and the fault reporter; an empty list is a consistent market. */
  findings(): Promise<string[]>
  join(buyId: string, facts?: { as?: string; quantity?: number }): Promise<Owed>
  /** The answer of `pay-orders`; PEPS first. */
  begin(order: Owed, pepsKobo?: number): Promise<CommandResponse>
  /** Begins the payment if necessary, and pays the part not covered by PEPS at the gateway. */
  pay(order: Owed, pepsKobo?: number): Promise<void>
  /** Presses one of the buttons of the gateway's page, without a webhook. */
  press(paymentId: string, kobo: number, way?: string): Promise<void>
  give(person: string, kobo: number): Promise<void>
  leave(order: Owed): Promise<CommandResponse>
  /** Moves the window and the due time of a buy back by these hours. */
  letTimePass(buyId: string, hours: number): Promise<void>
  clock(): Promise<void>
  /** Advances the gateway, delivers its webhooks, and runs all pending work. */
  work(): Promise<void>
  /** Writes without the tables' guards, to simulate elapsed time. */
  rewrite(sql: string, values?: unknown[]): Promise<void>
}

interface TrialOptions {
  /** SQL that deliberately breaks the market. */
  sabotage?: string
  through?: (database: Database) => Database
}

export async function openTrial({ sabotage, through }: TrialOptions = {}): Promise<Trial> {
  const market = await openTestMarket(through && { through })
  if (sabotage) await market.db.owner.query(sabotage)
  const play = createTestGateway(market)
  const { database, owner } = market.db
  const prepared = preparing(owner)
  const payments = { database, gateway: play.gateway, takesTestMoney: true, siteUrl: SITE }
  const trial: Trial = {
    ...market,
    play,
    payments,
    async findings() {
      const all = [...(await auditLedger(prepared)), ...(await auditMarket(prepared))]
      return [...all.map(({ rule, detail }) => `${rule}: ${detail}`), ...market.faults.map(String)]
    },
    async join(buyId, { as, quantity = 1 } = {}) {
      const buyer = as ?? (await market.person())
      const { body } = await market.call('join-group-buy', { group_buy_id: buyId, quantity }, { as: buyer })
      if (!body.order) throw new Error(`Nobody could join: ${body.message}`)
      return { buyer, orderId: body.order.id, dueKobo: body.order.amount_due_kobo }
    },
    begin: ({ buyer, orderId, dueKobo }, pepsKobo = 0) =>
      market.call(
        'pay-orders',
        { order_ids: [orderId], peps_kobo: pepsKobo, expected_kobo: dueKobo, return_to: null },
        { as: buyer },
      ),
    async pay(order, pepsKobo = 0) {
      const { body } = await trial.begin(order, pepsKobo)
      if (!body.payment_id) throw new Error(`Nobody could pay: ${body.message}`)
      if (body.status === 'succeeded') return
      await trial.press(body.payment_id, body.naira_kobo)
      await confirmPayment(payments, `AJ-${body.payment_id}`)
    },
    async press(paymentId, kobo, way = 'pay') {
      const reference = `AJ-${paymentId}`
      const page = `${SITE}/pay/${paymentId}/back`
      const attempt = { reference, amountKobo: BigInt(kobo), email: 'payer@market.test' }
      await play.gateway.initiatePayment({ ...attempt, returnUrl: page, cancelUrl: page })
      const body = new URLSearchParams({ way })
      await play.pages(new Request(`${SITE}/dev/pay/${reference}`, { method: 'POST', body }))
    },
    give: (person, kobo) => givePeps(market, person, kobo),
    leave: ({ buyer, orderId }) => market.call('leave-group-buy', { order_id: orderId }, { as: buyer }),
    async letTimePass(buyId, hours) {
      // Orders that have ended stay where the sums by day have counted them.
      await trial.rewrite(
        `with past as (update public.orders set created_at = now() - interval '19 days' where group_buy_id = $1 and status in ('pending', 'paid'))
         update public.group_buys set end_date = now() - make_interval(hours => $2), payment_due_at = now() - make_interval(hours => $2),
           starts_at = now() - interval '20 days' where id = $1`,
        [buyId, hours],
      )
    },
    clock: () => advanceGroupBuys(database, SITE),
    async work() {
      await owner.query(`update public.refunds set next_try_at = now() where status in ('requested', 'sent')`)
      await owner.query('update public.gateway_events set next_try_at = now() where next_try_at is not null')
      await play.advance()
      await processPayments(payments)
    },
    async rewrite(sql, values = []) {
      await withoutTriggers(owner, (client) => client.query(sql, values))
    },
  }
  return trial
}
