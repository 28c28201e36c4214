import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { LocalGateway } from '#platform/payment-gateways/local/local-gateway.ts'
import { confirmPayment, type PaymentDeps } from '#server/payments/confirm-payment.ts'
import { creditRewards } from '#server/rewards/credit-rewards.ts'
import { processPayments } from '#server/settlement/process-payments.ts'
import type { TestMarket } from '#server/testing/market.ts'
import { auditFaults, givePeps, type MoneyMarket, openMoneyMarket } from '#server/testing/money/money-market.ts'

const SITE = 'https://market.test'
let market: TestMarket
let play: LocalGateway
let deps: PaymentDeps
let routes: MoneyMarket['routes']
beforeAll(async () => {
  ;({ market, play, deps, routes } = await openMoneyMarket())
})
afterEach(async () => expect(await auditFaults(market)).toEqual([]))
afterAll(() => market.close())

const row = (sql: string, ...values: unknown[]) => market.row<Record<string, unknown>>(sql, values)
/** Null for a user who never had any. */
const readPeps = async (person: string) => (await row(`select ledger.balance_kobo('peps', $1) as kobo`, person)).kobo

/** Two orders of one checkout, paid for ₦4,100 each, of which the given PEPS. */
async function paid(facts: { pepsKobo?: number; shareDate?: string | null; referrer?: string } = {}) {
  const { pepsKobo = 0, shareDate } = facts
  const as = await market.person()
  if (facts.referrer) {
    await row('insert into public.referrals (referrer_id, referred_id) values ($1, $2)', facts.referrer, as)
  }
  if (pepsKobo > 0) await givePeps(market, as, pepsKobo)
  const products: string[] = []
  for (let shop = 0; shop < 2; shop++) {
    const { vendorId } = await market.shop()
    const more = { base_price: 1000, available_quantity: 10, ...(shareDate !== undefined && { share_date: shareDate }) }
    products.push(await market.product(vendorId, more))
  }
  const lines = products.map((product_id) => ({ product_id, quantity: 4, unit_price_kobo: 100_000 }))
  const { body } = await market.call('order-cart', { lines, expected_kobo: 820_000 }, { as })
  const ids: string[] = body.orders.map(({ id }: { id: string }) => id)
  const input = { order_ids: ids, peps_kobo: pepsKobo, expected_kobo: 820_000, return_to: null }
  const begun = await market.call('pay-orders', input, { as })
  expect([begun.status, begun.body.message]).toEqual([200, undefined])
  const there = (await routes.fetch(new Request(`${SITE}/pay/${begun.body.payment_id}`))).headers.get('location') ?? ''
  await play.pages(new Request(there, { method: 'POST', body: new URLSearchParams({ way: 'pay' }) }))
  await confirmPayment(deps, `AJ-${begun.body.payment_id}`)
  const [first = '', second = ''] = ids
  const stock = async () => {
    const of =
      'select available_quantity as n from public.products where id = (select product_id from public.order_lines where order_id = $1)'
    return [(await row(of, first)).n, (await row(of, second)).n]
  }
  return { as, first, second, stock }
}

const cancel = (orderId: string, as: string, to: 'peps' | 'source' | null = null, key?: string) =>
  market.call('cancel-order', { order_id: orderId, return_to: to }, { as, ...(key && { key }) })

const dayAway = (days: number) => new Date(Date.now() + 3_600_000 + days * 86_400_000).toISOString().slice(0, 10)

test('a paid order is refunded in full to its source, and its goods return to stock', async () => {
  const mine = await paid()
  const { status, body } = await cancel(mine.first, mine.as)
  expect([status, body.order.status, body.order.returned_kobo]).toEqual([200, 'refunding', 410_000])
  expect(await mine.stock()).toEqual([10, 6])
  expect(
    await row(
      'select amount_kobo::integer as kobo, reason, status from public.refunds where order_id = $1',
      mine.first,
    ),
  ).toEqual({
    kobo: 410_000,
    reason: 'order_cancelled',
    status: 'requested',
  })
  expect(await row(`select ledger.balance_kobo('escrow', $1) as kobo`, mine.first)).toEqual({ kobo: 0n })
  expect(await row(`select ledger.balance_kobo('escrow', $1) as kobo`, mine.second)).toEqual({ kobo: 410_000n })
  expect(await row('select status from public.orders where id = $1', mine.second)).toEqual({ status: 'paid' })
  const mail = await row(`select text from mail.messages where kind = 'order-cancelled' order by id desc limit 1`)
  expect(mail.text).toContain('Everything you paid comes back to you: ₦4,100, fee included')
  for (let turn = 0; turn < 3; turn++) {
    await play.advance()
    await market.db.owner.query(`update public.refunds set next_try_at = now() where next_try_at is not null`)
    await processPayments(deps)
  }
  expect(await row('select status from public.orders where id = $1', mine.first)).toEqual({ status: 'refunded' })
})

