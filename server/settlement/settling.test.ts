import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { auditLedger } from '#database/audit/ledger.ts'
import { withoutTriggers } from '#database/tests/setup/as-owner.ts'
import { writeError } from '#database/tests/setup/write-error.ts'
import type { LocalGateway } from '#platform/payment-gateways/local/local-gateway.ts'
import { confirmPayment, type PaymentDeps } from '#server/payments/confirm-payment.ts'
import type { TestMarket } from '#server/testing/market.ts'
import { auditFaults, givePeps, openMoneyMarket } from '#server/testing/money/money-market.ts'
import { paidBuys } from '#server/testing/money/paid-buys.ts'
import { advanceGroupBuys } from './advance-group-buys.ts'
import { processPayments } from './process-payments.ts'

let market: TestMarket
let play: LocalGateway
let deps: PaymentDeps
beforeAll(async () => {
  ;({ market, play, deps } = await openMoneyMarket())
})
afterEach(async () => expect(await auditFaults(market)).toEqual([]))
afterAll(() => market.close())

const SITE = 'https://market.test'
const clock = () => advanceGroupBuys(market.db.database, SITE)

interface Paid {
  buyer: string
  orderId: string
  dueKobo: number
}

async function join(buyId: string, quantity = 1): Promise<Paid> {
  const buyer = await market.person()
  const { body } = await market.call('join-group-buy', { group_buy_id: buyId, quantity }, { as: buyer })
  return { buyer, orderId: body.order.id, dueKobo: body.order.amount_due_kobo }
}

async function payAll(orders: readonly Paid[], { peps = 0, returnTo = null as string | null } = {}): Promise<void> {
  for (const { buyer, orderId, dueKobo } of orders) {
    const peps_kobo = Math.min(peps, dueKobo)
    if (peps_kobo > 0) await givePeps(market, buyer, peps_kobo)
    const request = { order_ids: [orderId], peps_kobo, expected_kobo: dueKobo, return_to: returnTo }
    const { status, body } = await market.call('pay-orders', request, { as: buyer })
    expect(status).toBe(200)
    if (body.status === 'succeeded') continue
    const reference = `AJ-${body.payment_id}`
    const page = `${SITE}/pay/${body.payment_id}/back`
    await play.gateway.initiatePayment({
      reference,
      amountKobo: BigInt(body.naira_kobo),
      email: 'a@market.test',
      returnUrl: page,
      cancelUrl: page,
    })
    await play.pages(
      new Request(`${SITE}/dev/pay/${reference}`, { method: 'POST', body: new URLSearchParams({ way: 'pay' }) }),
    )
    expect(await confirmPayment(deps, reference)).toBe('succeeded')
  }
}

const letTimePass = (buyId: string, hours: number) => paidBuys(market, play).letTimePass(buyId, hours)

const orders = async (buyId: string) =>
  (
    await market.db.owner.query(
      'select status, unit_price, total_amount, fee_kobo, vendor_fee_kobo, charged_kobo, returned_kobo from public.orders where group_buy_id = $1 order by order_no',
      [buyId],
    )
  ).rows
const buyRow = (buyId: string) => market.row('select status, final_price from public.group_buys where id = $1', [buyId])

test('all pay the price for the number of paid participants, and the difference is returned', async () => {
  const { buyId } = await market.buy()
  const all = []
  for (let person = 0; person < 12; person += 1) all.push(await join(buyId))
  await join(buyId)
  await payAll(all)
  await letTimePass(buyId, 1)
  await clock()
  await clock()
  expect(await buyRow(buyId)).toEqual({ status: 'confirmed', final_price: '72000.00' })
  const rows = await orders(buyId)
  expect(rows.slice(0, 12)).toEqual(
    Array.from({ length: 12 }, () => ({
      status: 'confirmed',
      unit_price: '72000.00',
      total_amount: '72000.00',
      fee_kobo: 180_000n,
      vendor_fee_kobo: 360_000n,
      // 77,900 charged, 73,800 final (semantics.md 2).
      charged_kobo: 7_790_000n,
      returned_kobo: 410_000n,
    })),
  )
  expect(rows[12]).toMatchObject({ status: 'expired' })
  // Below ₦5,000 it is PEPS, at once.
  expect(await market.row('select points_balance from public.profiles where id = $1', [all[0]?.buyer])).toEqual({
    points_balance: '4100.00',
  })
  expect(
    (
      await market.db.owner.query(
        'select from public.refunds where order_id in (select id from public.orders where group_buy_id = $1)',
        [buyId],
      )
    ).rows,
  ).toEqual([])
})

