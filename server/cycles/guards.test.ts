import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withoutTriggers } from '#database/tests/setup/as-owner.ts'
import { nextRound, openRoundOf, repeatedBuy, standingOrder } from '#server/testing/goods/cycles.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'

// The guards of the database, behind the commands: each statement is one that no command sends.

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

const write = (cause: string, sql: string, values: unknown[] = []) =>
  market.moved(cause, sql, values).then(
    () => 'written',
    (error: Error) => error.message,
  )
const unguarded = (sql: string, values: unknown[]) =>
  withoutTriggers(market.db.owner, async (client) => void (await client.query(sql, values)))

describe('a cycle', () => {
  const insert = (vendorId: string, productId: string, endsAfterDays = 10) =>
    write(
      'vendor',
      `insert into public.buy_cycles (vendor_id, product_id, period, share_day, next_opens_at, next_end_date, next_share_date)
       values ($1, $2, 'week', 1, now() + interval '1 day', now() + make_interval(days => $3), (now() + interval '14 days')::date)`,
      [vendorId, productId, endsAfterDays],
    )

  test('is of a product of its shop, and ends before payment is due', async () => {
    const { vendorId, productId } = await market.buy()
    const { vendorId: rival } = await market.shop()
    expect(await insert(rival, productId)).toMatch('its own products')
    expect(await insert(vendorId, productId, 13)).toMatch('before payment is due')
    expect(await insert(vendorId, productId)).toBe('written')
    expect(await insert(vendorId, productId)).toMatch('one_cycle_of_a_product')
  })

  test('stays what it is, does not move back, and stays ended', async () => {
    const { cycleId } = await repeatedBuy(market)
    expect(await write('vendor', `update public.buy_cycles set period = 'month' where id = $1`, [cycleId])).toMatch(
      'stays what it is',
    )
    expect(
      await write('vendor', 'update public.buy_cycles set next_share_date = next_share_date - 7 where id = $1', [
        cycleId,
      ]),
    ).toMatch('does not move back')
    const end = `update public.buy_cycles set status = 'ended', ended_at = now() where id = $1`
    expect(await write('buyer', `update public.buy_cycles set status = 'paused' where id = $1`, [cycleId])).toMatch(
      'cannot go',
    )
    expect(await write('vendor', end, [cycleId])).toBe('written')
    expect(
      await write('vendor', `update public.buy_cycles set status = 'running', ended_at = null where id = $1`, [
        cycleId,
      ]),
    ).toMatch('stays what it is')
  })
})

describe('a round', () => {
  const insertRound = (cycleId: string, productId: string) =>
    write(
      'clock',
      `insert into public.group_buys (product_id, cycle_id, status, target_quantity, min_participants, price_tiers, end_date)
       values ($1, $2, 'active', 10, 1, '[]', now() + interval '3 days')`,
      [productId, cycleId],
    )

  test('is one at a time, and is shared later than those before', async () => {
    const { cycleId, productId, buyId } = await repeatedBuy(market)
    expect(await insertRound(cycleId, productId)).toMatch('one open round at a time')
    await unguarded('update public.products set share_date = share_date + 7 where id = $1', [productId])
    expect(await insertRound(cycleId, productId)).toMatch('one open round at a time')
    await unguarded(`update public.group_buys set status = 'completed' where id = $1`, [buyId])
    await unguarded('update public.products set share_date = share_date - 7 where id = $1', [productId])
    expect(await insertRound(cycleId, productId)).toMatch('one open round at a time')
    await unguarded('update public.products set share_date = share_date + 7 where id = $1', [productId])
    expect(await insertRound(cycleId, productId)).toBe('written')
  })

  test('is of the product that its cycle repeats, and stays in it', async () => {
    const { cycleId, buyId } = await repeatedBuy(market)
    const other = await repeatedBuy(market)
    const { productId } = await market.buy()
    expect(await insertRound(cycleId, productId)).toMatch('of the product')
    expect(
      await write('vendor', 'update public.group_buys set cycle_id = $2 where id = $1', [buyId, other.cycleId]),
    ).toMatch('stays in its cycle')
    expect(await write('vendor', 'update public.group_buys set cycle_id = null where id = $1', [buyId])).toMatch(
      'stays in its cycle',
    )
  })

  test('that was closed may still be extended while the next is open', async () => {
    const { cycleId, buyId } = await repeatedBuy(market)
    const next = await nextRound(market, cycleId)
    await unguarded(`update public.group_buys set status = 'closed', closed_at = now() where id = $1`, [buyId])
    expect(
      await write(
        'clock',
        `update public.group_buys set status = 'active', closed_at = null, extended_at = now() where id = $1`,
        [buyId],
      ),
    ).toBe('written')
    await unguarded(`update public.group_buys set status = 'completed' where id = $1`, [buyId])
    expect(await openRoundOf(market, cycleId)).toBe(next)
  })
})

