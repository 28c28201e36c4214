import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withoutTriggers } from '#database/tests/setup/as-owner.ts'
import { asPerson } from '#database/tests/setup/as-person.ts'
import { nextRound, repeatedBuy, runCycles, standingOrder } from '#server/testing/goods/cycles.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(async () => {
  expect(market.faults).toEqual([])
  await market.close()
})

interface Round extends Record<string, unknown> {
  outcome: string
  order_id: string | null
  reason: string | null
}
const roundsOf = async (orderId: string) =>
  (
    await market.db.owner.query<Round>(
      'select outcome, order_id, reason from public.standing_rounds where standing_order_id = $1 order by at',
      [orderId],
    )
  ).rows
const ordersOf = async (person: string) =>
  (
    await market.db.owner.query<{ status: string; quantity: number; due: string }>(
      `select status, quantity, amount_due_kobo::text as due from public.orders where user_id = $1 order by created_at`,
      [person],
    )
  ).rows
const noticesOf = async (person: string) => {
  await market.relay()
  const { rows } = await asPerson(
    market.db,
    person,
    'select title, body, link from public.notices order by created_at, id',
  )
  return rows.map(({ title, body, link }) => `${title}: ${body} ${link}`)
}
const change = (id: string, as: string, changed: string) =>
  market.call('change-standing-order', { standing_order_id: id, change: changed }, { as })
const statusOfStanding = (id: string) =>
  market.row('select status, pause_reason, skips_next from public.standing_orders where id = $1', [id])
const expire = (person: string) =>
  market.moved(
    'clock',
    `update public.orders set status = 'expired', amount_due_kobo = 0, ended_at = now() where user_id = $1 and status = 'pending'`,
    [person],
  )

// Two bags at the price of the minimum of five people, ₦76,000, and 2.5% of that.
const TWO_BAGS_KOBO = 15_580_000

