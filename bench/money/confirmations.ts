import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import type pg from 'pg'
import { queryWithCause } from '#database/tests/setup/as-owner.ts'
import { createPaystack } from '#platform/payment-gateways/paystack.ts'
import { signWebhook } from '#platform/payment-gateways/paystack-webhook.ts'
import { gatewayRoutes } from '#server/payments/gateway/gateway-routes.ts'
import { processPayments } from '#server/settlement/process-payments.ts'
import type { Figure } from '../figure.ts'
import { unlessOnce } from '../market/once.ts'
import { MONEY_CLIENTS, MONEY_MARKET, type MoneyBench, moneyId } from './money-market.ts'

const SECRET = 'sk_test_bench'
const ROUNDS = unlessOnce(3, 1)
const PAYMENTS_PER_ROUND = unlessOnce(200, 20)

/** Rate of payments from the signed webhook to the paid order and the booked money. */
export async function confirmations(bench: MoneyBench): Promise<Figure[]> {
  await bench.owner.query(RIVAL_TABLES)
  const product: number[] = []
  const rival: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    product.push(await rateOf(await insertPendingPayments(bench, round), productHandler(bench)))
    rival.push(await rateOf(await insertRivalOrders(bench), rivalHandler(bench)))
  }
  const mean = (all: number[]) => all.reduce((sum, rate) => sum + rate, 0) / all.length
  return [
    {
      what: 'payments confirmed by webhook, against a short handler',
      product: mean(product),
      rival: mean(rival),
      unit: '/s',
    },
  ]
}

interface WebhookHandler {
  receive(body: string, signature: string): Promise<void>
  /** Work that remains once all events have been received. */
  finish(): Promise<void>
  countConfirmed(): Promise<number>
}

async function rateOf(references: readonly string[], side: WebhookHandler): Promise<number> {
  const before = await side.countConfirmed()
  const webhooks = references.map((reference, index) => {
    const data = { id: index, reference, status: 'success', amount: 8_200_000, currency: 'NGN', domain: 'test' }
    const body = JSON.stringify({ event: 'charge.success', data: { ...data, id: reference } })
    return { body, signature: signWebhook(SECRET, new TextEncoder().encode(body)) }
  })
  const beganAt = performance.now()
  await Promise.all(
    Array.from({ length: MONEY_CLIENTS }, async () => {
      for (let webhook = webhooks.pop(); webhook; webhook = webhooks.pop())
        await side.receive(webhook.body, webhook.signature)
    }),
  )
  await side.finish()
  const seconds = (performance.now() - beganAt) / 1000
  const confirmed = (await side.countConfirmed()) - before
  if (confirmed !== references.length) throw new Error(`${confirmed} of ${references.length} payments were confirmed.`)
  return confirmed / seconds
}

/** The market's own webhook route and job; the gateway confirms each payment at once. */
function productHandler({ owner, database }: MoneyBench): WebhookHandler {
  const siteUrl = 'https://market.test'
  const gateway = createPaystack({
    name: 'local',
    secretKey: SECRET,
    baseUrl: 'http://gateway.local',
    fetch: async (url) => {
      const reference = url.slice(url.lastIndexOf('/') + 1)
      // Paystack's ids are numbers, unique per payment.
      const id = Number.parseInt(reference.slice(3, 11), 16)
      const paid = { id, domain: 'test', status: 'success', reference, currency: 'NGN', amount: 8_200_000, fees: 0 }
      return Response.json({ status: true, message: 'Done', data: { ...paid, channel: 'card', paid_at: new Date() } })
    },
  })
  const payments = { database, gateway, takesTestMoney: true, siteUrl }
  const routes = gatewayRoutes({ ...payments, reportFault: (fault) => console.error(fault) })
  const countConfirmed = () =>
    countOf(
      owner,
      `select count(*) from public.orders o where o.status = 'paid' and exists
    (select from ledger.transfers t where t.credit_id = ledger.id_of('escrow:' || o.id))`,
    )
  return {
    async receive(body, signature) {
      const headers = { 'x-paystack-signature': signature }
      const answer = await routes.fetch(new Request(`${siteUrl}/webhooks/paystack`, { method: 'POST', body, headers }))
      if (answer.status !== 200) throw new Error(`The webhook route answered ${answer.status}`)
    },
    async finish() {
      const open = `select count(*) from public.gateway_events where next_try_at is not null`
      while ((await countOf(owner, open)) > 0) await processPayments(payments)
    },
    countConfirmed,
  }
}

