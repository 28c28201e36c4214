import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { withoutTriggers } from '#database/tests/setup/as-owner.ts'
import { moveGroupBuys } from '#server/group-buys/move-group-buys.ts'
import type { TestMarket } from '#server/testing/market.ts'
import { givenShares } from '#server/testing/money/given-shares.ts'
import { auditFaults, openMoneyMarket } from '#server/testing/money/money-market.ts'
import type { TestOrder } from '#server/testing/money/paid-buys.ts'

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

const times = <T>(amount: number, act: () => Promise<T>) => Promise.all(Array.from({ length: amount }, act))

describe('at once', () => {
  test('one order is made, however often the share is given and accepted', async () => {
    const share = await shares.lateShare()
    const given = await times(8, () => shares.give(share.giver, share.orderId, share.receiver))
    expect(given.filter(({ status }) => status === 200)).toHaveLength(1)
    const giftId: string = given.find(({ status }) => status === 200)?.body.gift_id
    const accepted = await times(10, () => shares.accept(share.receiver, giftId))
    expect(new Set(accepted.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(accepted.map(({ body }) => body.order.id)).size).toBe(1)
  })

  test('accepting and withdrawing end in one of the two', async () => {
    for (let round = 0; round < 4; round += 1) {
      const share = await shares.lateShare()
      const { body } = await shares.give(share.giver, share.orderId, share.receiver)
      const [accepted, withdrawn] = await Promise.all([
        shares.accept(share.receiver, body.gift_id),
        shares.withdraw(share.giver, body.gift_id),
      ])
      expect([200, 409]).toContain(accepted.status)
      expect(withdrawn.body).toEqual({ withdrawn: true })
      const { n } = await market.row<{ n: number }>(
        `select count(*)::integer as n from public.orders where takes_over_order_id = $1 and status = 'pending'`,
        [share.orderId],
      )
      expect(n).toBe(0)
    }
  })

  test('the receiver pays while the giver leaves', async () => {
    for (let round = 0; round < 4; round += 1) {
      const share = await shares.lateShare()
      const { taken } = await shares.accepted(share)
      const [paying, left] = await Promise.all([
        shares.beginPaying(taken),
        shares.leave(share.giver, share.orderId),
        // The second tab of the payer, which gets the same payment.
        market.call(
          'pay-orders',
          { order_ids: [taken.orderId], peps_kobo: 0, expected_kobo: taken.dueKobo, return_to: null },
          { as: taken.buyer },
        ),
      ])
      if (left.status === 200) {
        expect(paying.answer.status).not.toBe(200)
        expect((await shares.order(taken.orderId)).status).toBe('cancelled')
      } else {
        expect(left.body.code).toBe('share_being_paid')
        expect(await paying.complete?.()).toBe('succeeded')
        expect((await shares.order(taken.orderId)).status).toBe('paid')
      }
    }
  })

  test('giver and receiver of an unpaid share pay', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { buyId } = await market.buy()
      const unpaid = await shares.buys.join(buyId)
      const receiver = await market.person()
      const { taken } = await shares.accepted({ giver: unpaid.buyer, orderId: unpaid.orderId, receiver })
      const begun = await Promise.all([shares.beginPaying(unpaid), shares.beginPaying(taken)])
      expect(begun.filter(({ answer }) => answer.status === 200)).toHaveLength(1)
      await Promise.all(begun.map(({ complete }) => complete?.()))
      expect(await shares.counts(buyId)).toMatchObject({ current_quantity: 1, paid_quantity: 1, paid_participants: 1 })
    }
  })

  test('the payment arrives several times', async () => {
    const share = await shares.lateShare()
    const { taken } = await shares.accepted(share)
    const { complete } = await shares.beginPaying(taken)
    await times(6, async () => complete?.())
    expect((await shares.order(share.orderId)).status).toBe('refunding')
    const { n } = await market.row<{ n: number }>(
      'select count(*)::integer as n from public.refunds where order_id = $1',
      [share.orderId],
    )
    expect(n).toBe(1)
  })

  test('the offer expires in the second of acceptance', async () => {
    const share = await shares.lateShare()
    const { body } = await shares.give(share.giver, share.orderId, share.receiver)
    await withoutTriggers(market.db.owner, (client) =>
      client.query(
        `update public.share_gifts set expires_at = clock_timestamp() + interval '60 milliseconds' where id = $1`,
        [body.gift_id],
      ),
    )
    await Promise.all([
      ...Array.from({ length: 6 }, () => shares.accept(share.receiver, body.gift_id)),
      ...Array.from({ length: 6 }, () => moveGroupBuys(market.db.database, SITE)),
    ])
    await moveGroupBuys(market.db.database, SITE)
    const { status } = await shares.gift(body.gift_id)
    expect(['accepted', 'lapsed']).toContain(status)
  })
})