describe('a standing order', () => {
  test('joins each round for its buyer, who pays by the link, and leaves the open round alone', async () => {
    const { cycleId, buyId } = await repeatedBuy(market)
    const { buyer, orderId } = await standingOrder(market, { cycleId, most: '155800' })
    await runCycles(market)
    expect(await ordersOf(buyer)).toEqual([])
    const next = await nextRound(market, cycleId)
    expect(next).not.toBe(buyId)
    expect(await ordersOf(buyer)).toEqual([{ status: 'pending', quantity: 2, due: String(TWO_BAGS_KOBO) }])
    const [round] = await roundsOf(orderId)
    expect(round).toMatchObject({ outcome: 'joined', reason: null })
    expect(await noticesOf(buyer)).toEqual([
      expect.stringMatching(
        /^Ordered again: Ofada rice: 2 bags for at most ₦155,800, as you asked\. Pay by .* \/account\/pay\?order=/,
      ),
    ])
    await runCycles(market)
    expect(await roundsOf(orderId)).toHaveLength(1)
  })

  test('asks instead of paying a kobo more than its buyer agreed to', async () => {
    const { cycleId } = await repeatedBuy(market)
    const { buyer, orderId } = await standingOrder(market, { cycleId, most: '155799.99' })
    const next = await nextRound(market, cycleId)
    expect(await ordersOf(buyer)).toEqual([])
    expect(await roundsOf(orderId)).toEqual([{ outcome: 'asked', order_id: null, reason: null }])
    expect(await noticesOf(buyer)).toEqual([
      expect.stringMatching(`more than you agreed to. Nothing was ordered. /group-buys/${next}\\?quantity=2`),
    ])
  })

  test('asks its buyer first if they want that, or if the place would be held for minutes only', async () => {
    const { cycleId } = await repeatedBuy(market)
    const asked = await standingOrder(market, { cycleId, mode: 'ask' })
    const late = await standingOrder(market, { cycleId })
    // After two expired reservations a person pays on joining.
    for (let time = 0; time < 2; time += 1) {
      const { buyId } = await market.buy()
      await market.call('join-group-buy', { group_buy_id: buyId, quantity: 1 }, { as: late.buyer })
      await expire(late.buyer)
    }
    await nextRound(market, cycleId)
    expect((await roundsOf(asked.orderId)).map(({ outcome }) => outcome)).toEqual(['asked'])
    expect((await roundsOf(late.orderId)).map(({ outcome }) => outcome)).toEqual(['asked'])
    expect((await ordersOf(late.buyer)).map(({ status }) => status)).toEqual(['expired', 'expired'])
    const paid = await repeatedBuy(market, { payment_mode: 'pay_to_join' })
    const held = await standingOrder(market, { cycleId: paid.cycleId })
    await nextRound(market, paid.cycleId)
    expect((await roundsOf(held.orderId)).map(({ outcome }) => outcome)).toEqual(['asked'])
  })

  test('skips a round, pauses, resumes and ends in one press', async () => {
    const { cycleId } = await repeatedBuy(market)
    const { buyer, orderId } = await standingOrder(market, { cycleId })
    expect((await change(orderId, buyer, 'skip')).body.skips_next).toBe(true)
    expect((await change(orderId, buyer, 'take')).body.skips_next).toBe(false)
    await change(orderId, buyer, 'skip')
    await nextRound(market, cycleId)
    expect((await roundsOf(orderId)).map(({ outcome }) => outcome)).toEqual(['skipped'])
    expect(await statusOfStanding(orderId)).toMatchObject({ status: 'active', skips_next: false })
    await change(orderId, buyer, 'pause')
    await nextRound(market, cycleId)
    expect(await roundsOf(orderId)).toHaveLength(1)
    // Resumed, it takes no part in the round that is open.
    await change(orderId, buyer, 'resume')
    await runCycles(market)
    expect(await ordersOf(buyer)).toEqual([])
    await nextRound(market, cycleId)
    expect(await ordersOf(buyer)).toHaveLength(1)
    expect((await change(orderId, buyer, 'end')).body.status).toBe('ended')
    expect((await change(orderId, buyer, 'resume')).body.code).toBe('standing_order_over')
  })

  test('pauses after two rounds that were not paid for, and tells its buyer', async () => {
    const { cycleId } = await repeatedBuy(market)
    const { buyer, orderId } = await standingOrder(market, { cycleId })
    // Long ago, so that a person who let reservations expire need not pay on joining.
    const forget = () =>
      withoutTriggers(market.db.owner, (client) =>
        client.query(
          `update public.orders set ended_at = now() - interval '200 days', created_at = now() - interval '201 days' where user_id = $1`,
          [buyer],
        ),
      )
    for (let round = 0; round < 2; round += 1) {
      await nextRound(market, cycleId)
      await expire(buyer)
      await forget()
    }
    expect(await roundsOf(orderId)).toHaveLength(2)
    await nextRound(market, cycleId)
    expect(await roundsOf(orderId)).toHaveLength(2)
    expect(await statusOfStanding(orderId)).toMatchObject({ status: 'paused', pause_reason: 'unpaid' })
    expect((await noticesOf(buyer)).at(-1)).toMatch('Two rounds in a row were not paid for')
    await change(orderId, buyer, 'resume')
    await nextRound(market, cycleId)
    expect((await ordersOf(buyer)).at(-1)?.status).toBe('pending')
  })

  test('says why it could not join, and holds nobody else up', async () => {
    const { cycleId } = await repeatedBuy(market, {
      target_quantity: 10,
      max_quantity: 6,
      min_participants: 1,
      price_tiers: '[]',
    })
    const people = []
    for (const quantity of [6, 6, 4]) people.push(await standingOrder(market, { cycleId, quantity, most: '9000000' }))
    await nextRound(market, cycleId)
    const outcomes = []
    for (const { orderId } of people) outcomes.push((await roundsOf(orderId))[0]?.outcome)
    expect(outcomes).toEqual(['joined', 'refused', 'joined'])
    const [, late] = people
    expect((await noticesOf(late?.buyer ?? '')).at(-1)).toMatch(/^Not ordered again: Ofada rice/)
  })

  test('is served once by many workers at once, and the buy is never oversold', async () => {
    const { cycleId } = await repeatedBuy(market, { target_quantity: 30, min_participants: 1, price_tiers: '[]' })
    for (let person = 0; person < 20; person += 1) await standingOrder(market, { cycleId })
    const round = await nextRound(market, cycleId)
    await Promise.all(Array.from({ length: 6 }, () => runCycles(market)))
    const sums = await market.row<{ taken: number; units: string; rounds: string }>(
      `select g.current_quantity as taken, (select sum(quantity) from public.orders where group_buy_id = g.id and is_live) as units,
         (select count(*) from public.standing_rounds where group_buy_id = g.id) as rounds from public.group_buys g where g.id = $1`,
      [round],
    )
    expect(Number(sums.units)).toBe(30)
    expect(sums.taken).toBe(30)
    expect(Number(sums.rounds)).toBe(20)
  })

  test('adds nothing for a buyer who is in the round already', async () => {
    const { cycleId, buyId } = await repeatedBuy(market)
    const { buyer, orderId } = await standingOrder(market, { cycleId })
    await market.call('join-group-buy', { group_buy_id: buyId, quantity: 1 }, { as: buyer })
    await withoutTriggers(market.db.owner, (client) =>
      client.query(`update public.standing_orders set active_since = now() - interval '1 day' where id = $1`, [
        orderId,
      ]),
    )
    await runCycles(market)
    expect((await roundsOf(orderId)).map(({ outcome }) => outcome)).toEqual(['skipped'])
    expect((await ordersOf(buyer)).map(({ quantity }) => quantity)).toEqual([1])
  })

  test('ends with its cycle, and its buyer is told once', async () => {
    const { cycleId, ownerId, shareDate } = await repeatedBuy(market)
    const { buyer, orderId } = await standingOrder(market, { cycleId })
    await market.call('change-cycle', { cycle_id: cycleId, change: 'end', share_date: shareDate }, { as: ownerId })
    expect((await change(orderId, buyer, 'pause')).body.code).toBe('cycle_over')
    await Promise.all([runCycles(market), runCycles(market)])
    expect(await statusOfStanding(orderId)).toMatchObject({ status: 'ended' })
    expect((await noticesOf(buyer)).filter((notice) => notice.startsWith('No longer ordered again'))).toHaveLength(1)
  })
})