/** The number of people with an order that is due and a payment in progress. */
async function insertPendingPayments({ owner }: MoneyBench, round: number): Promise<string[]> {
  const first = MONEY_MARKET.people - (round + 1) * PAYMENTS_PER_ROUND
  const ids = Array.from({ length: PAYMENTS_PER_ROUND }, () => randomUUID())
  await queryWithCause(
    owner,
    'buyer',
    `insert into public.orders (id, group_buy_id, vendor_id, user_id, quantity, unit_price, total_amount, ceiling_unit_price, fee_kobo, amount_due_kobo)
     select w.id, g.id, g.vendor_id, public.bench_id('a', $3::integer + w.n::integer - 1), 1, 80000, 80000, 80000, 200000, 8200000
     from public.group_buys g cross join unnest($1::uuid[]) with ordinality as w (id, n) where g.id = $2`,
    [ids, moneyId('b', MONEY_MARKET.largeBuys + MONEY_MARKET.small), first],
  )
  await queryWithCause(
    owner,
    'buyer',
    `with begun as (
       insert into public.payments (id, reference, user_id, gateway, naira_kobo, peps_kobo, status)
       select o.id, 'AJ-' || o.id, o.user_id, 'local', o.amount_due_kobo, 0, 'initiated' from public.orders o where o.id = any ($1::uuid[]) returning id
     ) insert into public.payment_parts (payment_id, order_id, naira_kobo, peps_kobo) select id, id, 8200000, 0 from begun`,
    [ids],
  )
  return ids.map((id) => `AJ-${id}`)
}

/** A minimal hand-written handler: checks the signature, books each event once, both entries in one transaction. */
function rivalHandler({ owner }: MoneyBench): WebhookHandler {
  return {
    async receive(body, signature) {
      const expected = createHmac('sha512', SECRET).update(body).digest()
      if (!timingSafeEqual(expected, Buffer.from(signature, 'hex'))) throw new Error('Not signed')
      const { data } = JSON.parse(body) as { data: { id: string; reference: string; amount: number } }
      const client = await owner.connect()
      try {
        await client.query('begin')
        await confirmAsRival(client, data)
        await client.query('commit')
      } finally {
        client.release()
      }
    },
    finish: async () => undefined,
    countConfirmed: () => countOf(owner, `select count(*) from rival.orders where status = 'paid'`),
  }
}

async function confirmAsRival(
  client: pg.PoolClient,
  { id, reference, amount }: { id: string; reference: string; amount: number },
): Promise<void> {
  const inserted = await client.query('insert into rival.events (id) values ($1) on conflict do nothing', [id])
  if (inserted.rowCount === 0) return
  const paid = await client.query(
    `update rival.orders set status = 'paid', paid_at = now() where reference = $1 and status = 'pending' and due_kobo = $2 returning id`,
    [reference, amount],
  )
  if (paid.rowCount === 0) return
  await client.query(
    `insert into rival.entries (order_id, account, kobo) values ($1, 'gateway', $2), ($1, 'held', -$2::bigint)`,
    [paid.rows[0].id, amount],
  )
}

async function insertRivalOrders({ owner }: MoneyBench): Promise<string[]> {
  const { rows } = await owner.query<{ reference: string }>(
    `insert into rival.orders (reference, due_kobo) select 'AJ-' || gen_random_uuid(), 8200000 from generate_series(1, ${PAYMENTS_PER_ROUND}) returning reference`,
  )
  return rows.map(({ reference }) => reference)
}

async function countOf(owner: pg.Pool, sql: string): Promise<number> {
  const { rows } = await owner.query<{ count: bigint }>(sql)
  return Number(rows[0]?.count ?? 0)
}

const RIVAL_TABLES = `create schema rival;
create table rival.orders (id uuid primary key default gen_random_uuid(), reference text unique not null, status text not null default 'pending', due_kobo bigint not null, paid_at timestamptz);
create table rival.events (id text primary key, at timestamptz not null default now());
create table rival.entries (id bigint generated always as identity primary key, order_id uuid not null references rival.orders, account text not null, kobo bigint not null);
create index on rival.entries (order_id)`
