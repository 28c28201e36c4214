import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { withoutTriggers } from '#database/tests/setup/as-owner.ts'
import type { LocalGateway } from '#platform/payment-gateways/local/local-gateway.ts'
import { moveGroupBuys } from '#server/group-buys/move-group-buys.ts'
import { confirmPayment } from '#server/payments/confirm-payment.ts'
import type { TestMarket } from '#server/testing/market.ts'
import { auditFaults, givePeps, openMoneyMarket, readBalanceKobo } from '#server/testing/money/money-market.ts'
import { paidBuys } from '#server/testing/money/paid-buys.ts'
import { notifyOfGift } from './notify-of-gift.ts'

const SITE = 'https://market.test'

let market: TestMarket
let play: LocalGateway
let buys: ReturnType<typeof paidBuys>
beforeAll(async () => {
  ;({ market, play } = await openMoneyMarket())
  buys = paidBuys(market, play)
})
afterEach(async () => expect(await auditFaults(market)).toEqual([]))
afterAll(() => market.close())

const emailOf = async (person: string) =>
  (await market.row<{ email: string }>('select email from auth.users where id = $1', [person])).email
const give = async (as: string, orderId: string, to: string) =>
  market.call(
    'give-share',
    { order_id: orderId, to: to.includes('-') ? await emailOf(to) : to, note: 'Enjoy it' },
    { as },
  )
const accept = (as: string | undefined, giftId: string) =>
  market.call('accept-share', { gift_id: giftId }, as === undefined ? {} : { as, elsewhere: Math.random() < 0.5 })
const withdraw = (as: string, giftId: string) => market.call('withdraw-share', { gift_id: giftId }, { as })
const decline = (as: string, giftId: string) => market.call('decline-share', { gift_id: giftId }, { as })
const leave = (as: string, orderId: string) => market.call('leave-group-buy', { order_id: orderId }, { as })
const gift = (id: string) =>
  market.row<{ status: string; email: string | null }>('select * from public.share_gifts where id = $1', [id])
const order = (id: string) =>
  market.row<{
    status: string
    end_reason: string | null
    returned_kobo: bigint
    charged_kobo: bigint
    is_live: boolean
  }>('select * from public.orders where id = $1', [id])
const counts = (buyId: string) =>
  market.row(
    'select current_quantity, current_participants, paid_quantity, paid_participants, left_late from public.group_buys where id = $1',
    [buyId],
  )
const tell = async (giftId: string) => {
  await notifyOfGift({ database: market.db.database, siteUrl: SITE }, { gift_id: giftId })
  await market.relay()
}
const notices = async (person: string) =>
  (
    await market.db.owner.query<{ kind: string }>(
      `select kind from public.notices where person_id = $1 and kind like 'share-%' order by created_at, id`,
      [person],
    )
  ).rows.map(({ kind }) => kind)

/** After the free time: the window ends in a day, and payments of before are more than an hour old. */
async function makeLate(buyId: string): Promise<void> {
  await withoutTriggers(market.db.owner, async (client) => {
    await client.query(
      `update public.group_buys set end_date = now() + interval '24 hours', payment_due_at = now() + interval '48 hours', starts_at = now() - interval '10 days' where id = $1`,
      [buyId],
    )
    await client.query(
      `update public.orders set paid_at = paid_at - interval '2 hours', created_at = created_at - interval '2 hours' where group_buy_id = $1`,
      [buyId],
    )
  })
  await market.db.owner.query('select sums.recount()')
}

/** A paid order in a buy after the free time, and somebody to give it to. */
async function lateShare({ quantity = 2, ...facts }: Record<string, unknown> & { quantity?: number } = {}) {
  const { buyId, ownerId } = await market.buy(facts)
  const paid = await buys.join(buyId, { quantity })
  await buys.pay(paid)
  await makeLate(buyId)
  const receiver = await market.person({ name: 'Ada Obi' })
  return { buyId, ownerId, giver: paid.buyer, orderId: paid.orderId, dueKobo: paid.dueKobo, receiver }
}

