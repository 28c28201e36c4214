import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { queryWithCause } from '#database/tests/setup/as-owner.ts'
import { asPerson } from '#database/tests/setup/as-person.ts'
import { GatewayFault } from '#platform/payment-gateways/gateway.ts'
import type { LocalGateway } from '#platform/payment-gateways/local/local-gateway.ts'
import type { PaymentDeps } from '#server/payments/confirm-payment.ts'
import { processPayouts } from '#server/payouts/process-payouts.ts'
import type { TestMarket } from '#server/testing/market.ts'
import { openMoneyMarket, readBalanceKobo } from '#server/testing/money/money-market.ts'
import { addBankAccount, addTestBanks, createProvenSession, creditEarnings } from '#server/testing/money/shop-money.ts'

let market: TestMarket
let play: LocalGateway
let deps: PaymentDeps
let chief: string
beforeAll(async () => {
  ;({ market, play, deps } = await openMoneyMarket())
  await addTestBanks(market)
  chief = await market.person({ role: 'chief' })
})
afterEach(async () => {
  for (const what of ['orders', 'group_buys', 'payouts']) {
    const { is_paused } = await market.row<{ is_paused: boolean }>('select public.is_paused($1)', [what])
    if (is_paused) await turn(what, 0)
  }
  expect(market.faults).toEqual([])
})
afterAll(() => market.close())

const turn = (what: string, value: number, note = 'The test pauses it') =>
  market.call('plan-setting', { key: `pause_${what}`, value, effective_from: null, note, confirm: null }, { as: chief })

async function shopWithMoney() {
  const shop = await market.shop()
  await addBankAccount(market, shop.vendorId, { hours: 72, accountNumber: '8031234560' })
  await creditEarnings(market, shop.vendorId, 500_000n)
  return { ...shop, session: await createProvenSession(market, shop.ownerId) }
}

const takeOut = ({ ownerId, session }: Awaited<ReturnType<typeof shopWithMoney>>) =>
  market.call('request-payout', { amount_kobo: null }, { as: ownerId, session })

test('a pause of payouts refuses new ones and lets those wait that were not sent; their money stays where it is', async () => {
  const [shop, other] = [await shopWithMoney(), await shopWithMoney()]
  const { body } = await takeOut(shop)
  expect((await turn('payouts', 1)).status).toBe(200)
  expect((await takeOut(other)).body.code).toBe('payouts_paused')
  await processPayouts(deps)
  const stored = () =>
    market.row<{ status: string; reference: string }>('select status, reference from public.payouts where id = $1', [
      body.payout_id,
    ])
  expect((await stored()).status).toBe('requested')
  expect(await play.gateway.readPayout((await stored()).reference)).toBeNull()
  expect(await readBalanceKobo(market, 'vendor', shop.vendorId)).toBe(0n)
  await turn('payouts', 0)
  await processPayouts(deps)
  expect((await stored()).status).not.toBe('requested')
})

test('a payout that the gateway did not take before the pause waits as well, instead of failing', async () => {
  const shop = await shopWithMoney()
  const { body } = await takeOut(shop)
  const payOut = async () => {
    throw new GatewayFault('Your balance is not enough', { isRefused: true, isMerchantFault: true })
  }
  await processPayouts({ ...deps, gateway: { ...deps.gateway, payOut } })
  const retry = async () => {
    await market.call('check-payout', { payout_id: body.payout_id }, { as: chief })
    await processPayouts(deps)
    const sql = 'select status, reference from public.payouts where id = $1'
    const { status, reference } = await market.row<{ status: string; reference: string }>(sql, [body.payout_id])
    return [status, (await play.gateway.readPayout(reference)) !== null]
  }
  await turn('payouts', 1)
  expect(await retry()).toEqual(['sent', false])
  expect(await readBalanceKobo(market, 'vendor', shop.vendorId)).toBe(0n)
  await turn('payouts', 0)
  expect(await retry()).toEqual(['sent', true])
})

test('the database itself begins and sends no payout during a pause', async () => {
  const [shop, other] = [await shopWithMoney(), await shopWithMoney()]
  const { body } = await takeOut(shop)
  await turn('payouts', 1)
  await expect(
    queryWithCause(
      market.db.owner,
      'clock',
      `insert into public.payouts (vendor_id, bank_account_id, amount_kobo, gateway, weekly_for)
       select vendor_id, id, 100, 'local', '2026-01-02' from public.bank_accounts where vendor_id = $1`,
      [other.vendorId],
    ),
  ).rejects.toThrow('paused')
  await expect(
    queryWithCause(market.db.owner, 'gateway', `update public.payouts set status = 'sent' where id = $1`, [
      body.payout_id,
    ]),
  ).rejects.toThrow('paused')
})