test('a difference goes to the source if the buyer chose so', async () => {
  const { buyId } = await market.buy()
  const all = await Promise.all(Array.from({ length: 10 }, () => join(buyId)))
  await payAll(all, { returnTo: 'source' })
  await letTimePass(buyId, 1)
  await clock()
  await arrived(buyId, 10)
})

/** Processes refunds until all of a buy have arrived. */
async function arrived(buyId: string, count: number): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) {
    await market.db.owner.query(`update public.refunds set next_try_at = now() where status in ('requested', 'sent')`)
    await play.advance()
    await processPayments(deps)
  }
  const { rows } = await market.db.owner.query(
    `select status from public.refunds where order_id in (select id from public.orders where group_buy_id = $1)`,
    [buyId],
  )
  expect(rows).toEqual(Array.from({ length: count }, () => ({ status: 'processed' })))
}

test('settling is idempotent, also with concurrent jobs', async () => {
  const { buyId } = await market.buy()
  const all = await Promise.all(Array.from({ length: 6 }, () => join(buyId)))
  await payAll(all)
  await letTimePass(buyId, 1)
  await Promise.all(Array.from({ length: 5 }, () => clock()))
  await clock()
  const before = await orders(buyId)
  await Promise.all(Array.from({ length: 5 }, () => clock()))
  expect(await orders(buyId)).toEqual(before)
  expect(await buyRow(buyId)).toEqual({ status: 'confirmed', final_price: '76000.00' })
})

test('an interrupted settlement continues', async () => {
  const { buyId } = await market.buy()
  const all = await Promise.all(Array.from({ length: 6 }, () => join(buyId)))
  await payAll(all)
  await letTimePass(buyId, 1)
  await market.db.owner.query(
    `create function public.power_cut() returns trigger language plpgsql as $$ begin raise exception 'power cut'; end $$`,
  )
  await market.db.owner.query(
    'create trigger power_cut after update on public.orders for each statement execute function public.power_cut()',
  )
  await expect(clock()).rejects.toThrow('could not be advanced')
  await market.db.owner.query('drop function public.power_cut cascade')
  expect(await auditLedger(market.db.owner)).toEqual([])
  await clock()
  expect(await buyRow(buyId)).toMatchObject({ status: 'confirmed' })
})

test('with too few payers the buy fails and everything is refunded', async () => {
  const { buyId } = await market.buy()
  const all = await Promise.all(Array.from({ length: 4 }, () => join(buyId, 2)))
  await payAll(all, { peps: 50_000 })
  await letTimePass(buyId, 13)
  await clock()
  expect(await buyRow(buyId)).toMatchObject({ status: 'failed' })
  expect(await orders(buyId)).toEqual(
    Array.from({ length: 4 }, () => expect.objectContaining({ status: 'refunding', returned_kobo: 15_580_000n })),
  )
  expect(await market.row('select points_balance from public.profiles where id = $1', [all[0]?.buyer])).toEqual({
    points_balance: '500.00',
  })
  await arrived(buyId, 4)
  await processPayments(deps)
  expect(await orders(buyId)).toEqual(Array.from({ length: 4 }, () => expect.objectContaining({ status: 'refunded' })))
})

test('a buyer who paid for two orders of a failed buy gets both refunded, and is counted once', async () => {
  const { buyId } = await market.buy()
  const first = await join(buyId)
  await payAll([first])
  const request = { group_buy_id: buyId, quantity: 2 }
  const { body } = await market.call('join-group-buy', request, { as: first.buyer })
  await payAll([{ buyer: first.buyer, orderId: body.order.id, dueKobo: body.order.amount_due_kobo }, await join(buyId)])
  await letTimePass(buyId, 13)
  await clock()
  expect((await orders(buyId)).map(({ status }) => status)).toEqual(['refunding', 'refunding', 'refunding'])
  const counts = 'select current_participants, paid_participants, paid_quantity from public.group_buys where id = $1'
  expect(await market.row(counts, [buyId])).toEqual({ current_participants: 0, paid_participants: 0, paid_quantity: 0 })
})