describe('a standing order', () => {
  const insert = (cycleId: string, person: string) =>
    write(
      'buyer',
      `insert into public.standing_orders (cycle_id, person_id, quantity, most_kobo, mode) values ($1, $2, 1, 100000, 'ask')`,
      [cycleId, person],
    )

  test('is nobody’s at their own shop, of a cycle that goes on, and one of thirty at most', async () => {
    const { cycleId, ownerId, shareDate } = await repeatedBuy(market)
    expect(await insert(cycleId, ownerId)).toMatch('their own shop')
    const buyer = await market.person()
    await unguarded(
      `insert into public.standing_orders (cycle_id, person_id, quantity, most_kobo, mode, status, ended_at)
       select $1, $2, 1, 100000, 'ask', 'ended', now() from generate_series(1, 40)`,
      [cycleId, buyer],
    )
    expect(await insert(cycleId, buyer)).toBe('written')
    const crowded = await market.person()
    await unguarded(
      `with others as (insert into public.buy_cycles (vendor_id, product_id, period, share_day, status, next_opens_at, next_end_date, next_share_date, ended_at)
         select vendor_id, product_id, period, share_day, 'ended', next_opens_at, next_end_date, next_share_date, now() from public.buy_cycles, generate_series(1, 30) where id = $1
         returning id)
       insert into public.standing_orders (cycle_id, person_id, quantity, most_kobo, mode) select id, $2, 1, 100000, 'ask' from others`,
      [cycleId, crowded],
    )
    expect(await insert(cycleId, crowded)).toMatch('at most 30')
    await market.call('change-cycle', { cycle_id: cycleId, change: 'end', share_date: shareDate }, { as: ownerId })
    expect(await insert(cycleId, await market.person())).toMatch('not repeated any more')
  })

  test('stays that of its person and cycle, and stays ended', async () => {
    const { cycleId } = await repeatedBuy(market)
    const { buyer, orderId } = await standingOrder(market, { cycleId })
    const other = await market.person()
    expect(
      await write('buyer', 'update public.standing_orders set person_id = $2 where id = $1', [orderId, other]),
    ).toMatch('stays what it is')
    await market.call('change-standing-order', { standing_order_id: orderId, change: 'end' }, { as: buyer })
    expect(await write('buyer', 'update public.standing_orders set quantity = 3 where id = $1', [orderId])).toMatch(
      'stays what it is',
    )
  })
})

describe('a round of a standing order', () => {
  const record = (orderId: string, buyId: string | null, order: string | null = null) =>
    write(
      'clock',
      'insert into public.standing_rounds (standing_order_id, group_buy_id, outcome, order_id) values ($1, $2, $3, $4)',
      [orderId, buyId, order === null ? 'asked' : 'joined', order],
    )
  const join = async (buyId: string | null, as: string, quantity = 2) =>
    String((await market.call('join-group-buy', { group_buy_id: buyId, quantity }, { as })).body.order.id)

  test('is of its cycle, opened later than the standing order, and recorded once', async () => {
    const { cycleId, buyId } = await repeatedBuy(market)
    const other = await repeatedBuy(market)
    const { orderId } = await standingOrder(market, { cycleId })
    expect(await record(orderId, buyId)).toMatch('open later')
    expect(await record(orderId, other.buyId)).toMatch('open later')
    const next = await nextRound(market, cycleId)
    expect(await record(orderId, next)).toMatch('standing_rounds_pkey')
  })

  test('joins for what its buyer agreed to, and no more', async () => {
    const { cycleId } = await repeatedBuy(market)
    const dear = await standingOrder(market, { cycleId, most: '1000' })
    const asking = await standingOrder(market, { cycleId, mode: 'ask' })
    const right = await standingOrder(market, { cycleId })
    const stranger = await market.person()
    const next = await nextRound(market, cycleId)
    const paid = await market.row<{ order_id: string }>(
      'select order_id from public.standing_rounds where standing_order_id = $1',
      [right.orderId],
    )
    await unguarded('delete from public.standing_rounds where group_buy_id = $1', [next])
    const refused = 'what its buyer agreed to'
    expect(await record(dear.orderId, next, await join(next, dear.buyer))).toMatch(refused)
    expect(await record(asking.orderId, next, await join(next, asking.buyer))).toMatch(refused)
    expect(await record(right.orderId, next, await join(next, stranger))).toMatch(refused)
    await unguarded('update public.standing_orders set quantity = 3 where id = $1', [right.orderId])
    expect(await record(right.orderId, next, paid.order_id)).toMatch(refused)
    await unguarded('update public.standing_orders set quantity = 2, skips_next = true where id = $1', [right.orderId])
    expect(await record(right.orderId, next, paid.order_id)).toMatch(refused)
    await unguarded('update public.standing_orders set skips_next = false where id = $1', [right.orderId])
    expect(await record(right.orderId, next, paid.order_id)).toBe('written')
  })
})
