import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { withoutTriggers } from '#database/tests/setup/as-owner.ts'
import { auditFaults, type MoneyMarket, openMoneyMarket, readBalanceKobo } from '#server/testing/money/money-market.ts'
import { paidBuys, type TestOrder } from '#server/testing/money/paid-buys.ts'

// Invented accounts joined beside one large order, moved the price a tier, and left late at 10% of the least quantity:
// the large order retained the lower price, and the vendor paid for it.

let money: MoneyMarket
beforeAll(async () => {
  money = await openMoneyMarket()
})
afterEach(async () => expect(await auditFaults(money.market)).toEqual([]))
afterAll(() => money.market.close())

/** Moves the window into its last hour, with all payments long ago. */
async function untilFreeLeavingEnds(buyId: string): Promise<void> {
  await withoutTriggers(money.market.db.owner, async (client) => {
    await client.query(
      `update public.group_buys set end_date = now() + interval '1 hour', payment_due_at = now() + interval '2 days' where id = $1`,
      [buyId],
    )
    await client.query(`update public.orders set paid_at = now() - interval '2 hours' where group_buy_id = $1`, [buyId])
  })
}

async function settle(buyId: string): Promise<void> {
  const buys = paidBuys(money.market, money.play)
  await buys.letTimePass(buyId, 1)
  await buys.clock()
  await buys.clock()
}

/** A person who may owe for a large order. */
async function rich(): Promise<string> {
  const buyer = await money.market.person()
  await money.market.db.owner.query('insert into public.verified_accounts (profile_id) values ($1)', [buyer])
  return buyer
}

const leave = ({ orderId, buyer }: TestOrder) =>
  money.market.call('leave-group-buy', { order_id: orderId }, { as: buyer })
const order = (id: string) =>
  money.market.row<{ unit_price: string; charged: bigint; returned: bigint; fee: bigint }>(
    'select unit_price, charged_kobo as charged, returned_kobo as returned, fee_kobo as fee from public.orders where id = $1',
    [id],
  )

test('a large order loses the price that accounts made before they left', async () => {
  const buys = paidBuys(money.market, money.play)
  const { buyId, vendorId } = await money.market.buy({ target_quantity: 100, max_quantity: 60 })
  await buys.paid(buyId, 4)
  const large = await buys.join(buyId, { quantity: 20, buyer: await rich() })
  await buys.pay(large)
  const invented = await buys.paid(buyId, 6)
  await untilFreeLeavingEnds(buyId)
  for (const account of invented) expect((await leave(account)).status).toBe(200)
  await settle(buyId)
  const price = 'select final_price, settled_participants from public.group_buys where id = $1'
  expect(await money.market.row(price, [buyId])).toEqual({ final_price: '76000.00', settled_participants: 5 })
  expect((await order(large.orderId)).unit_price).toBe('76000.00')
  expect(await readBalanceKobo(money.market, 'vendor', vendorId)).toBe(6n * 760_000n)
})

test('a promise that counted on accounts which leave is paid by their goods money, to the kobo', async () => {
  const buys = paidBuys(money.market, money.play)
  const { buyId, vendorId } = await money.market.buy({ target_quantity: 100, max_quantity: 60 })
  await buys.paid(buyId, 5)
  const invented = await buys.paid(buyId, 4)
  await untilFreeLeavingEnds(buyId)
  // Nine are locked in, so the tenth is promised the price of ten.
  const large = await buys.join(buyId, { quantity: 12, buyer: await rich() })
  expect(large.dueKobo).toBe(88_560_000)
  await buys.pay(large)
  const [first, second] = invented
  if (!first || !second) throw new Error('Four accounts were invented')
  const { body } = await leave(first)
  expect([body.order.leave_least_kobo, body.order.leave_most_kobo]).toEqual([760_000, 4_920_000])
  expect((await leave(second)).status).toBe(200)
  await settle(buyId)
  expect((await order(large.orderId)).unit_price).toBe('72000.00')
  const lost = [await order(first.orderId), await order(second.orderId)].map(
    ({ charged, returned }) => charged - returned,
  )
  // 12 times ₦4,000, and the fee on it: what the large order did not pay, halved.
  expect(lost).toEqual([2_460_000n, 2_460_000n])
  expect(await readBalanceKobo(money.market, 'vendor', vendorId)).toBe(4_920_000n)
})

test('an account whose goods money cannot pay for it does not leave', async () => {
  const buys = paidBuys(money.market, money.play)
  const { buyId } = await money.market.buy({ target_quantity: 100, max_quantity: 60 })
  await buys.paid(buyId, 5)
  const invented = await buys.paid(buyId, 4)
  await untilFreeLeavingEnds(buyId)
  const large = await buys.join(buyId, { quantity: 30, buyer: await rich() })
  await buys.pay(large)
  for (const account of invented) expect((await leave(account)).body.code).toBe('leaving_uncovered')
  await settle(buyId)
  expect((await order(large.orderId)).unit_price).toBe('72000.00')
  expect((await order(invented[0]?.orderId ?? '')).unit_price).toBe('72000.00')
})

test('an unpaid order cannot grow at a price that counted on a buyer who has left', async () => {
  const buys = paidBuys(money.market, money.play)
  const { buyId } = await money.market.buy({ target_quantity: 100, max_quantity: 60 })
  const [leaver] = await buys.paid(buyId, 9)
  await untilFreeLeavingEnds(buyId)
  const pending = await buys.join(buyId, { quantity: 1 })
  if (!leaver) throw new Error('Nine have paid')
  expect((await leave(leaver)).status).toBe(200)
  const more = await money.market.call('join-group-buy', { group_buy_id: buyId, quantity: 50 }, { as: pending.buyer })
  expect(more.body.code).toBe('pay_first')
  await settle(buyId)
})

test('joining twice moves no ceiling, and a buy with a final price cannot be left', async () => {
  const buys = paidBuys(money.market, money.play)
  const { buyId } = await money.market.buy({ target_quantity: 100, max_quantity: 60 })
  const [first, ...others] = await buys.paid(buyId, 9)
  if (!first) throw new Error('Nine have paid')
  await untilFreeLeavingEnds(buyId)
  const again = await buys.join(buyId, { buyer: first.buyer })
  expect(again.dueKobo).toBe(7_790_000)
  await buys.pay(again)
  await settle(buyId)
  for (const one of [first, ...others]) expect((await leave(one)).body.code).toBe('leaving_closed')
})
