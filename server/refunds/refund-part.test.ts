import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { queryWithCause } from '#database/tests/setup/as-owner.ts'
import { journal } from '#domain/payments/movements.ts'
import { SERVICE } from '#platform/postgres/database.ts'
import { post } from '#server/ledger/post.ts'
import { creditRewards } from '#server/rewards/credit-rewards.ts'
import { completeOrder } from '#server/testing/goods/hand-over.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'
import { raiseAmountLimits } from '#server/testing/money/amounts.ts'
import { auditFaults, readBalanceKobo } from '#server/testing/money/money-market.ts'
import { paidBuys } from '#server/testing/money/paid-buys.ts'
import { addBankAccount } from '#server/testing/money/shop-money.ts'

let market: TestMarket
let buys: ReturnType<typeof paidBuys>
let chief: string
/** A settled buy of eight at ₦76,000, with ₦77,900 paid per order; each test takes its own orders. */
let vendorId: string
let ownerId: string
const orders: string[] = []
const nextOrder = () => orders.pop() ?? ''
beforeAll(async () => {
  market = await openTestMarket()
  await raiseAmountLimits(market)
  buys = paidBuys(market)
  chief = await market.person({ role: 'chief' })
  const made = await buys.settled(9)
  vendorId = made.vendorId
  ownerId = made.ownerId
  orders.push(...made.orders.map(({ orderId }) => orderId))
})
afterEach(async () => expect(await auditFaults(market)).toEqual([]))
afterAll(() => market.close())

const requestRefund = (orderId: string, goods_kobo: number, overrides: Record<string, unknown> = {}) =>
  market.call(
    'refund-part',
    { order_id: orderId, goods_kobo, payer: 'vendor', reason: 'Two paint buckets came short', ...overrides },
    { as: chief },
  )

const order = (id: string) =>
  market.row<{ status: string; charged: string; returned: string; back: string }>(
    `select status, charged_kobo::text as charged, returned_kobo::text as returned, returned_goods_kobo::text as back from public.orders where id = $1`,
    [id],
  )
const balance = async (kind: string, owner: string) => Number(await readBalanceKobo(market, kind, owner))

const handOver = (orderId: string) => completeOrder(market, orderId)

/** Pays out the vendor's whole balance. */
async function payOut(): Promise<void> {
  const amountKobo = BigInt(await balance('vendor', vendorId))
  const accountId = await addBankAccount(market, vendorId)
  const { rows } = await queryWithCause(
    market.db.owner,
    'vendor',
    `insert into public.payouts (vendor_id, bank_account_id, amount_kobo, gateway, requested_by) values ($1, $2, $3, 'local', $4) returning id`,
    [vendorId, accountId, amountKobo, ownerId],
  )
  const payoutId: string = rows[0].id
  const begun = [{ kind: 'payout_begun', debitOwner: vendorId, creditOwner: payoutId, amountKobo }] as const
  await market.db.database.as(SERVICE, (tx) => post(tx, journal(`payout:${payoutId}`, [...begun])))
}

test('goods in escrow are refunded with their part of the fee, and buyer and shop are notified', async () => {
  const orderId = nextOrder()
  // A tenth of 76,000 and of the fee of 1,900. Nothing moves until the administrator has confirmed that sum.
  const before = await order(orderId)
  for (const expected_kobo of [0, 778_999]) {
    const requested = await requestRefund(orderId, 760_000, { expected_kobo })
    expect([requested.status, requested.body.code, requested.body.details]).toEqual([
      409,
      'refund_to_confirm',
      {
        returned_kobo: 779_000,
        fee_kobo: 19_000,
        delivery_kobo: 0,
        refund_kobo: 779_000,
        left_kobo: 6_840_000,
        held_kobo: 760_000,
        vendor_kobo: 0,
        vendor_fee_kobo: 0,
        loss_kobo: 0,
      },
    ])
  }
  expect(await order(orderId)).toEqual(before)
  const { status, body } = await requestRefund(orderId, 760_000, { expected_kobo: 779_000 })
  expect([status, body.returned_kobo, body.refund_kobo]).toEqual([200, 779_000, 779_000])
  expect(await order(orderId)).toEqual({ status: 'confirmed', charged: '7790000', returned: '779000', back: '760000' })
  expect(await balance('escrow', orderId)).toBe(7_790_000 - 779_000)
  const mails = await market.db.owner.query(
    `select kind, recipient = rights.email_of($1) as is_shop from mail.messages where kind like 'partial-refund%' order by kind`,
    [ownerId],
  )
  expect(mails.rows).toEqual([
    { kind: 'partial-refund', is_shop: false },
    { kind: 'partial-refund-shop', is_shop: true },
  ])
})

test('goods that were handed over are refunded by the vendor, and by the market beyond the vendor’s balance', async () => {
  const orderId = nextOrder()
  await handOver(orderId)
  expect(await balance('vendor', vendorId)).toBe(7_220_000)
  expect((await requestRefund(orderId, 760_000)).status).toBe(200)
  expect(await balance('vendor', vendorId)).toBe(7_220_000 - 722_000)
  // The vendor was paid out, so the balance is empty.
  await payOut()
  expect((await requestRefund(orderId, 760_000)).body.returned_kobo).toBe(779_000)
  expect(
    (
      await market.db.owner.query(
        'select vendor_kobo::text as vendor, loss_kobo::text as loss from public.partial_refunds where order_id = $1 order by created_at',
        [orderId],
      )
    ).rows,
  ).toEqual([
    { vendor: '722000', loss: '0' },
    { vendor: '0', loss: '722000' },
  ])
})