test('a pause of orders refuses joining and checking out, in the database too', async () => {
  const { buyId, vendorId } = await market.buy()
  const buyer = await market.person()
  await turn('orders', 1)
  const join = () => market.call('join-group-buy', { group_buy_id: buyId, quantity: 1 }, { as: buyer })
  expect((await join()).body.code).toBe('market_paused')
  const line = { product_id: crypto.randomUUID(), quantity: 1, unit_price_kobo: 100 }
  const cart = await market.call('order-cart', { lines: [line], expected_kobo: 100 }, { as: buyer })
  expect(cart.body.code).toBe('market_paused')
  const insert = `insert into public.orders (group_buy_id, user_id, vendor_id, quantity, unit_price, total_amount, ceiling_unit_price)
    values ($1, $2, $3, 1, 100, 100, 100)`
  await expect(queryWithCause(market.db.owner, 'buyer', insert, [buyId, buyer, vendorId])).rejects.toThrow(
    'takes no new orders',
  )
  await turn('orders', 0)
  expect((await join()).status).toBe(200)
  await turn('orders', 1)
  const grow = 'update public.orders set quantity = quantity + 1 where user_id = $1'
  await expect(queryWithCause(market.db.owner, 'buyer', grow, [buyer])).rejects.toThrow('takes no new orders')
  expect((await join()).body.code).toBe('market_paused')
})

test('a pause of group buys publishes none, and drafts can be written', async () => {
  const { ownerId, vendorId } = await market.shop()
  const product = await market.product(vendorId)
  await turn('group_buys', 1)
  const insert = (status: string) =>
    queryWithCause(
      market.db.owner,
      'vendor',
      `insert into public.group_buys (product_id, vendor_id, status, target_quantity, end_date)
       values ($1, $2, $3, 5, now() + interval '9 days') returning id`,
      [product, vendorId, status],
    )
  await expect(insert('active')).rejects.toThrow('publishes no new group buys')
  const { rows } = await insert('draft')
  const publish = () =>
    asPerson(market.db, ownerId, `update public.group_buys set status = 'active' where id = $1 returning status`, [
      rows[0].id,
    ])
  expect((await publish()).message).toContain('publishes no new group buys')
  await turn('group_buys', 0)
  expect((await publish()).message).not.toContain('publishes no new group buys')
})

test('a switch needs a chief, a reason, and one of its two positions', async () => {
  const coordinator = await market.person({ role: 'coordinator' })
  const change = { key: 'pause_orders', value: 1, effective_from: null, note: 'Because', confirm: null }
  expect((await market.call('plan-setting', change, { as: coordinator })).body.code).toBe('not_allowed')
  expect((await turn('orders', 1, '  ')).body.errors).toHaveProperty('note')
  expect((await turn('orders', 2)).status).toBe(400)
  const { message } = await asPerson(
    market.db,
    chief,
    `insert into public.settings (key, value, note) values ('pause_orders', '1', ' ')`,
  )
  expect(message).toContain('needs a reason')
})

test('two presses turn a switch once', async () => {
  const turned = () =>
    market.row<{ turns: number }>(
      `select count(*)::integer as turns from public.settings where key = 'pause_orders' and effective_from > '-infinity'`,
    )
  const { turns } = await turned()
  const presses = await Promise.all([turn('orders', 1), turn('orders', 1, 'Another reason')])
  expect(presses.map(({ status }) => status).toSorted()).toEqual([200, 400])
  expect(presses.find(({ status }) => status === 400)?.body.message).toBe('It is paused already.')
  expect(await turned()).toEqual({ turns: turns + 1 })
  const input = { key: 'pause_orders', value: 0, effective_from: null, note: 'It is over', confirm: null }
  const key = crypto.randomUUID()
  const again = [await market.call('plan-setting', input, { as: chief, key })]
  again.push(await market.call('plan-setting', input, { as: chief, key }))
  expect(again[0]?.status).toBe(200)
  expect(again[1]).toEqual(again[0])
  expect((await turn('orders', 0)).body.message).toBe('It is running already.')
  expect(await turned()).toEqual({ turns: turns + 2 })
})
