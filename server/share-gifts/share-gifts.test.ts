import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { TestMarket } from '#server/testing/market.ts'
import { givenShares } from '#server/testing/money/given-shares.ts'
import { auditFaults, givePeps, openMoneyMarket, readBalanceKobo } from '#server/testing/money/money-market.ts'

let market: TestMarket
let shares: ReturnType<typeof givenShares>
beforeAll(async () => {
  const money = await openMoneyMarket()
  market = money.market
  shares = givenShares(market, money.play)
})
afterEach(async () => expect(await auditFaults(market)).toEqual([]))
afterAll(() => market.close())

describe('a paid share after the free time', () => {
  test('changes hands when the receiver has paid, and all the giver paid goes back', async () => {
    const share = await shares.lateShare()
    const before = await shares.counts(share.buyId)
    const { giftId, taken } = await shares.accepted(share)
    expect(await shares.counts(share.buyId)).toEqual(before)
    expect(await shares.order(taken.orderId)).toMatchObject({ status: 'pending', is_live: false })
    await shares.buys.pay(taken)
    expect(await shares.counts(share.buyId)).toEqual(before)
    const given = await shares.order(share.orderId)
    expect(given).toMatchObject({ status: 'refunding', end_reason: 'given to somebody else', is_live: false })
    expect(given.returned_kobo).toBe(given.charged_kobo)
    expect(await shares.order(taken.orderId)).toMatchObject({ status: 'paid', is_live: true })
    expect(await shares.gift(giftId)).toMatchObject({ status: 'taken', email: null, note: '' })
    expect(await readBalanceKobo(market, 'escrow', share.orderId)).toBe(0n)
    await shares.tell(giftId)
    expect(await shares.notices(share.giver)).toEqual(['share-taken'])
  })

  test('is offered by mail and notice, once', async () => {
    const share = await shares.lateShare()
    const { body } = await shares.give(share.giver, share.orderId, share.receiver)
    await shares.tell(body.gift_id)
    await shares.tell(body.gift_id)
    expect(await shares.notices(share.receiver)).toEqual(['share-offered'])
  })

  test('leaves no hour in which the receiver may leave free', async () => {
    const share = await shares.lateShare()
    const { taken } = await shares.accepted(share)
    await shares.buys.pay(taken)
    const left = await market.call(
      'leave-group-buy',
      { order_id: taken.orderId, most_charge_kobo: 0 },
      { as: share.receiver },
    )
    expect(left.body.code).toBe('leaving_costs_more')
    const { locked } = await market.row<{ locked: number }>(
      'select public.locked_participants(g) as locked from public.group_buys g where id = $1',
      [share.buyId],
    )
    expect(locked).toBe(1)
  })

  test('paid for with PEPS moves in the receiver’s own command', async () => {
    const share = await shares.lateShare()
    const { taken } = await shares.accepted(share)
    await givePeps(market, share.receiver, taken.dueKobo)
    const paid = await market.call(
      'pay-orders',
      { order_ids: [taken.orderId], peps_kobo: taken.dueKobo, expected_kobo: taken.dueKobo, return_to: null },
      { as: share.receiver },
    )
    expect([paid.status, paid.body.status]).toEqual([200, 'succeeded'])
    expect((await shares.order(share.orderId)).status).toBe('refunding')
  })

  test('can be given on by its receiver', async () => {
    const share = await shares.lateShare()
    const { taken } = await shares.accepted(share)
    expect((await shares.give(share.receiver, taken.orderId, await market.person())).body.code).toBe('giving_closed')
    await shares.buys.pay(taken)
    const third = await market.person()
    const next = await shares.accepted({ giver: share.receiver, orderId: taken.orderId, receiver: third })
    await shares.buys.pay(next.taken)
    expect((await shares.order(taken.orderId)).status).toBe('refunding')
    expect(await shares.counts(share.buyId)).toMatchObject({ paid_quantity: 2, paid_participants: 1 })
  })
})

test('an unpaid share is cancelled when its receiver has paid', async () => {
  const { buyId } = await market.buy()
  const unpaid = await shares.buys.join(buyId, { quantity: 3 })
  const receiver = await market.person()
  const { taken } = await shares.accepted({ giver: unpaid.buyer, orderId: unpaid.orderId, receiver })
  await shares.buys.pay(taken)
  expect(await shares.order(unpaid.orderId)).toMatchObject({
    status: 'cancelled',
    end_reason: 'given to somebody else',
  })
  expect(await shares.counts(buyId)).toMatchObject({
    current_quantity: 3,
    current_participants: 1,
    paid_quantity: 3,
    paid_participants: 1,
  })
})

test('people are counted once, also if the giver or the receiver has another order', async () => {
  const { buyId } = await market.buy()
  const first = await shares.buys.join(buyId)
  await shares.buys.pay(first)
  const sibling = await shares.buys.join(buyId, { buyer: first.buyer, quantity: 2 })
  const other = await shares.buys.join(buyId)
  await shares.buys.pay(other)
  await shares.buys.pay(sibling)
  expect(await shares.counts(buyId)).toMatchObject({ current_participants: 2, paid_participants: 2, paid_quantity: 4 })
  // The giver stays with another order, and the receiver is in already.
  const { taken } = await shares.accepted({ giver: first.buyer, orderId: first.orderId, receiver: other.buyer })
  await shares.buys.pay(taken)
  expect(await shares.counts(buyId)).toMatchObject({ current_participants: 2, paid_participants: 2, paid_quantity: 4 })
  // The giver stays, and the receiver is new.
  const added = await shares.accepted({ giver: other.buyer, orderId: other.orderId, receiver: await market.person() })
  await shares.buys.pay(added.taken)
  expect(await shares.counts(buyId)).toMatchObject({ current_participants: 3, paid_participants: 3, paid_quantity: 4 })
  // The giver goes, and the receiver is in already.
  const merged = await shares.accepted({ giver: first.buyer, orderId: sibling.orderId, receiver: other.buyer })
  await shares.buys.pay(merged.taken)
  expect(await shares.counts(buyId)).toMatchObject({ current_participants: 2, paid_participants: 2, paid_quantity: 4 })
})