describe('a standing order is', () => {
  test('one of a person in a cycle, and changes when it is saved again', async () => {
    const { cycleId } = await repeatedBuy(market)
    const { buyer, orderId } = await standingOrder(market, { cycleId, quantity: 1 })
    const again = await standingOrder(market, { cycleId, quantity: 4, most: '70000', mode: 'ask', buyer })
    expect(again.orderId).toBe(orderId)
    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        market.call(
          'save-standing-order',
          { cycle_id: cycleId, quantity: 1, most: '1000', mode: 'ask' },
          { as: buyer },
        ),
      ),
    )
    expect(new Set(answers.map(({ body }) => body.standing_order_id))).toEqual(new Set([orderId]))
  })

  test('not for the shop and its staff, not unconfirmed, and not beyond what one person may take', async () => {
    const { cycleId, ownerId } = await repeatedBuy(market, { max_quantity: 3 })
    const save = (as: string, quantity = 2) =>
      market.call('save-standing-order', { cycle_id: cycleId, quantity, most: '200000', mode: 'join' }, { as })
    expect((await save(ownerId)).body.code).toBe('own_shop')
    expect((await save(await market.person({ confirmed: false }))).body.code).toBe('contact_not_confirmed')
    expect((await save(await market.person(), 4)).body.code).toBe('quantity_above_maximum')
    expect(
      (
        await market.call(
          'save-standing-order',
          { cycle_id: crypto.randomUUID(), quantity: 2, most: '1000', mode: 'ask' },
          { as: await market.person() },
        )
      ).body.code,
    ).toBe('cycle_not_found')
  })

  test('nobody else’s to read or change', async () => {
    const { cycleId, ownerId } = await repeatedBuy(market)
    const { orderId } = await standingOrder(market, { cycleId })
    for (const as of [ownerId, await market.person(), await market.person({ role: 'chief' })]) {
      expect((await change(orderId, as, 'end')).body.code).toBe('standing_order_not_found')
      expect((await asPerson(market.db, as, `select from public.standing_orders where id = '${orderId}'`)).count).toBe(
        0,
      )
      expect(
        (await asPerson(market.db, as, `select from public.own_standing_orders where id = '${orderId}'`)).count,
      ).toBe(0)
    }
    // The shop reads how many there are, and no names.
    const { rows } = await asPerson(
      market.db,
      ownerId,
      `select standing_orders, standing_units from public.own_cycles where id = '${cycleId}'`,
    )
    expect(rows).toEqual([{ standing_orders: 1, standing_units: 2 }])
  })
})