async function accepted(share: { giver: string; orderId: string; receiver: string }) {
  const given = await give(share.giver, share.orderId, share.receiver)
  expect([given.status, given.body.message]).toEqual([200, undefined])
  const giftId: string = given.body.gift_id
  const { status, body } = await accept(share.receiver, giftId)
  expect([status, body.message]).toEqual([200, undefined])
  return {
    giftId,
    taken: { buyer: share.receiver, orderId: body.order.id as string, dueKobo: body.order.amount_due_kobo as number },
  }
}

/** Begins a payment at the gateway, and returns how to complete it. */
async function beginPaying({ buyer, orderId, dueKobo }: { buyer: string; orderId: string; dueKobo: number }) {
  const answer = await market.call(
    'pay-orders',
    { order_ids: [orderId], peps_kobo: 0, expected_kobo: dueKobo, return_to: null },
    { as: buyer },
  )
  if (answer.status !== 200) return { answer, complete: null }
  const reference = `AJ-${answer.body.payment_id}`
  const page = `${SITE}/pay/${answer.body.payment_id}/back`
  await play.gateway.initiatePayment({
    reference,
    amountKobo: BigInt(dueKobo),
    email: 'a@market.test',
    returnUrl: page,
    cancelUrl: page,
  })
  const complete = async () => {
    await play.pages(
      new Request(`${SITE}/dev/pay/${reference}`, { method: 'POST', body: new URLSearchParams({ way: 'pay' }) }),
    )
    return confirmPayment(buys.deps, reference)
  }
  return { answer, complete }
}

describe('a paid share after the free time', () => {
  test('changes hands when the receiver has paid, and all the giver paid goes back', async () => {
    const share = await lateShare()
    const before = await counts(share.buyId)
    const { giftId, taken } = await accepted(share)
    expect(await counts(share.buyId)).toEqual(before)
    expect(await order(taken.orderId)).toMatchObject({ status: 'pending', is_live: false })
    await buys.pay(taken)
    expect(await counts(share.buyId)).toEqual(before)
    const given = await order(share.orderId)
    expect(given).toMatchObject({ status: 'refunding', end_reason: 'given to somebody else', is_live: false })
    expect(given.returned_kobo).toBe(given.charged_kobo)
    expect(await order(taken.orderId)).toMatchObject({ status: 'paid', is_live: true })
    expect(await gift(giftId)).toMatchObject({ status: 'taken', email: null, note: '' })
    expect(await readBalanceKobo(market, 'escrow', share.orderId)).toBe(0n)
    await tell(giftId)
    expect(await notices(share.giver)).toEqual(['share-taken'])
  })

  test('is offered by mail and notice, once', async () => {
    const share = await lateShare()
    const { body } = await give(share.giver, share.orderId, share.receiver)
    await tell(body.gift_id)
    await tell(body.gift_id)
    expect(await notices(share.receiver)).toEqual(['share-offered'])
  })

  test('leaves no hour in which the receiver may leave free', async () => {
    const share = await lateShare()
    const { taken } = await accepted(share)
    await buys.pay(taken)
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
    const share = await lateShare()
    const { taken } = await accepted(share)
    await givePeps(market, share.receiver, taken.dueKobo)
    const paid = await market.call(
      'pay-orders',
      { order_ids: [taken.orderId], peps_kobo: taken.dueKobo, expected_kobo: taken.dueKobo, return_to: null },
      { as: share.receiver },
    )
    expect([paid.status, paid.body.status]).toEqual([200, 'succeeded'])
    expect((await order(share.orderId)).status).toBe('refunding')
  })

  test('can be given on by its receiver', async () => {
    const share = await lateShare()
    const { taken } = await accepted(share)
    expect((await give(share.receiver, taken.orderId, await market.person())).body.code).toBe('giving_closed')
    await buys.pay(taken)
    const third = await market.person()
    const next = await accepted({ giver: share.receiver, orderId: taken.orderId, receiver: third })
    await buys.pay(next.taken)
    expect((await order(taken.orderId)).status).toBe('refunding')
    expect(await counts(share.buyId)).toMatchObject({ paid_quantity: 2, paid_participants: 1 })
  })
})

