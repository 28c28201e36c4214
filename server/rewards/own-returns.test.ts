import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { asPerson } from '#database/tests/setup/as-person.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'
import { raiseAmountLimits } from '#server/testing/money/amounts.ts'
import { auditFaults, givePeps, readBalanceKobo } from '#server/testing/money/money-market.ts'
import { paidBuys } from '#server/testing/money/paid-buys.ts'

let market: TestMarket
let buys: ReturnType<typeof paidBuys>
beforeAll(async () => {
  market = await openTestMarket()
  await raiseAmountLimits(market)
  buys = paidBuys(market)
})
afterEach(async () => expect(await auditFaults(market)).toEqual([]))
afterAll(() => market.close())

const readAs = async (who: string | null, sql: string) => (await asPerson(market.db, who, sql)).rows
const returnsOf = (who: string | null) =>
  readAs(who, 'select * from public.own_returns order by payment_id nulls first, coming_kobo')

/** An order of a settled buy, a part of which came back as PEPS: ₦2,000 of goods and ₦50 of the fee. */
async function partlyReturned() {
  const { orders } = await buys.settled(8)
  const [one] = orders
  if (!one) throw new Error('No order')
  await giveBack(one.orderId, { goods_kobo: 200_000, expected_kobo: 205_000 })
  return one
}

async function giveBack(orderId: string, sum: { goods_kobo: number; expected_kobo: number }): Promise<void> {
  const as = await market.person({ role: 'chief' })
  const part = { order_id: orderId, payer: 'vendor', reason: 'Two paint buckets came short', ...sum }
  expect((await market.call('refund-part', part, { as })).status).toBe(200)
}

test('PEPS and naira of an order are apart, naira on their way until they arrive', async () => {
  const { buyer, orderId } = await partlyReturned()
  await giveBack(orderId, { goods_kobo: 760_000, expected_kobo: 779_000 })
  const { day } = await market.row<{ day: string }>(
    'select expected_by as day from public.refunds where order_id = $1',
    [orderId],
  )
  expect(await returnsOf(buyer)).toMatchObject([
    { order_id: orderId, payment_id: null, peps_kobo: 205_000n, arrived_kobo: 0n, coming_kobo: 0n, expected_by: null },
    { order_id: orderId, peps_kobo: 0n, arrived_kobo: 0n, coming_kobo: 779_000n, expected_by: day, what: 'Ofada rice' },
  ])
  const totals = () => readAs(buyer, 'select * from public.own_return_totals')
  const sums = { peps_kobo: 205_000n, arrived_kobo: 0n, coming_kobo: 779_000n, expected_by: day }
  expect(await totals()).toEqual([sums])
  await buys.letRefundsArrive()
  expect(await totals()).toEqual([{ ...sums, arrived_kobo: 779_000n, coming_kobo: 0n, expected_by: null }])
  expect(await readBalanceKobo(market, 'peps', buyer)).toBe(205_000n)
})

test('another person and a visitor see no returns', async () => {
  await partlyReturned()
  for (const who of [await market.person(), null]) expect(await returnsOf(who)).toEqual([])
})

test('the wallet’s running balance is the ledger’s at each row, and each row of an own order names it', async () => {
  const { buyer, orderId } = await partlyReturned()
  await givePeps(market, buyer, 30_000)
  const rows = await readAs(buyer, 'select * from public.own_peps order by posted_at desc, id desc')
  expect(await readBalanceKobo(market, 'peps', buyer)).toBe(235_000n)
  expect(rows).toMatchObject([
    { kind: 'referral_reward', order_id: null, balance_kobo: 235_000n },
    { kind: 'returned_as_peps', order_id: orderId, balance_kobo: 205_000n },
  ])
})

test('a page of a wallet is found by index among 20,000 movements', async () => {
  const { buyer } = await partlyReturned()
  await market.db.owner.query('begin')
  try {
    await market.db.owner.query(`set local session_replication_role = 'replica'`)
    await market.db.owner.query(
      // Each of 800 people earns and spends.
      `insert into ledger.transfers (id, journal_id, line, kind, debit_id, debit_kind, credit_id, credit_kind, amount_kobo, posted_at)
       select gen_random_uuid(), gen_random_uuid(), 1, kind, case kind when 'peps_spent' then person else market end, split_part(sides, ' ', 1),
         case kind when 'peps_spent' then market else person end, split_part(sides, ' ', 2), 100, now() - n * interval '1 minute'
       from generate_series(1, 10000) n, (values ('peps_spent', 'peps escrow'), ('referral_reward', 'referral_cost peps')) k (kind, sides),
         lateral (select md5((n % 800)::text)::uuid as person, ledger.id_of('referral_cost') as market) p`,
    )
    await market.db.owner.query('analyze ledger.transfers')
    await market.db.owner.query(`select set_config('request.jwt.claims', $1, true)`, [JSON.stringify({ sub: buyer })])
    const { rows } = await market.db.owner.query<{ 'QUERY PLAN': string }>(
      'explain select * from public.own_peps order by posted_at desc, id desc limit 25',
    )
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toContain('transfers_credited')
    expect(plan).not.toMatch(/Seq Scan on transfers/)
  } finally {
    await market.db.owner.query('rollback')
  }
})
