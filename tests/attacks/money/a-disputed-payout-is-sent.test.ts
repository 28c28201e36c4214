import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { queryWithCause } from '#database/tests/setup/as-owner.ts'
import { asPerson } from '#database/tests/setup/as-person.ts'
import { endDispute, openDispute } from '#platform/payment-gateways/local/dispute-calls.ts'
import type { LocalGateway } from '#platform/payment-gateways/local/local-gateway.ts'
import { releaseHandOvers } from '#server/hand-overs/release-hand-overs.ts'
import type { PaymentDeps } from '#server/payments/confirm-payment.ts'
import { processPayouts } from '#server/payouts/process-payouts.ts'
import { processPayments } from '#server/settlement/process-payments.ts'
import { endClaimTime } from '#server/testing/goods/hand-over.ts'
import { handedOverSale, type Sale } from '#server/testing/goods/handed-over-sale.ts'
import type { TestMarket } from '#server/testing/market.ts'
import { auditFaults, openMoneyMarket, readBalanceKobo } from '#server/testing/money/money-market.ts'
import { paidOrders } from '#server/testing/money/paid-order.ts'
import { addBankAccount, addTestBanks, createProvenSession, creditEarnings } from '#server/testing/money/shop-money.ts'

// A buyer's bank opens a chargeback after the release, and before the vendor's payout is sent.

let market: TestMarket
let play: LocalGateway
let deps: PaymentDeps
let released: () => Promise<Shop>
beforeAll(async () => {
  ;({ market, play, deps } = await openMoneyMarket())
  await addTestBanks(market)
  await market.person({ role: 'chief' })
  const paid = paidOrders(market, { play, deps })
  released = async () => {
    const sale = await handedOverSale(market, { deps, paid })
    await endClaimTime(market, sale.orderId)
    await releaseHandOvers(market.db.database)
    const { owner_id: ownerId } = await market.row<{ owner_id: string }>(
      'select owner_id from public.vendors where id = $1',
      [sale.vendorId],
    )
    const accountId = await addBankAccount(market, sale.vendorId)
    const session = await createProvenSession(market, ownerId)
    return { ...sale, ownerId, accountId, session, earnedKobo: await readBalanceKobo(market, 'vendor', sale.vendorId) }
  }
})
afterEach(async () => expect(await auditFaults(market)).toEqual([]))
afterAll(() => market?.close())

interface Shop extends Sale {
  ownerId: string
  accountId: string
  session: string
  earnedKobo: bigint
}

const takeOut = ({ ownerId, session }: Shop, amount_kobo: number | null = null) =>
  market.call('request-payout', { amount_kobo }, { as: ownerId, session })
const payoutsOf = async ({ vendorId }: Shop) =>
  (
    await market.db.owner.query<{ status: string; trouble: string | null; amount_kobo: bigint; reference: string }>(
      'select status, trouble, amount_kobo, reference from public.payouts where vendor_id = $1 order by created_at',
      [vendorId],
    )
  ).rows
const shownTo = async ({ ownerId }: Shop) =>
  (await asPerson(market.db, ownerId, 'select releasable_kobo, disputed_kobo from public.shop_balances')).rows[0]
/** Receives and processes the gateway's events. */
const hear = async () => {
  await play.advance()
  await processPayments(deps)
}
const dispute = async ({ reference }: Shop) => {
  await openDispute(market.db.database, reference)
  await hear()
}
/** Lets payouts that were sent arrive at the bank. */
const arrive = async () => {
  await hear()
  await market.db.owner.query(`update public.payouts set next_try_at = clock_timestamp() where status = 'sent'`)
  await processPayouts(deps)
}
const REST = 200_000n