test('a short buy waits 12 hours for its vendor', async () => {
  const { buyId, ownerId } = await market.buy()
  await payAll([await join(buyId)])
  const honour = (as: string) => market.call('honour-group-buy', { group_buy_id: buyId }, { as })
  expect((await honour(ownerId)).body.code).toBe('move_not_allowed')
  await letTimePass(buyId, 11)
  await clock()
  expect(await buyRow(buyId)).toMatchObject({ status: 'settling' })
  expect((await honour(await market.person())).body.code).toBe('buy_not_found')
  expect((await honour(ownerId)).status).toBe(200)
  expect((await honour(ownerId)).body.code).toBe('move_not_allowed')
  await clock()
  // One person reaches no tier, and the price stays at the promised ceiling.
  expect(await buyRow(buyId)).toEqual({ status: 'confirmed', final_price: '76000.00' })
})

test('any buy: no deficit, one price, no order above its ceiling, all sums add up', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          quantity: fc.integer({ min: 1, max: 4 }),
          pays: fc.boolean(),
          peps: fc.integer({ min: 0, max: 9_000_000 }),
        }),
        {
          minLength: 1,
          maxLength: 14,
        },
      ),
      fc.constantFrom(null, 'peps', 'source'),
      async (people, returnTo) => {
        const { buyId } = await market.buy({ min_participants: 2 })
        for (const { quantity, pays, peps } of people) {
          const one = await join(buyId, quantity)
          if (pays) await payAll([one], { peps, returnTo })
        }
        await letTimePass(buyId, 13)
        await clock()
        await clock()
        const paid = people.filter(({ pays }) => pays)
        const { status, final_price } = await buyRow(buyId)
        expect(status).toBe(paid.length >= 2 ? 'confirmed' : 'failed')
        if (status === 'failed') return
        const price = paid.length >= 10 ? 7_200_000n : paid.length >= 5 ? 7_600_000n : 8_000_000n
        expect(final_price).toBe(`${price / 100n}.00`)
        const rows = (await orders(buyId)).filter((row) => row.status === 'confirmed')
        for (const row of rows)
          expect(row.charged_kobo - row.returned_kobo).toBe(
            BigInt(String(row.total_amount).replace('.', '')) + row.fee_kobo,
          )
        expect(await auditLedger(market.db.owner)).toEqual([])
      },
    ),
    { numRuns: inject('trialsAreWhole') ? 12 : 5 },
  )
})

test('leaving late costs what was stated, and does not raise the price of the others', async () => {
  const { buyId } = await market.buy()
  const all = []
  for (let person = 0; person < 10; person += 1) all.push(await join(buyId))
  await payAll(all)
  const leaver = all[0]
  if (!leaver) throw new Error('Ten people joined')
  await withoutTriggers(market.db.owner, async (client) => {
    await client.query(
      `update public.group_buys set end_date = now() + interval '1 hour', payment_due_at = now() + interval '2 days' where id = $1`,
      [buyId],
    )
    await client.query(`update public.orders set paid_at = now() - interval '2 hours' where group_buy_id = $1`, [buyId])
  })
  const leave = (most_charge_kobo?: number) =>
    market.call('leave-group-buy', { order_id: leaver.orderId, most_charge_kobo }, { as: leaver.buyer })
  // The page was loaded while leaving was free.
  expect(await leave(0)).toMatchObject({ status: 409, body: { code: 'leaving_costs_more' } })
  const { status, body } = await leave()
  // The refund waits for the final price: at least 10% of ₦76,000 goes to the vendor, and no participant was promised
  // less.
  expect([status, body.order.status, body.order.returned_kobo]).toEqual([200, 'refunding', 0])
  expect([body.order.leave_least_kobo, body.order.leave_most_kobo]).toEqual([760_000, 760_000])
  await letTimePass(buyId, 1)
  await clock()
  await clock()
  // Nine participants remain: the tier of five.
  expect(await buyRow(buyId)).toEqual({ status: 'confirmed', final_price: '76000.00' })
  const left =
    'select returned_kobo, leave_charge_kobo, leave_paid_at is not null as is_paid from public.orders where id = $1'
  expect(await market.row(left, [leaver.orderId])).toEqual({
    returned_kobo: 7_030_000n,
    leave_charge_kobo: 760_000n,
    is_paid: true,
  })
})

