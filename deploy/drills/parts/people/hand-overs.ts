import type pg from 'pg'
import { queryWithCause, withoutTriggers } from '#database/tests/setup/as-owner.ts'
import { openDatabase } from '#platform/postgres/database.ts'
import { moveGroupBuys } from '#server/group-buys/move-group-buys.ts'
import { settleBuys } from '#server/settlement/settle-buys.ts'
import { buyId, personId, SHOPS } from '../../../../bench/market/market.ts'
import { type Market, SIZE } from '../market-processes.ts'
import { callUntilAnswered } from './calls.ts'

/** The buy whose goods are handed over; no load joins it. */
const BUY = buyId(0)
/** Its shop's owner. */
const OWNER = SIZE.people - 1
/** Orders of one person a buy. */
export const MAX_HAND_OVERS = SIZE.people - SHOPS

/** Paid, settled orders of persons 0 to `count - 1`, which are ready for collection. */
export async function prepareHandOvers(owner: pg.Pool, connectionString: string, count: number): Promise<void> {
  await withoutTriggers(owner, (client) =>
    client.query(`update public.profiles set role = 'vendor', referral_code = null where id = $1`, [personId(OWNER)]),
  )
  await queryWithCause(owner, 'buyer', INSERT_ORDERS, [BUY, count, personId(0)])
  await owner.query(PAY_INTO_ESCROW, [BUY])
  await queryWithCause(owner, 'buyer', INSERT_PAYMENTS, [BUY])
  await queryWithCause(
    owner,
    'gateway',
    `update public.orders set status = 'paid', paid_at = now(), charged_kobo = amount_due_kobo, amount_due_kobo = 0, payment_id = id where group_buy_id = $1`,
    [BUY],
  )
  await withoutTriggers(owner, async (client) => {
    await client.query(`update public.orders set created_at = now() - interval '19 days' where group_buy_id = $1`, [
      BUY,
    ])
    await client.query(
      `update public.group_buys set end_date = now() - interval '1 hour', payment_due_at = now() - interval '1 hour', starts_at = now() - interval '20 days' where id = $1`,
      [BUY],
    )
  })
  // The orders are counted on another day now.
  await owner.query('select sums.recount()')
  const database = openDatabase({ connectionString, maxConnections: 4 })
  try {
    for (const work of [moveGroupBuys, settleBuys]) {
      for (const fault of await work(database, 'http://drill.test')) throw fault
    }
  } finally {
    await database.close()
  }
  await queryWithCause(
    owner,
    'vendor',
    `update public.orders set status = 'ready', ready_at = now() where group_buy_id = $1 and status = 'confirmed'`,
    [BUY],
  )
}

const INSERT_ORDERS = `
  insert into public.orders (id, group_buy_id, vendor_id, user_id, quantity, unit_price, total_amount, ceiling_unit_price, fee_kobo, amount_due_kobo)
  select gen_random_uuid(), g.id, g.vendor_id, (left($3::text, 24) || lpad(to_hex(n), 12, '0'))::uuid, 1, 80000, 80000, 80000, 200000, 8200000
  from generate_series(0, $2::integer - 1) n cross join public.group_buys g where g.id = $1`

const PAY_INTO_ESCROW = `
  select count(ledger.post('payment:AJ-' || o.id, jsonb_build_array(jsonb_build_object('kind', 'payment', 'credit', o.id, 'amount_kobo', o.amount_due_kobo))))
  from public.orders o where o.group_buy_id = $1`

const INSERT_PAYMENTS = `
  with paid as (
    insert into public.payments (id, reference, user_id, gateway, naira_kobo, peps_kobo, status, succeeded_at, received_kobo, gateway_id)
    select o.id, 'AJ-' || o.id, o.user_id, 'local', o.amount_due_kobo, 0, 'succeeded', now(), o.amount_due_kobo, o.id::text from public.orders o where o.group_buy_id = $1
    returning id
  ) insert into public.payment_parts (payment_id, order_id, naira_kobo, peps_kobo) select id, id, 8200000, 0 from paid`

/** A hand-over whose 200 has arrived. */
export interface AcknowledgedHandOver {
  handOverId: string
  /** By `performance.now()`. */
  atMs: number
}

/** The buyer shows a code, and the shop enters it; each call is repeated until it is answered. Null if it was not. */
export async function handOver(
  market: Market,
  { origin, person, givesUpAt }: { origin: string; person: number; givesUpAt: () => number },
): Promise<AcknowledgedHandOver | string | null> {
  const call = (name: string, as: number, input: object) =>
    callUntilAnswered(
      origin,
      {
        method: 'POST',
        path: `/functions/v1/${name}`,
        headers: {
          apikey: market.publishableKey,
          authorization: `Bearer ${market.tokens[as]}`,
          'content-type': 'application/json',
          'idempotency-key': crypto.randomUUID(),
        },
        body: JSON.stringify(input),
      },
      givesUpAt,
    )
  const shown = await call('read-codes', person, {})
  if (!shown) return null
  const [goods] =
    shown.status === 200 ? (JSON.parse(shown.text) as { codes: { hand_over_id: string; code: string }[] }).codes : []
  if (!goods) return `${shown.status} ${shown.text.slice(0, 200)}`
  const { hand_over_id, code } = goods
  const done = await call('hand-over', OWNER, { hand_over_id, code, lines: null, others: null })
  if (!done) return null
  const isDone = done.status === 200 && JSON.parse(done.text).outcome === 'done'
  return isDone ? { handOverId: hand_over_id, atMs: performance.now() } : `${done.status} ${done.text.slice(0, 200)}`
}
