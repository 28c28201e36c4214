import { queryWithCause, withoutTriggers } from '#database/tests/setup/as-owner.ts'
import { moveGroupBuys } from '#server/group-buys/move-group-buys.ts'
import { settleBuys } from '#server/settlement/settle-buys.ts'
import { createTestCommands } from '#server/testing/test-commands.ts'
import type { Figure } from '../figure.ts'
import { MONEY_CLIENTS, MONEY_MARKET, type MoneyBench, moneyId } from './money-market.ts'

const SITE = 'https://market.test'
const MAX_SECONDS = 5
/** Joins of other buys retain at least four fifths of their speed. */
const MIN_RATE_SHARE = 0.8

/** A buy with a thousand orders: the time of its settlement, and the effect on joins of other buys. */
export async function settlements(bench: MoneyBench): Promise<Figure[]> {
  await prepareSettlement(bench, 0)
  const alone = await timed(() => settle(bench, 0))
  await prepareSettlement(bench, 1)
  const join = createJoiner(bench)
  const quiet = await rateWhile(join, () => new Promise((over) => setTimeout(over, 3_000)))
  const busy = await rateWhile(join, () => settle(bench, 1))
  return [
    { what: `settlement of a buy with ${MONEY_MARKET.large} orders`, product: alone, unit: ' s', target: MAX_SECONDS },
    {
      what: 'joins elsewhere during a settlement, against before',
      product: busy,
      rival: quiet,
      unit: '/s',
      target: MIN_RATE_SHARE,
    },
  ]
}

/** A thousand people have joined and paid, and the due time is over. */
async function prepareSettlement({ owner, database }: MoneyBench, number: number): Promise<void> {
  const buy = moneyId('b', number)
  const { large } = MONEY_MARKET
  await queryWithCause(
    owner,
    'buyer',
    `insert into public.orders (id, group_buy_id, vendor_id, user_id, quantity, unit_price, total_amount, ceiling_unit_price, fee_kobo, amount_due_kobo)
     select gen_random_uuid(), g.id, g.vendor_id, public.bench_id('a', n), 1, p.price, p.price, 80000, 200000, 8200000
     from generate_series(1, ${large}) n cross join public.group_buys g cross join lateral (select case when n < ${large} then 80000 else 70000 end as price) p
     where g.id = $1 order by n`,
    [buy],
  )
  await owner.query(
    `select count(ledger.post('payment:' || o.id, jsonb_build_array(jsonb_build_object('kind', 'payment', 'credit', o.id, 'amount_kobo', o.amount_due_kobo))))
     from public.orders o where o.group_buy_id = $1`,
    [buy],
  )
  await queryWithCause(
    owner,
    'buyer',
    `with paid as (
       insert into public.payments (id, reference, user_id, gateway, naira_kobo, peps_kobo, status, succeeded_at, received_kobo, gateway_id)
       select o.id, 'AJ-' || o.id, o.user_id, 'local', o.amount_due_kobo, 0, 'succeeded', now(), o.amount_due_kobo, o.id::text from public.orders o where o.group_buy_id = $1 returning id
     ) insert into public.payment_parts (payment_id, order_id, naira_kobo, peps_kobo) select id, id, 8200000, 0 from paid`,
    [buy],
  )
  await queryWithCause(
    owner,
    'gateway',
    `update public.orders set status = 'paid', paid_at = now(), charged_kobo = amount_due_kobo, amount_due_kobo = 0, payment_id = id where group_buy_id = $1`,
    [buy],
  )
  await withoutTriggers(owner, (client) =>
    client.query(
      `update public.group_buys set end_date = now() - interval '1 hour', payment_due_at = now() - interval '1 hour', starts_at = now() - interval '20 days' where id = $1`,
      [buy],
    ),
  )
  for (const fault of await moveGroupBuys(database, SITE)) throw fault
}

async function settle({ owner, database }: MoneyBench, number: number): Promise<void> {
  for (const fault of await settleBuys(database, SITE)) throw fault
  const { rows } = await owner.query<{ settled: string }>(
    `select count(*) as settled from public.orders where group_buy_id = $1 and status = 'confirmed' and returned_kobo = 1025000`,
    [moneyId('b', number)],
  )
  if (Number(rows[0]?.settled) !== MONEY_MARKET.large) throw new Error(`Only ${rows[0]?.settled} orders were settled.`)
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const beganAt = performance.now()
  await work()
  return (performance.now() - beganAt) / 1000
}

async function rateWhile(act: () => Promise<void>, work: () => Promise<unknown>): Promise<number> {
  let isOver = false
  let count = 0
  const beganAt = performance.now()
  const working = work().finally(() => {
    isOver = true
  })
  const clients = Array.from({ length: MONEY_CLIENTS }, async () => {
    for (; !isOver; count++) await act()
  })
  await working
  const seconds = (performance.now() - beganAt) / 1000
  await Promise.all(clients)
  return count / seconds
}

/** Each call joins with a person who has not joined that buy. */
function createJoiner({ database }: MoneyBench): () => Promise<void> {
  const handle = createTestCommands(database, { reportFault: (fault) => console.error(fault) })
  const { largeBuys, small, large, people } = MONEY_MARKET
  let joins = 0
  return async () => {
    const number = joins++
    // People without a balance due, at most five buys each.
    const person = large + 1 + Math.floor(number / 5)
    if (person >= people) throw new Error('The benchmark has run out of people; raise MONEY_MARKET.people.')
    const body = JSON.stringify({ group_buy_id: moneyId('b', largeBuys + (number % Math.min(5, small))), quantity: 1 })
    const headers = { 'content-type': 'application/json', 'x-test-person': moneyId('a', person) }
    const answer = await handle(new Request(`${SITE}/functions/v1/join-group-buy`, { method: 'POST', headers, body }))
    if (answer.status !== 200) throw new Error(`A join answered ${answer.status}: ${await answer.text()}`)
  }
}
