import { withoutTriggers } from '#database/tests/setup/as-owner.ts'
import { createAddress, createZone } from '#server/testing/goods/places.ts'
import type { TestMarket } from '#server/testing/market.ts'
import { addBankAccount, addTestBanks, createProvenSession, creditEarnings } from '#server/testing/money/shop-money.ts'
import { type ActOf, audits, count, joined } from './act.ts'

/** Commands about payments, payouts, the books and rates. */
async function withPriceRise(market: TestMarket) {
  const one = await joined(market)
  const ask = { group_buy_id: one.buyId, rise_naira: 500, reason: 'The mill raised its price' }
  const { body } = await market.call('ask-higher-price', ask, { as: one.ownerId })
  return { ...one, riseId: String(body.price_rise_id) }
}

export const actsOfMoney = {
  async 'pay-orders'(market: TestMarket) {
    const { buyer, orderId } = await joined(market)
    const { due } = await market.row<{ due: bigint }>(
      'select amount_due_kobo as due from public.orders where id = $1',
      [orderId],
    )
    const body = { order_ids: [orderId], peps_kobo: 0, expected_kobo: Number(due), return_to: null }
    return {
      as: buyer,
      body,
      other: { ...body, return_to: 'peps' },
      effects: () => count(market, 'public.payment_parts where order_id = $1', [orderId]),
    }
  },
  async 'pay-difference'(market: TestMarket) {
    const { buyer, orderId } = await joined(market)
    await market.moved(
      'gateway',
      `update public.orders set status = 'paid', paid_at = now(), amount_due_kobo = 0 where id = $1`,
      [orderId],
    )
    await createZone(market)
    const address = await createAddress(market, buyer)
    const body = { order_id: orderId, address_id: address, peps_kobo: 0, expected_kobo: 150_000 }
    return {
      as: buyer,
      body,
      other: { ...body, expected_kobo: 150_001 },
      effects: () => count(market, 'public.delivery_upgrades where order_id = $1', [orderId]),
    }
  },
  async 'ask-higher-price'(market: TestMarket) {
    const { buyId, ownerId } = await joined(market)
    const body = { group_buy_id: buyId, rise_naira: 500, reason: 'The mill raised its price' }
    return {
      as: ownerId,
      body,
      other: { ...body, rise_naira: 400 },
      effects: () => count(market, 'public.price_rises where group_buy_id = $1', [buyId]),
    }
  },
  async 'withdraw-higher-price'(market: TestMarket) {
    const { ownerId, riseId } = await withPriceRise(market)
    return {
      as: ownerId,
      body: { price_rise_id: riseId },
      other: { price_rise_id: crypto.randomUUID() },
      effects: () => count(market, `public.price_rises where id = $1 and status = 'withdrawn'`, [riseId]),
    }
  },
  async 'accept-higher-price'(market: TestMarket) {
    const { buyer, orderId, riseId } = await withPriceRise(market)
    const body = { order_id: orderId, price_rise_id: riseId, peps_kobo: 0, expected_kobo: 102_500 }
    return {
      as: buyer,
      body,
      other: { ...body, expected_kobo: 102_501 },
      effects: () => count(market, 'public.price_answers where order_id = $1', [orderId]),
    }
  },
  async 'honour-group-buy'(market: TestMarket) {
    const { buyId, ownerId, orderId } = await joined(market)
    await market.moved(
      'gateway',
      `update public.orders set status = 'paid', paid_at = now(), amount_due_kobo = 0 where id = $1`,
      [orderId],
    )
    await market.moved('clock', `update public.group_buys set status = 'closed' where id = $1`, [buyId])
    await market.moved('clock', `update public.group_buys set status = 'settling' where id = $1`, [buyId])
    return {
      as: ownerId,
      body: { group_buy_id: buyId },
      other: { group_buy_id: crypto.randomUUID() },
      effects: () => audits(market, buyId),
    }
  },
  async 'confirm-part-pack'(market: TestMarket) {
    const { buyId, ownerId } = await joined(market)
    await withoutTriggers(market.db.owner, (client) =>
      client.query(
        `update public.group_buys set status = 'settling', pack_size = 10, pack_unit = 'bag', part_pack_until = now() + interval '1 hour' where id = $1`,
        [buyId],
      ),
    )
    return {
      as: ownerId,
      body: { group_buy_id: buyId },
      other: { group_buy_id: crypto.randomUUID() },
      effects: () => audits(market, buyId),
    }
  },
  async 'resolve-difference'(market: TestMarket) {
    const chief = await market.person({ role: 'chief' })
    const { id } = await market.row<{ id: string }>(
      `insert into public.book_differences (gateway, kind, reference, fault, happened_at) values ('local', 'payment', 'AJ-1', 'missing_here', now()) returning id`,
    )
    const body = { difference_id: id, reason: 'Paid at the gateway’s desk' }
    return { as: chief, body, other: { ...body, reason: 'Another' }, effects: () => audits(market, id) }
  },
  async 'check-books'(market: TestMarket) {
    const chief = await market.person({ role: 'chief' })
    return {
      as: chief,
      body: { with_gateway: true },
      other: { with_gateway: false },
      effects: () => count(market, `public.audit_log where action = 'books.check' and actor_id = $1`, [chief]),
    }
  },
  async 'repeat-refund'(market: TestMarket) {
    const chief = await market.person({ role: 'chief' })
    const id = crypto.randomUUID()
    await market.moved(
      'buyer',
      `insert into public.payments (id, reference, user_id, gateway, naira_kobo, received_kobo) values ($1::uuid, 'AJ-' || $1::uuid, $2, 'paystack', 100, 100)`,
      [id, await market.person()],
    )
    const refund = crypto.randomUUID()
    await market.moved(
      'gateway',
      `insert into public.refunds (id, payment_id, amount_kobo, reason) values ('${refund}', '${id}', 100, 'amount') returning id`,
    )
    await market.moved('gateway', `update public.refunds set status = 'sent' where id = $1`, [refund])
    await market.moved('gateway', `update public.refunds set status = 'needs_attention' where id = $1`, [refund])
    return {
      as: chief,
      body: { refund_id: refund, bank_code: null, account_number: null, account_name: null },
      other: { refund_id: crypto.randomUUID(), bank_code: null, account_number: null, account_name: null },
      effects: () => audits(market, refund),
    }
  },
  async 'choose-return'(market: TestMarket) {
    const { buyer, orderId } = await joined(market)
    return {
      as: buyer,
      body: { order_id: orderId, return_to: 'peps' },
      other: { order_id: orderId, return_to: 'source' },
      effects: () => count(market, `public.orders where id = $1 and return_to = 'peps'`, [orderId]),
    }
  },
  async 'refund-part'(market: TestMarket) {
    const { id } = await paidWithPeps(market)
    const body = { order_id: id, goods_kobo: 80_000, payer: 'vendor', reason: 'One bag was torn' }
    return {
      as: await market.person({ role: 'chief' }),
      body,
      other: { ...body, goods_kobo: 1 },
      effects: () => count(market, 'public.partial_refunds where order_id = $1', [id]),
    }
  },
  async 'give-back-part'(market: TestMarket) {
    const { id, ownerId } = await paidWithPeps(market)
    const body = { order_id: id, goods_kobo: 80_000, reason: 'One bag was torn' }
    return {
      as: ownerId,
      body,
      other: { ...body, goods_kobo: 1 },
      effects: () => count(market, 'public.partial_refunds where order_id = $1', [id]),
    }
  },
  async 'plan-setting'(market: TestMarket) {
    const chief = await market.person({ role: 'chief' })
    const effective_from = new Date(Date.now() + 86_400_000).toISOString()
    const body = { key: 'bulk_hold_minutes', value: 45, effective_from, note: '', confirm: null }
    return {
      as: chief,
      body,
      other: { ...body, value: 50 },
      effects: () => count(market, 'public.settings where created_by = $1', [chief]),
    }
  },
  async 'withdraw-setting'(market: TestMarket) {
    const chief = await market.person({ role: 'chief' })
    const effective_from = new Date(Date.now() + 86_400_000).toISOString()
    const body = { key: 'unpaid_lapses', effective_from }
    await market.call('plan-setting', { ...body, value: 3, note: '' }, { as: chief })
    return {
      as: chief,
      body,
      other: { ...body, key: 'unpaid_lapse_days' },
      effects: () => count(market, 'public.settings where withdrawn_by = $1', [chief]),
    }
  },
  async 'set-bank-account'(market: TestMarket) {
    const { ownerId, vendorId } = await market.shop()
    await addTestBanks(market)
    const body = { bank_code: '999992', account_number: '8031234560', account_name: 'TRADER 4560' }
    return {
      as: ownerId,
      session: await createProvenSession(market, ownerId),
      body,
      other: { ...body, account_number: '8031234561' },
      effects: () => count(market, 'public.bank_accounts where vendor_id = $1', [vendorId]),
    }
  },
  async 'request-payout'(market: TestMarket) {
    const { ownerId, vendorId } = await market.shop()
    await addBankAccount(market, vendorId)
    await creditEarnings(market, vendorId, 500_000n)
    return {
      as: ownerId,
      session: await createProvenSession(market, ownerId),
      body: { amount_kobo: 200_000 },
      other: { amount_kobo: 100_000 },
      effects: () => count(market, 'public.payouts where vendor_id = $1', [vendorId]),
    }
  },
  async 'set-weekly-payouts'(market: TestMarket) {
    const { ownerId, vendorId } = await market.shop()
    return { as: ownerId, body: { weekly: true }, other: { weekly: false }, effects: () => audits(market, vendorId) }
  },
  async 'hold-payouts'(market: TestMarket) {
    const [chief, { vendorId }] = [await market.person({ role: 'chief' }), await market.shop()]
    const body = { vendor_id: vendorId, held: true, reason: 'A claim is open' }
    return { as: chief, body, other: { ...body, held: false }, effects: () => audits(market, vendorId) }
  },
  async 'check-payout'(market: TestMarket) {
    const [chief, { ownerId, vendorId }] = [await market.person({ role: 'chief' }), await market.shop()]
    await addBankAccount(market, vendorId)
    await creditEarnings(market, vendorId, 500_000n)
    const session = await createProvenSession(market, ownerId)
    const { body } = await market.call('request-payout', { amount_kobo: null }, { as: ownerId, session })
    return {
      as: chief,
      body: { payout_id: body.payout_id },
      other: { payout_id: crypto.randomUUID() },
      effects: () => audits(market, body.payout_id),
    }
  },
  async 'cancel-payment'(market: TestMarket) {
    const { buyer, orderId } = await joined(market)
    const { due } = await market.row<{ due: bigint }>(
      'select amount_due_kobo as due from public.orders where id = $1',
      [orderId],
    )
    const input = { order_ids: [orderId], peps_kobo: 0, expected_kobo: Number(due), return_to: null }
    const { payment_id } = (await market.call('pay-orders', input, { as: buyer })).body
    return {
      as: buyer,
      body: { payment_id },
      other: { payment_id: crypto.randomUUID() },
      effects: () => count(market, 'public.payments where id = $1 and cancelled_at is not null', [payment_id]),
    }
  },
} satisfies Record<string, ActOf>

/** An order for ₦1,600, paid with PEPS. */
async function paidWithPeps(market: TestMarket) {
  const { vendorId, ownerId } = await market.shop()
  const buyer = await market.person()
  await market.moved('buyer', 'insert into public.checkouts (id, user_id) values ($1, $1)', [buyer])
  await market.moved(
    'buyer',
    `insert into public.orders (checkout_id, user_id, vendor_id, quantity, total_amount, fee_kobo) values ($1, $1, $2, 2, 1600, 4000)`,
    [buyer, vendorId],
  )
  const { id } = await market.row<{ id: string }>('select id from public.orders where user_id = $1', [buyer])
  for (const line of [
    { kind: 'referral_reward', credit: buyer, amount_kobo: 164_000 },
    { kind: 'peps_spent', debit: buyer, credit: id, amount_kobo: 164_000 },
  ])
    await market.db.owner.query('select ledger.post($1, $2)', [crypto.randomUUID(), JSON.stringify([line])])
  await market.moved(
    'gateway',
    `update public.orders set status = 'paid', paid_at = now(), charged_kobo = 164000, peps_kobo = 164000 where id = $1`,
    [id],
  )
  return { id, ownerId }
}