test('refunds as PEPS at once if the buyer chooses; PEPS are always refunded as PEPS', async () => {
  const [asPeps, toSource] = [await paid({ pepsKobo: 100_000 }), await paid({ pepsKobo: 100_000 })]
  // PEPS are applied to the first orders first.
  const withPeps = async (mine: { as: string }) =>
    String((await row('select id from public.orders where user_id = $1 and peps_kobo > 0', mine.as)).id)
  await cancel(await withPeps(asPeps), asPeps.as, 'peps')
  expect(await readPeps(asPeps.as)).toBe(410_000n)
  await cancel(await withPeps(toSource), toSource.as, 'source')
  expect(await readPeps(toSource.as)).toBe(100_000n)
  const refunds = await row(
    `select sum(r.amount_kobo)::integer as kobo from public.refunds r join public.payments p on p.id = r.payment_id where p.user_id = any ($1)`,
    [asPeps.as, toSource.as],
  )
  expect(refunds).toEqual({ kobo: 310_000 })
})

test('refunds once under concurrent requests', async () => {
  const mine = await paid()
  const key = crypto.randomUUID()
  const responses = await Promise.all([
    ...Array.from({ length: 4 }, () => cancel(mine.first, mine.as, 'peps')),
    ...Array.from({ length: 4 }, () => cancel(mine.first, mine.as, 'peps', key)),
  ])
  const done = responses.filter(({ status }) => status === 200)
  expect([1, 4]).toContain(done.length)
  expect([await readPeps(mine.as), await mine.stock()]).toEqual([410_000n, [10, 6]])
})

test('refused within 72 hours before the sharing day, or without one, once it is packed', async () => {
  const late = await paid({ shareDate: dayAway(3) })
  expect(await cancel(late.first, late.as)).toMatchObject({
    status: 409,
    body: { code: 'cancelling_closed', message: expect.stringContaining('72 hours before its sharing day') },
  })
  // A changed sharing day applies to new orders only.
  await row('update public.products set share_date = $1', dayAway(30))
  expect((await cancel(late.first, late.as)).status).toBe(409)
  const early = await paid({ shareDate: dayAway(5) })
  expect((await cancel(early.first, early.as)).status).toBe(200)
  const packed = await paid({ shareDate: null })
  await row('update public.order_lines set packed_at = now() where order_id = $1', packed.first)
  expect(await cancel(packed.first, packed.as)).toMatchObject({
    body: { message: expect.stringContaining('has packed this order') },
  })
  expect((await cancel(packed.second, packed.as)).status).toBe(200)
  expect(await cancel(late.first, early.as)).toMatchObject({ status: 404 })
})

test('reverses a reward that was credited for the order', async () => {
  const referrer = await market.person()
  const mine = await paid({ referrer })
  const reward = [{ kind: 'referral_reward', credit: referrer, amount_kobo: 2_000 }]
  await row('update public.orders set referral_kobo = 2000 where id = $1', mine.first)
  await row('select ledger.post($1, $2)', `reward:${mine.first}`, JSON.stringify(reward))
  expect(await readPeps(referrer)).toBe(2_000n)
  await cancel(mine.first, mine.as)
  expect(await readPeps(referrer)).toBe(0n)
})

test('credits the reward only when the order can no longer be cancelled', async () => {
  const referrer = await market.person()
  const mine = await paid({ referrer, shareDate: null })
  await creditRewards(market.db.database, SITE)
  expect(await readPeps(referrer)).toBeNull()
  await row('update public.order_lines set packed_at = now() where order_id = $1', mine.first)
  await Promise.all([creditRewards(market.db.database, SITE), creditRewards(market.db.database, SITE)])
  // 0.5% of ₦4,000; the other order may still be cancelled.
  expect(await readPeps(referrer)).toBe(2_000n)
  expect(await row('select referral_kobo::integer as kobo from public.orders where id = $1', mine.second)).toEqual({
    kobo: 0,
  })
  // Not delayed: the order is final already.
  expect(await row('select public.pending_rewards_kobo($1) as kobo', referrer)).toEqual({ kobo: 0n })
})

test('concurrent cancel and scheduled job: refunded or rewarded, never both', async () => {
  const referrer = await market.person()
  const mine = await paid({ referrer, shareDate: null })
  const [cancelled] = await Promise.all([
    cancel(mine.first, mine.as),
    row('update public.order_lines set packed_at = now() where order_id = $1', mine.first),
    ...Array.from({ length: 4 }, () => creditRewards(market.db.database, SITE)),
  ])
  await creditRewards(market.db.database, SITE)
  expect(await readPeps(referrer)).toBe(cancelled?.status === 200 ? null : 2_000n)
})