test('an unpaid share is cancelled when its receiver has paid', async () => {
  const { buyId } = await market.buy()
  const unpaid = await buys.join(buyId, { quantity: 3 })
  const receiver = await market.person()
  const { taken } = await accepted({ giver: unpaid.buyer, orderId: unpaid.orderId, receiver })
  await buys.pay(taken)
  expect(await order(unpaid.orderId)).toMatchObject({ status: 'cancelled', end_reason: 'given to somebody else' })
  expect(await counts(buyId)).toMatchObject({
    current_quantity: 3,
    current_participants: 1,
    paid_quantity: 3,
    paid_participants: 1,
  })
})

test('people are counted once, whoever has another order', async () => {
  const { buyId } = await market.buy()
  const first = await buys.join(buyId)
  await buys.pay(first)
  const sibling = await buys.join(buyId, { buyer: first.buyer, quantity: 2 })
  const other = await buys.join(buyId)
  await buys.pay(other)
  await buys.pay(sibling)
  expect(await counts(buyId)).toMatchObject({ current_participants: 2, paid_participants: 2, paid_quantity: 4 })
  // The giver stays with another order, and the receiver is in already.
  const { taken } = await accepted({ giver: first.buyer, orderId: first.orderId, receiver: other.buyer })
  await buys.pay(taken)
  expect(await counts(buyId)).toMatchObject({ current_participants: 2, paid_participants: 2, paid_quantity: 4 })
  // The giver stays, and the receiver is new.
  const added = await accepted({ giver: other.buyer, orderId: other.orderId, receiver: await market.person() })
  await buys.pay(added.taken)
  expect(await counts(buyId)).toMatchObject({ current_participants: 3, paid_participants: 3, paid_quantity: 4 })
  // The giver goes, and the receiver is in already.
  const merged = await accepted({ giver: first.buyer, orderId: sibling.orderId, receiver: other.buyer })
  await buys.pay(merged.taken)
  expect(await counts(buyId)).toMatchObject({ current_participants: 2, paid_participants: 2, paid_quantity: 4 })
})

test('a full buy with a waiting list stays full', async () => {
  const { buyId } = await market.buy({ target_quantity: 2, min_participants: 1, price_tiers: '[]' })
  const mine = await buys.join(buyId, { quantity: 2 })
  await buys.pay(mine)
  const waiter = await market.person()
  await market.db.owner.query(`update public.group_buys set end_date = end_date where id = $1`, [buyId])
  expect((await market.call('join-waiting-list', { group_buy_id: buyId, quantity: 1 }, { as: waiter })).status).toBe(
    200,
  )
  const { taken } = await accepted({ giver: mine.buyer, orderId: mine.orderId, receiver: await market.person() })
  await buys.pay(taken)
  expect(await market.row('select status from public.buy_waits where person_id = $1', [waiter])).toEqual({
    status: 'waiting',
  })
  expect(await counts(buyId)).toMatchObject({ current_quantity: 2, paid_quantity: 2 })
})