test('what a disputed order earned is held, shown as held, and paid out once the dispute has ended', async () => {
  const shop = await released()
  expect(shop.earnedKobo).toBeGreaterThan(0n)
  await dispute(shop)
  expect(await shownTo(shop)).toEqual({ releasable_kobo: 0n, disputed_kobo: shop.earnedKobo })
  expect((await takeOut(shop)).body).toMatchObject({ code: 'payout_exceeds_balance', details: { balance_kobo: 0 } })
  await creditEarnings(market, shop.vendorId, REST)
  expect(await shownTo(shop)).toEqual({ releasable_kobo: REST, disputed_kobo: shop.earnedKobo })
  expect((await takeOut(shop, Number(REST) + 1)).body.code).toBe('payout_exceeds_balance')
  expect((await takeOut(shop)).body).toMatchObject({ amount_kobo: Number(REST) })
  await processPayouts(deps)
  expect(await payoutsOf(shop)).toMatchObject([{ status: 'sent', amount_kobo: REST }])
  // The disputed money was earned first, and stays behind when other money leaves, however often.
  for (let payout = 0; payout < 2; payout += 1) {
    await arrive()
    expect(await shownTo(shop)).toEqual({ releasable_kobo: 0n, disputed_kobo: shop.earnedKobo })
    await creditEarnings(market, shop.vendorId, shop.earnedKobo)
    expect((await takeOut(shop)).body).toMatchObject({ amount_kobo: Number(shop.earnedKobo) })
    await processPayouts(deps)
  }
  const held = await market.db.owner.query('select from public.payout_orders where order_id = $1', [shop.orderId])
  expect(held.rowCount).toBe(0)
  await endDispute(market.db.database, shop.reference, 'declined')
  await hear()
  expect(await shownTo(shop)).toEqual({ releasable_kobo: shop.earnedKobo, disputed_kobo: 0n })
})

test('a payout that was not sent to the bank stops, its vendor is notified, and the rest is sent', async () => {
  const shop = await released()
  await creditEarnings(market, shop.vendorId, REST)
  expect((await takeOut(shop)).status).toBe(200)
  await dispute(shop)
  await expect(
    queryWithCause(market.db.owner, 'gateway', `update public.payouts set status = 'sent' where vendor_id = $1`, [
      shop.vendorId,
    ]),
  ).rejects.toThrow('a bank disputes')
  await processPayouts(deps)
  const [stopped] = await payoutsOf(shop)
  expect(stopped).toMatchObject({ status: 'failed', trouble: 'stopped' })
  expect(await play.gateway.readPayout(stopped?.reference ?? '')).toBeNull()
  const notified = await market.row('select count(*)::integer as n from mail.messages where kind = $1', [
    'payout-disputed',
  ])
  expect(notified).toEqual({ n: 1 })
  expect((await takeOut(shop)).body).toMatchObject({ amount_kobo: Number(REST) })
  await processPayouts(deps)
  expect(await payoutsOf(shop)).toMatchObject([{ status: 'failed' }, { status: 'sent', amount_kobo: REST }])
})

test('the weekly payout leaves out disputed earnings', async () => {
  const shop = await released()
  await creditEarnings(market, shop.vendorId, REST)
  await market.call('set-weekly-payouts', { weekly: true }, { as: shop.ownerId })
  await market.db.owner.query(
    `update public.payout_terms set weekly_since = now() - interval '8 days' where vendor_id = $1`,
    [shop.vendorId],
  )
  await dispute(shop)
  await processPayouts(deps)
  expect(await payoutsOf(shop)).toMatchObject([{ status: 'sent', amount_kobo: REST }])
})

test('the database rejects an unchecked payout of disputed earnings', async () => {
  const shop = await released()
  await dispute(shop)
  const insert = `insert into public.payouts (vendor_id, bank_account_id, amount_kobo, gateway, weekly_for) values ($1, $2, 100, 'local', '2026-01-02')`
  await expect(queryWithCause(market.db.owner, 'clock', insert, [shop.vendorId, shop.accountId])).rejects.toThrow(
    'a bank disputes',
  )
})

test('money sent to the bank before the dispute is lost, and later earnings are not held for it', async () => {
  const shop = await released()
  expect((await takeOut(shop)).status).toBe(200)
  await processPayouts(deps)
  await dispute(shop)
  await creditEarnings(market, shop.vendorId, REST)
  expect(await shownTo(shop)).toEqual({ releasable_kobo: REST, disputed_kobo: 0n })
})