type Act = 'give' | 'accept' | 'pay' | 'withdraw' | 'decline' | 'leave' | 'expire' | 'clock'
const act = fc.record({
  act: fc.constantFrom<Act>(
    'give',
    'give',
    'accept',
    'accept',
    'pay',
    'pay',
    'withdraw',
    'decline',
    'leave',
    'expire',
    'clock',
  ),
  person: fc.nat({ max: 5 }),
  other: fc.nat({ max: 5 }),
})

const TIERS = JSON.stringify([
  { participants: 2, price: 76000 },
  { participants: 3, price: 72000 },
  { participants: 4, price: 70000 },
])

const { seed } = fc.readConfigureGlobal()

test(`any course of gifts keeps units, people and money (seed ${seed})`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 8, maxLength: 22 }), fc.boolean(), async (acts, isLate) => {
      const { buyId } = await market.buy({
        target_quantity: 12,
        max_participants: 4,
        min_participants: 2,
        max_quantity: 4,
        price_tiers: TIERS,
      })
      const people = await Promise.all(Array.from({ length: 6 }, () => market.person()))
      for (const buyer of people.slice(0, 3)) {
        const joined = await shares.buys.join(buyId, { buyer, quantity: 2 })
        if (buyer !== people[2]) await shares.buys.pay(joined)
      }
      if (isLate) await shares.makeLate(buyId)
      for (const one of acts) await perform(one, { buyId, people })
      await shares.makeDue(buyId)
      await moveGroupBuys(market.db.database, SITE)
      await shares.buys.clock()
      const { rows } = await market.db.owner.query<{ over: boolean; twice: boolean }>(
        `select o.settled_at is not null and o.unit_price > o.ceiling_unit_price as over, exists (select from public.orders g where g.id = o.takes_over_order_id and g.is_live) as twice
         from public.orders o where o.group_buy_id = $1 and o.is_paid`,
        [buyId],
      )
      expect(rows.filter(({ over, twice }) => over || twice)).toEqual([])
      expect(await auditFaults(market)).toEqual([])
    }),
    { numRuns: 6 },
  )
}, 120_000)

async function perform(
  { act: kind, person, other }: { act: Act; person: number; other: number },
  { buyId, people }: { buyId: string; people: readonly string[] },
): Promise<void> {
  const { rows } = await market.db.owner.query<{ id: string; status: string; due: number; takes_over: boolean }>(
    `select id, status, amount_due_kobo::integer as due, takes_over_order_id is not null as takes_over from public.orders
     where group_buy_id = $1 and user_id = $2 and status in ('pending', 'paid') order by order_no`,
    [buyId, people[person]],
  )
  const mine = rows.at(-1)
  const { rows: gifts } = await market.db.owner.query<{ id: string; giver_id: string }>(
    `select s.id, s.giver_id from public.share_gifts s join public.orders o on o.id = s.order_id where o.group_buy_id = $1 and s.is_open order by s.created_at`,
    [buyId],
  )
  const gift = gifts[other % Math.max(gifts.length, 1)]
  const as = people[person] ?? ''
  if (kind === 'clock') await moveGroupBuys(market.db.database, SITE)
  else if (kind === 'give' && mine) await shares.give(as, mine.id, people[other] ?? '')
  else if (kind === 'leave' && mine) await shares.leave(as, mine.id)
  else if (kind === 'pay' && mine?.status === 'pending') {
    const order: TestOrder = { buyer: as, orderId: mine.id, dueKobo: mine.due }
    await (await shares.beginPaying(order)).complete?.()
  } else if (gift && kind === 'withdraw') await shares.withdraw(gift.giver_id, gift.id)
  else if (gift && kind === 'accept') for (const each of people) await shares.accept(each, gift.id)
  else if (gift && kind === 'decline') for (const each of people) await shares.decline(each, gift.id)
  else if (kind === 'expire')
    await withoutTriggers(market.db.owner, (client) =>
      client.query(
        `update public.orders set hold_expires_at = now() - interval '1 second' where group_buy_id = $1 and status = 'pending' and takes_over_order_id is not null`,
        [buyId],
      ),
    )
}