test('a cancelled buy is refunded in full', async () => {
  const { buyId, ownerId } = await market.buy()
  const all = [await join(buyId), await join(buyId)]
  await payAll(all)
  expect(
    (await market.call('cancel-group-buy', { group_buy_id: buyId, reason: 'The harvest failed' }, { as: ownerId }))
      .status,
  ).toBe(200)
  await clock()
  expect(await orders(buyId)).toEqual(
    Array.from({ length: 2 }, () => expect.objectContaining({ status: 'refunding', returned_kobo: 7_790_000n })),
  )
})

test('a referrer is rewarded once, and the reward is taken back when the order is refunded', async () => {
  const { buyId, ownerId } = await market.buy({ min_participants: 1 })
  const referrer = await market.person()
  const one = await join(buyId)
  await market.db.owner.query('insert into public.referrals (referrer_id, referred_id) values ($1, $2)', [
    referrer,
    one.buyer,
  ])
  await payAll([one])
  await letTimePass(buyId, 1)
  await clock()
  await Promise.all([processPayments(deps), processPayments(deps), processPayments(deps)])
  const balance = () => market.row('select points_balance from public.profiles where id = $1', [referrer])
  // 0.5% of ₦80,000.
  expect(await balance()).toEqual({ points_balance: '400.00' })
  await withoutTriggers(market.db.owner, (client) =>
    client.query(`update public.group_buys set share_date = current_date + 5 where id = $1`, [buyId]),
  )
  expect(
    (await market.call('cancel-group-buy', { group_buy_id: buyId, reason: 'The harvest failed' }, { as: ownerId }))
      .status,
  ).toBe(200)
  await clock()
  expect(await balance()).toEqual({ points_balance: '0.00' })
})

test('the database accepts only the price for the remaining participants, the same for every order', async () => {
  const { buyId } = await market.buy({ min_participants: 2 })
  const [one] = await paidBuys(market, play).paid(buyId, 2)
  /** Runs the statement on a buy put into settlement by bypassing the rules, and rolls back. */
  const errorOf = (sql: string, values: unknown[]) =>
    writeError(market.db.owner, async (client) => {
      await client.query(`set local session_replication_role = 'replica'`)
      await client.query(
        `update public.group_buys set status = 'settling', final_price = case when $2 then 76000 end where id = $1`,
        [buyId, sql.includes('public.orders')],
      )
      await client.query(`set local session_replication_role = 'origin'`)
      await client.query(`select public.caused_by('clock')`)
      await client.query(sql, values)
    })
  const price = 'update public.group_buys set final_price = $2, settled_participants = $3 where id = $1'
  const { price: right } = await market.row<{ price: string }>(
    'select least(public.price_at(tier_thresholds, tier_prices, base_price, 2), (select max(ceiling_unit_price) from public.orders where group_buy_id = $1)) as price from public.group_buys where id = $1',
    [buyId],
  )
  for (const [final, people] of [
    [Number(right) - 1, 2],
    [Number(right) + 1, 2],
    [Number(right), 3],
  ])
    expect(await errorOf(price, [buyId, final, people])).toMatch(/that of the people who stay/)
  expect(await errorOf(price, [buyId, Number(right), 2])).toBe('')
  const confirm = `update public.orders set status = 'confirmed', unit_price = $2 where id = $1`
  for (const unit of [75_999, 76_001]) {
    expect(await errorOf(confirm, [one?.orderId, unit])).toMatch(/An order settles at the final price/)
  }
})
