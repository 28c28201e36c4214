import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { withoutTriggers } from '#database/tests/setup/as-owner.ts'
import { moveGroupBuys } from '#server/group-buys/move-group-buys.ts'
import type { TestMarket } from '#server/testing/market.ts'
import { givenShares } from '#server/testing/money/given-shares.ts'
import { auditFaults, openMoneyMarket } from '#server/testing/money/money-market.ts'

const SITE = 'https://market.test'

let market: TestMarket
let shares: ReturnType<typeof givenShares>
beforeAll(async () => {
  const money = await openMoneyMarket()
  market = money.market
  shares = givenShares(market, money.play)
})
afterEach(async () => expect(await auditFaults(market)).toEqual([]))
afterAll(() => market.close())

describe('ends', () => {
  test('when the giver takes it back, unless it is being paid', async () => {
    const share = await shares.lateShare()
    const { giftId, taken } = await shares.accepted(share)
    const paying = await shares.beginPaying(taken)
    expect((await shares.withdraw(share.giver, giftId)).body.code).toBe('share_being_paid')
    expect((await shares.leave(share.giver, share.orderId)).body.code).toBe('share_being_paid')
    expect((await shares.decline(share.receiver, giftId)).body.code).toBe('being_paid')
    await market.call('cancel-payment', { payment_id: paying.answer.body.payment_id }, { as: share.receiver })
    expect((await shares.withdraw(share.giver, giftId)).body).toEqual({ withdrawn: true })
    expect((await shares.withdraw(share.giver, giftId)).body).toEqual({ withdrawn: false })
    expect(await shares.order(taken.orderId)).toMatchObject({
      status: 'cancelled',
      end_reason: 'the share was not taken over',
    })
    // Money that arrives for it afterwards goes back.
    await paying.complete?.()
    expect((await shares.order(taken.orderId)).status).toBe('cancelled')
    expect((await shares.order(share.orderId)).status).toBe('paid')
    await shares.tell(giftId)
    expect(await shares.notices(share.receiver)).toEqual(['share-withdrawn'])
  })

  test('when the receiver does not want it, also after accepting', async () => {
    const share = await shares.lateShare()
    const { giftId, taken } = await shares.accepted(share)
    expect((await shares.decline(share.receiver, giftId)).body).toEqual({ declined: true })
    expect((await shares.order(taken.orderId)).status).toBe('cancelled')
    expect((await shares.gift(giftId)).status).toBe('declined')
    await shares.tell(giftId)
    expect(await shares.notices(share.giver)).toEqual(['share-not-taken'])
    expect((await shares.accept(share.receiver, giftId)).body.code).toBe('gift_over')
  })

  test('by the clock, and is on offer again when the receiver did not pay', async () => {
    const share = await shares.lateShare()
    const { giftId, taken } = await shares.accepted(share)
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
    expect((await shares.order(taken.orderId)).status).toBe('expired')
    expect((await shares.gift(giftId)).status).toBe('offered')
    const again = await shares.accept(share.receiver, giftId)
    expect(again.status).toBe(200)
    await shares.decline(share.receiver, giftId)
    const { body } = await shares.give(share.giver, share.orderId, share.receiver)
    await withoutTriggers(market.db.owner, (client) =>
      client.query(`update public.share_gifts set expires_at = now() where id = $1`, [body.gift_id]),
    )
    expect((await shares.accept(share.receiver, body.gift_id)).body.code).toBe('gift_over')
    expect(await moveGroupBuys(market.db.database, SITE)).toEqual([])
    expect((await shares.gift(body.gift_id)).status).toBe('lapsed')
  })

  test('when the giver leaves or the buy is cancelled', async () => {
    const { buyId } = await market.buy()
    const mine = await shares.buys.join(buyId)
    const { giftId, taken } = await shares.accepted({
      giver: mine.buyer,
      orderId: mine.orderId,
      receiver: await market.person(),
    })
    expect((await shares.leave(mine.buyer, mine.orderId)).status).toBe(200)
    expect([(await shares.gift(giftId)).status, (await shares.order(taken.orderId)).status]).toEqual([
      'withdrawn',
      'cancelled',
    ])

    const share = await shares.lateShare()
    const chief = await market.person({ role: 'chief' })
    const cancelled = await shares.accepted(share)
    const paying = await shares.beginPaying(cancelled.taken)
    const answer = await market.call(
      'cancel-group-buy',
      { group_buy_id: share.buyId, reason: 'The lorry broke down' },
      { as: chief },
    )
    expect(answer.status).toBe(200)
    expect((await shares.order(cancelled.taken.orderId)).status).toBe('cancelled')
    await paying.complete?.()
    await shares.buys.clock()
    expect((await shares.gift(cancelled.giftId)).is_open).toBe(false)
  })
})

test('a receiver who is at the gateway when payment is due still gets the share', async () => {
  const { buyId } = await market.buy({ min_participants: 1, price_tiers: '[]' })
  const unpaid = await shares.buys.join(buyId)
  const { taken } = await shares.accepted({
    giver: unpaid.buyer,
    orderId: unpaid.orderId,
    receiver: await market.person(),
  })
  const paying = await shares.beginPaying(taken)
  await shares.makeDue(buyId)
  expect(await moveGroupBuys(market.db.database, SITE)).toEqual([])
  expect(await market.statusOf('orders', unpaid.orderId)).toBe('pending')
  expect(await market.statusOf('group_buys', buyId)).toBe('closed')
  expect(await paying.complete?.()).toBe('succeeded')
  expect(await market.statusOf('orders', taken.orderId)).toBe('paid')
  expect(await market.statusOf('orders', unpaid.orderId)).toBe('cancelled')
})

test('an order is offered five times a day at most', async () => {
  const share = await shares.lateShare()
  for (let offer = 0; offer < 5; offer += 1) {
    const { body } = await shares.give(share.giver, share.orderId, share.receiver)
    await shares.withdraw(share.giver, body.gift_id)
  }
  expect((await shares.give(share.giver, share.orderId, share.receiver)).body.code).toBe('gifts_used_up')
})

test('money that arrives for a share the receiver may not have any more goes back', async () => {
  const share = await shares.lateShare({ max_quantity: 3 })
  const { giftId, taken } = await shares.accepted(share)
  const paying = await shares.beginPaying(taken)
  expect((await shares.buys.join(share.buyId, { buyer: share.receiver, quantity: 2 })).orderId).toBeTruthy()
  expect(await paying.complete?.()).toBe('succeeded')
  expect([(await shares.order(taken.orderId)).status, (await shares.order(share.orderId)).status]).toEqual([
    'pending',
    'paid',
  ])
  const { n } = await market.row<{ n: number }>(
    `select count(*)::integer as n from public.refunds f join public.payment_parts p on p.payment_id = f.payment_id where p.order_id = $1`,
    [taken.orderId],
  )
  expect(n).toBe(1)
  expect((await shares.gift(giftId)).status).toBe('accepted')
})