test('the market may pay for goods that were handed over, not for goods in escrow', async () => {
  const [held, handed] = [nextOrder(), nextOrder()]
  await handOver(handed)
  expect((await requestRefund(held, 100, { payer: 'market' })).body.code).toBe('still_held')
  const before = await balance('vendor', vendorId)
  expect((await requestRefund(handed, 760_000, { payer: 'market' })).body.returned_kobo).toBe(779_000)
  expect(await balance('vendor', vendorId)).toBe(before)
})

test('a refund of all goods ends the order, and arrives', async () => {
  const orderId = nextOrder()
  expect((await requestRefund(orderId, 2_600_000)).status).toBe(200)
  expect((await requestRefund(orderId, 5_000_000)).status).toBe(200)
  expect(await order(orderId)).toMatchObject({ status: 'refunding', returned: '7790000', back: '7600000' })
  expect((await requestRefund(orderId, 1)).status).toBe(409)
  await buys.letRefundsArrive()
  expect(
    await market.row(
      `select count(*) filter (where status = 'processed')::integer as done, count(*)::integer as n from public.refunds where order_id = $1`,
      [orderId],
    ),
  ).toEqual({ done: 2, n: 2 })
})

test('the referral reward is reduced in proportion, credited or not', async () => {
  const referrer = await market.person()
  const { buyId } = await market.buy({ min_participants: 3 })
  const buyers = await Promise.all([market.person(), market.person()])
  await market.db.owner.query('insert into public.referrals (referrer_id, referred_id) values ($1, $2), ($1, $3)', [
    referrer,
    ...buyers,
  ])
  const joined = []
  for (const buyer of buyers) joined.push(await buys.join(buyId, { buyer }))
  for (const one of joined) await buys.pay(one)
  await buys.paid(buyId, 1)
  await buys.letTimePass(buyId, 1)
  await buys.clock()
  const [early, late] = joined.map(({ orderId }) => orderId)
  // 0.5% of 80,000 each is 400.
  await requestRefund(early ?? '', 4_000_000)
  await creditRewards(market.db.database, 'https://market.test')
  expect(await balance('peps', referrer)).toBe(20_000 + 40_000)
  await requestRefund(late ?? '', 4_000_000)
  expect(await balance('peps', referrer)).toBe(40_000)
  await requestRefund(late ?? '', 4_000_000)
  expect(await balance('peps', referrer)).toBe(20_000)
})

describe('in parallel', () => {
  test('concurrent partial refunds of one order never exceed what was paid (T07)', async () => {
    for (const index of [0, 1, 2]) {
      const orderId = nextOrder()
      if (index === 1) await handOver(orderId)
      const requested = 4 + index * 8
      const answers = await Promise.all(
        Array.from({ length: requested }, (_, part) => requestRefund(orderId, 950_000 + part * 7 + index)),
      )
      const succeeded = answers.filter(({ status }) => status === 200)
      const refused = answers.filter(({ status }) => status !== 200)
      for (const { body } of refused) expect(body.code).toMatch(/more_than_is_left|move_not_allowed/)
      // 76,000 of goods hold seven parts of a little more than 9,500.
      expect(succeeded).toHaveLength(Math.min(requested, 7))
      const { returned, charged } = await order(orderId)
      expect(Number(returned)).toBe(succeeded.reduce((all, { body }) => all + body.returned_kobo, 0))
      expect(Number(returned)).toBeLessThanOrEqual(Number(charged))
    }
  })

  test('the database refuses to refund more goods than were bought', async () => {
    const orderId = nextOrder()
    const more = `update public.orders set returned_goods_kobo = total_amount * 100 + 1 where id = $1`
    await expect(market.db.owner.query(more, [orderId])).rejects.toThrow('no_more_goods_returned_than_bought')
    const paid = `update public.orders set returned_kobo = charged_kobo + 1 where id = $1`
    await expect(market.db.owner.query(paid, [orderId])).rejects.toThrow('no_more_returned_than_paid')
  })
})

test('only administrators refund, only once the price is final, and only amounts above zero', async () => {
  const { buyId, ownerId } = await market.buy()
  const [one] = await buys.paid(buyId, 1)
  const body = { order_id: one?.orderId ?? '', goods_kobo: 100, payer: 'vendor', reason: 'It came short' }
  for (const as of [ownerId, one?.buyer ?? '', await market.person({ role: 'coordinator' })])
    expect([403, 404]).toContain((await market.call('refund-part', body, { as })).status)
  expect((await market.call('refund-part', body, { as: chief })).body.code).toBe('move_not_allowed')
  for (const goods_kobo of [0, -1, 1.5, 2 ** 53, 'all'])
    expect((await market.call('refund-part', { ...body, goods_kobo }, { as: chief })).status).toBe(400)
})
