import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
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

/** A full buy after the free time: one of two people has paid, and others wait for these quantities. */
async function fullLateBuy(quantities: readonly number[]) {
  const { buyId } = await market.buy({ target_quantity: 3, max_quantity: 2, min_participants: 1, price_tiers: '[]' })
  const [one] = [await shares.buys.join(buyId, { quantity: 2 }), await shares.buys.join(buyId)]
  await shares.buys.pay(one)
  await shares.makeLate(buyId)
  const waiters: string[] = []
  for (const quantity of quantities) {
    const person = await market.person()
    const { status } = await market.call('join-waiting-list', { group_buy_id: buyId, quantity }, { as: person })
    expect(status).toBe(200)
    waiters.push(person)
  }
  return { buyId, giver: one.buyer, orderId: one.orderId, waiters }
}

const endTurn = async (giftId: string) => {
  await withoutTriggers(market.db.owner, (client) =>
    client.query(`update public.share_gifts set turn_ends_at = now() - interval '1 second' where id = $1`, [giftId]),
  )
  expect(await moveGroupBuys(market.db.database, SITE)).toEqual([])
}

test('people whose wish covers the share have their turns, in order', async () => {
  const { buyId, giver, orderId, waiters } = await fullLateBuy([1, 2, 2])
  const { body } = await shares.give(giver, orderId, 'waiting-list')
  const [small = '', first = '', second = ''] = waiters
  expect(await shares.gift(body.gift_id)).toMatchObject({ status: 'offered', receiver_id: first })
  await shares.tell(body.gift_id)
  expect(await shares.notices(first)).toEqual(['share-offered'])
  expect((await shares.accept(small, body.gift_id)).body.code).toBe('gift_for_other')
  expect((await shares.accept(second, body.gift_id)).body.code).toBe('gift_for_other')
  await endTurn(body.gift_id)
  expect((await shares.accept(first, body.gift_id)).body.code).toBe('gift_for_other')
  await shares.tell(body.gift_id)
  expect(await shares.notices(second)).toEqual(['share-offered'])
  const { body: taken } = await shares.accept(second, body.gift_id)
  await shares.buys.pay({ buyer: second, orderId: taken.order.id, dueKobo: taken.order.amount_due_kobo })
  expect((await shares.order(orderId)).status).toBe('refunding')
  const { rows } = await market.db.owner.query(
    'select status from public.buy_waits where group_buy_id = $1 order by created_at',
    [buyId],
  )
  expect(rows.map(({ status }) => status)).toEqual(['waiting', 'waiting', 'joined'])
  expect(await shares.counts(buyId)).toMatchObject({ current_quantity: 3, paid_quantity: 2 })
})

test('the share stays the giver’s when nobody is left', async () => {
  const { giver, orderId, waiters } = await fullLateBuy([2, 2])
  const { body } = await shares.give(giver, orderId, 'waiting-list')
  const accepted = await shares.accept(waiters[0], body.gift_id)
  expect(accepted.status).toBe(200)
  // Not paid in time: the next has their turn.
  await withoutTriggers(market.db.owner, (client) =>
    client.query(`update public.orders set hold_expires_at = now() - interval '1 second' where id = $1`, [
      accepted.body.order.id,
    ]),
  )
  expect(await moveGroupBuys(market.db.database, SITE)).toEqual([])
  expect(await moveGroupBuys(market.db.database, SITE)).toEqual([])
  expect(await shares.gift(body.gift_id)).toMatchObject({ status: 'offered', receiver_id: waiters[1] })
  expect((await shares.decline(waiters[1] ?? '', body.gift_id)).body).toEqual({ declined: true })
  expect((await shares.gift(body.gift_id)).status).toBe('lapsed')
  await shares.tell(body.gift_id)
  expect(await shares.notices(giver)).toEqual(['share-not-taken'])
  expect((await shares.order(orderId)).status).toBe('paid')
})

test('is refused where nobody waits', async () => {
  const { giver, orderId } = await fullLateBuy([1])
  expect((await shares.give(giver, orderId, 'waiting-list')).body.code).toBe('nobody_waits')
})