test('a full buy with a waiting list stays full', async () => {
  const { buyId } = await market.buy({ target_quantity: 2, min_participants: 1, price_tiers: '[]' })
  const [mine] = [await shares.buys.join(buyId), await shares.buys.join(buyId)]
  await shares.buys.pay(mine)
  const waiter = await market.person()
  const waits = await market.call('join-waiting-list', { group_buy_id: buyId, quantity: 1 }, { as: waiter })
  expect(waits.status).toBe(200)
  const { taken } = await shares.accepted({ giver: mine.buyer, orderId: mine.orderId, receiver: await market.person() })
  await shares.buys.pay(taken)
  expect(await market.row('select status from public.buy_waits where person_id = $1', [waiter])).toEqual({
    status: 'waiting',
  })
  expect(await shares.counts(buyId)).toMatchObject({ current_quantity: 2, paid_quantity: 1 })
})

describe('is refused', () => {
  test('to the wrong people', async () => {
    const share = await shares.lateShare({ max_quantity: 3 })
    expect((await shares.give(share.giver, share.orderId, await shares.emailOf(share.giver))).body.code).toBe(
      'own_share',
    )
    expect((await shares.give(share.giver, share.orderId, 'nobody')).body.code).toBe('invalid_input')
    expect((await shares.give(share.receiver, share.orderId, share.giver)).body.code).toBe('order_not_found')
    const { body } = await shares.give(share.giver, share.orderId, share.receiver)
    expect((await shares.give(share.giver, share.orderId, share.receiver)).body.code).toBe('gift_open')
    expect((await shares.accept(undefined, body.gift_id)).status).toBe(401)
    expect((await shares.accept(await market.person(), body.gift_id)).body.code).toBe('gift_for_other')
    expect((await shares.accept(share.giver, body.gift_id)).body.code).toBe('own_share')
    expect((await shares.decline(await market.person(), body.gift_id)).body.code).toBe('gift_for_other')
    expect((await shares.withdraw(share.receiver, body.gift_id)).body.code).toBe('gift_not_found')
    expect((await shares.accept(share.receiver, crypto.randomUUID())).body.code).toBe('gift_not_found')
    const other = await shares.buys.join(share.buyId, { buyer: share.receiver, quantity: 2 })
    expect((await shares.accept(share.receiver, body.gift_id)).body.code).toBe('quantity_above_maximum')
    expect(other.orderId).toBeTruthy()
  })

  test('to an address that is not confirmed, the shop’s own people and suspended accounts', async () => {
    const share = await shares.lateShare()
    const unconfirmed = await market.person({ confirmed: false })
    const first = await shares.give(share.giver, share.orderId, unconfirmed)
    expect((await shares.accept(unconfirmed, first.body.gift_id)).body.code).toBe('gift_for_other')
    await shares.withdraw(share.giver, first.body.gift_id)
    const second = await shares.give(share.giver, share.orderId, share.ownerId)
    expect((await shares.accept(share.ownerId, second.body.gift_id)).body.code).toBe('own_shop')
    await shares.withdraw(share.giver, second.body.gift_id)
    const third = await shares.give(share.giver, share.orderId, share.receiver)
    await market.db.owner.query(`update auth.users set banned_until = now() + interval '1 day' where id = $1`, [
      share.receiver,
    ])
    expect((await shares.accept(share.receiver, third.body.gift_id)).status).toBeGreaterThanOrEqual(401)
    expect((await shares.gift(third.body.gift_id)).status).toBe('offered')
  })

  test('once payment is due, or the giver is paying', async () => {
    const { buyId } = await market.buy()
    const unpaid = await shares.buys.join(buyId)
    const paying = await shares.beginPaying(unpaid)
    expect((await shares.give(unpaid.buyer, unpaid.orderId, await market.person())).body.code).toBe('being_paid')
    await paying.complete?.()
    await shares.makeDue(buyId)
    expect((await shares.give(unpaid.buyer, unpaid.orderId, await market.person())).body.code).toBe('giving_closed')
  })

  test('where a promise to others counts on the giver', async () => {
    const { buyId } = await market.buy({
      min_participants: 2,
      price_tiers: JSON.stringify([
        { participants: 2, price: 76000 },
        { participants: 3, price: 70000 },
      ]),
    })
    const [one, two] = [await shares.buys.join(buyId), await shares.buys.join(buyId)]
    await shares.buys.pay(one)
    await shares.buys.pay(two)
    await shares.makeLate(buyId)
    // Promised the price for three.
    const three = await shares.buys.join(buyId)
    expect(
      await market.row('select ceiling_unit_price::integer as n from public.orders where id = $1', [three.orderId]),
    ).toEqual({ n: 70000 })
    const { body } = await shares.give(one.buyer, one.orderId, two.buyer)
    expect((await shares.accept(two.buyer, body.gift_id)).body.code).toBe('promises_count_on_giver')
  })
})