describe('is refused', () => {
  test('to the wrong people', async () => {
    const share = await lateShare({ max_quantity: 3 })
    expect((await give(share.giver, share.orderId, await emailOf(share.giver))).body.code).toBe('own_share')
    expect((await give(share.giver, share.orderId, 'nobody')).body.code).toBe('invalid_input')
    expect((await give(share.receiver, share.orderId, share.giver)).body.code).toBe('order_not_found')
    const { body } = await give(share.giver, share.orderId, share.receiver)
    expect((await give(share.giver, share.orderId, share.receiver)).body.code).toBe('gift_open')
    expect((await accept(undefined, body.gift_id)).status).toBe(401)
    expect((await accept(await market.person(), body.gift_id)).body.code).toBe('gift_for_other')
    expect((await accept(share.giver, body.gift_id)).body.code).toBe('own_share')
    expect((await decline(await market.person(), body.gift_id)).body.code).toBe('gift_for_other')
    expect((await withdraw(share.receiver, body.gift_id)).body.code).toBe('gift_not_found')
    expect((await accept(share.receiver, crypto.randomUUID())).body.code).toBe('gift_not_found')
    const other = await buys.join(share.buyId, { buyer: share.receiver, quantity: 2 })
    expect((await accept(share.receiver, body.gift_id)).body.code).toBe('quantity_above_maximum')
    expect(other.orderId).toBeTruthy()
  })

  test('to an address that is not confirmed, the shop’s own people and suspended accounts', async () => {
    const share = await lateShare()
    const unconfirmed = await market.person({ confirmed: false })
    const first = await give(share.giver, share.orderId, unconfirmed)
    expect((await accept(unconfirmed, first.body.gift_id)).body.code).toBe('gift_for_other')
    await withdraw(share.giver, first.body.gift_id)
    const second = await give(share.giver, share.orderId, share.ownerId)
    expect((await accept(share.ownerId, second.body.gift_id)).body.code).toBe('own_shop')
    await withdraw(share.giver, second.body.gift_id)
    const third = await give(share.giver, share.orderId, share.receiver)
    await market.db.owner.query(`update auth.users set banned_until = now() + interval '1 day' where id = $1`, [
      share.receiver,
    ])
    expect((await accept(share.receiver, third.body.gift_id)).status).toBeGreaterThanOrEqual(401)
    expect((await gift(third.body.gift_id)).status).toBe('offered')
  })

  test('once payment is due, or the giver is paying', async () => {
    const { buyId } = await market.buy()
    const unpaid = await buys.join(buyId)
    const paying = await beginPaying(unpaid)
    expect((await give(unpaid.buyer, unpaid.orderId, await market.person())).body.code).toBe('being_paid')
    await paying.complete?.()
    await withoutTriggers(market.db.owner, (client) =>
      client.query(
        `update public.group_buys set end_date = now() - interval '1 hour', payment_due_at = now() - interval '1 second' where id = $1`,
        [buyId],
      ),
    )
    expect((await give(unpaid.buyer, unpaid.orderId, await market.person())).body.code).toBe('giving_closed')
  })

  test('where a promise to others counts on the giver', async () => {
    const { buyId } = await market.buy({
      min_participants: 2,
      price_tiers: JSON.stringify([
        { participants: 2, price: 76000 },
        { participants: 3, price: 70000 },
      ]),
    })
    const [one, two] = [await buys.join(buyId), await buys.join(buyId)]
    await buys.pay(one)
    await buys.pay(two)
    await makeLate(buyId)
    // Promised the price for three.
    const three = await buys.join(buyId)
    expect(
      await market.row('select ceiling_unit_price::integer as n from public.orders where id = $1', [three.orderId]),
    ).toEqual({ n: 70000 })
    const { body } = await give(one.buyer, one.orderId, two.buyer)
    expect((await accept(two.buyer, body.gift_id)).body.code).toBe('promises_count_on_giver')
  })
})

