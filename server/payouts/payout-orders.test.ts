import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { auditLedger } from '#database/audit/ledger.ts'
import { asPerson } from '#database/tests/setup/as-person.ts'
import type { LocalGateway } from '#platform/payment-gateways/local/local-gateway.ts'
import type { PaymentDeps } from '#server/payments/confirm-payment.ts'
import { processPayments } from '#server/settlement/process-payments.ts'
import type { TestMarket } from '#server/testing/market.ts'
import { openMoneyMarket } from '#server/testing/money/money-market.ts'
import { addBankAccount, addTestBanks, createProvenSession, creditEarnings } from '#server/testing/money/shop-money.ts'
import { processPayouts } from './process-payouts.ts'

let market: TestMarket
let play: LocalGateway
let deps: PaymentDeps
beforeAll(async () => {
  ;({ market, play, deps } = await openMoneyMarket())
  await addTestBanks(market)
})
afterEach(async () => {
  expect(await auditLedger(market.db.owner)).toEqual([])
})
afterAll(() => market.close())

async function shopWith(amounts: readonly bigint[], accountNumber = '8031234560') {
  const shop = await market.shop()
  await addBankAccount(market, shop.vendorId, { accountNumber })
  for (const amount of amounts) await creditEarnings(market, shop.vendorId, amount)
  return { ...shop, session: await createProvenSession(market, shop.ownerId) }
}

type Shop = Awaited<ReturnType<typeof shopWith>>

const takeOut = async ({ ownerId, session }: Shop, amount_kobo: number | null = null) =>
  (await market.call('request-payout', { amount_kobo }, { as: ownerId, session })).body.payout_id as string

async function arrive(): Promise<void> {
  for (let round = 0; round < 2; round += 1) {
    await processPayouts(deps)
    await play.advance()
    await processPayments(deps)
    await market.db.owner.query(`update public.payouts set next_try_at = clock_timestamp() where status = 'sent'`)
  }
  await processPayouts(deps)
}

const partsOf = async (shop: Shop, as = shop.ownerId) =>
  (
    await asPerson(
      market.db,
      as,
      `select part, amount_kobo::integer as kobo from public.shop_order_parts where vendor_id = '${shop.vendorId}' order by part, kobo`,
    )
  ).rows
const moneyOf = async (shop: Shop, as = shop.ownerId) =>
  (
    await asPerson(
      market.db,
      as,
      `select orders, net_kobo::integer as net, ready_kobo::integer as ready, on_its_way_kobo::integer as way, paid_kobo::integer as paid, last_four
       from public.shop_money where cut = 'all' and vendor_id = '${shop.vendorId}'`,
    )
  ).rows

describe('the orders of a payout', () => {
  test('are the oldest; the rest of an order stays in the balance', async () => {
    const shop = await shopWith([100_000n, 200_000n, 300_000n])
    await takeOut(shop, 250_000)
    expect(await partsOf(shop)).toEqual([
      { part: 'on_its_way', kobo: 100_000 },
      { part: 'on_its_way', kobo: 150_000 },
      { part: 'ready', kobo: 50_000 },
      { part: 'ready', kobo: 300_000 },
    ])
    expect(await moneyOf(shop)).toMatchObject([{ orders: 3, net: 600_000, ready: 350_000, way: 250_000, paid: 0 }])
    await arrive()
    expect(await moneyOf(shop)).toMatchObject([{ ready: 350_000, way: 0, paid: 250_000, last_four: '4560' }])
  })

  test('are free again when the payout comes back, and go with the next one', async () => {
    const shop = await shopWith([100_000n, 200_000n], '8031234568')
    await takeOut(shop)
    await arrive()
    const returned = [100_000, 200_000].map((kobo) => ({ part: 'returned', kobo }))
    expect(await partsOf(shop)).toEqual([
      { part: 'ready', kobo: 100_000 },
      { part: 'ready', kobo: 200_000 },
      ...returned,
    ])
    await takeOut(shop)
    expect(await moneyOf(shop)).toMatchObject([{ ready: 0, way: 300_000, paid: 0 }])
  })

  test('are in one payout only, however many requests come at once', async () => {
    const shop = await shopWith([100_000n, 200_000n])
    const requests = await Promise.all(
      [1, 2, 3].map(() =>
        market.call('request-payout', { amount_kobo: 150_000 }, { as: shop.ownerId, session: shop.session }),
      ),
    )
    expect(requests.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(await moneyOf(shop)).toMatchObject([{ ready: 150_000, way: 150_000 }])
  })

  test('are named in the mail, with their number', async () => {
    const shop = await shopWith([100_000n, 200_000n])
    await takeOut(shop)
    const { text } = await market.row<{ text: string }>(
      `select row_to_json(m)::text as text from mail.messages m where kind = 'payout-started' and recipient = rights.email_of($1)`,
      [shop.ownerId],
    )
    expect(text).toContain('₦3,000 for 2 orders to your account ending in 4560')
    expect(text).toContain('/vendor/payouts/statement')
  })

  test('are hidden from other shops, from the shop’s staff and from strangers', async () => {
    const [shop, other] = [await shopWith([100_000n]), await shopWith([])]
    const staff = await market.person()
    await market.db.owner.query(
      `insert into public.memberships (person_id, vendor_id, duty, added_by) values ($1, $2, 'hand-over', $3)`,
      [staff, shop.vendorId, shop.ownerId],
    )
    expect(await partsOf(shop)).toHaveLength(1)
    for (const person of [other.ownerId, staff]) {
      expect(await partsOf(shop, person)).toEqual([])
      expect(await moneyOf(shop, person)).toEqual([])
      const waiting = await asPerson(market.db, person, 'select from public.shop_waiting_money')
      expect(waiting.count).toBe(0)
    }
    for (const table of ['public.payout_orders', 'sums.earnings', 'ledger.held_orders', 'sums.money_groups'])
      expect((await asPerson(market.db, shop.ownerId, `select from ${table}`)).errorCode).toBe('42501')
    for (const view of ['shop_money', 'shop_order_parts', 'shop_waiting_money'])
      expect((await asPerson(market.db, null, `select from public.${view}`)).errorCode).toBe('42501')
  })
})