describe('ends', () => {
  test('when the giver takes it back, unless it is being paid', async () => {
    const share = await lateShare()
    const { giftId, taken } = await accepted(share)
    const paying = await beginPaying(taken)
    expect((await withdraw(share.giver, giftId)).body.code).toBe('share_being_paid')
    expect((await leave(share.giver, share.orderId)).body.code).toBe('share_being_paid')
    expect((await decline(share.receiver, giftId)).body.code).toBe('being_paid')
    await market.call('cancel-payment', { payment_id: paying.answer.body.payment_id }, { as: share.receiver })
    expect((await withdraw(share.giver, giftId)).body).toEqual({ withdrawn: true })
    expect((await withdraw(share.giver, giftId)).body).toEqual({ withdrawn: false })
    expect(await order(taken.orderId)).toMatchObject({
      status: 'cancelled',
      end_reason: 'the share was not taken over',
    })
    // Money that arrives for it afterwards goes back.
    await paying.complete?.()
    expect((await order(taken.orderId)).status).toBe('cancelled')
    expect((await order(share.orderId)).status).toBe('paid')
    await tell(giftId)
    expect(await notices(share.receiver)).toEqual(['share-withdrawn'])
  })

  test('when the receiver does not want it, also after accepting', async () => {
    const share = await lateShare()
    const { giftId, taken } = await accepted(share)
    expect((await decline(share.receiver, giftId)).body).toEqual({ declined: true })
    expect((await order(taken.orderId)).status).toBe('cancelled')
    expect((await gift(giftId)).status).toBe('declined')
    await tell(giftId)
    expect(await notices(share.giver)).toEqual(['share-not-taken'])
    expect((await accept(share.receiver, giftId)).body.code).toBe('gift_over')
  })

  test('by the clock, and is on offer again when the receiver did not pay', async () => {
    const share = await lateShare()
    const { giftId, taken } = await accepted(share)
    await withoutTriggers(market.db.owner, (client) =>
      client.query(`update public.orders set hold_expires_at = now() - interval '1 second' where id = $1`, [
        taken.orderId,
      ]),
    )
    expect(
      (
        await market.call(
          'pay-orders',
          { order_ids: [taken.orderId], peps_kobo: 0, expected_kobo: taken.dueKobo, return_to: null },
          { as: share.receiver },
        )
      ).body.code,
    ).toBe('payment_closed')
    expect(await moveGroupBuys(market.db.database, SITE)).toEqual([])
    expect((await order(taken.orderId)).status).toBe('expired')
    expect((await gift(giftId)).status).toBe('offered')
    const again = await accept(share.receiver, giftId)
    expect(again.status).toBe(200)
    await decline(share.receiver, giftId)
    const { body } = await give(share.giver, share.orderId, share.receiver)
    await withoutTriggers(market.db.owner, (client) =>
      client.query(`update public.share_gifts set expires_at = now() where id = $1`, [body.gift_id]),
    )
    expect((await accept(share.receiver, body.gift_id)).body.code).toBe('gift_over')
    expect(await moveGroupBuys(market.db.database, SITE)).toEqual([])
    expect((await gift(body.gift_id)).status).toBe('lapsed')
  })

  test('when the giver leaves or the buy is cancelled', async () => {
    const { buyId } = await market.buy()
    const mine = await buys.join(buyId)
    const { giftId, taken } = await accepted({
      giver: mine.buyer,
      orderId: mine.orderId,
      receiver: await market.person(),
    })
    expect((await leave(mine.buyer, mine.orderId)).status).toBe(200)
    expect([(await gift(giftId)).status, (await order(taken.orderId)).status]).toEqual(['withdrawn', 'cancelled'])

    const share = await lateShare()
    const chief = await market.person({ role: 'chief' })
    const cancelled = await accepted(share)
    const paying = await beginPaying(cancelled.taken)
    const answer = await market.call(
      'cancel-group-buy',
      { group_buy_id: share.buyId, reason: 'The lorry broke down' },
      { as: chief },
    )
    expect(answer.status).toBe(200)
    expect((await order(cancelled.taken.orderId)).status).toBe('cancelled')
    await paying.complete?.()
    await buys.clock()
    expect((await gift(cancelled.giftId)).is_open).toBe(false)
  })
})

test('a receiver who is at the gateway when payment is due still gets the share', async () => {
  const { buyId } = await market.buy({ min_participants: 1, price_tiers: '[]' })
  const unpaid = await buys.join(buyId)
  const { taken } = await accepted({ giver: unpaid.buyer, orderId: unpaid.orderId, receiver: await market.person() })
  const paying = await beginPaying(taken)
  await withoutTriggers(market.db.owner, (client) =>
    client.query(
      `update public.group_buys set end_date = now() - interval '1 hour', payment_due_at = now() - interval '1 second' where id = $1`,
      [buyId],
    ),
  )
  expect(await moveGroupBuys(market.db.database, SITE)).toEqual([])
  expect(await market.statusOf('orders', unpaid.orderId)).toBe('pending')
  expect(await market.statusOf('group_buys', buyId)).toBe('closed')
  expect(await paying.complete?.()).toBe('succeeded')
  expect(await market.statusOf('orders', taken.orderId)).toBe('paid')
  expect(await market.statusOf('orders', unpaid.orderId)).toBe('cancelled')
})
