import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { writeError } from '#database/tests/setup/write-error.ts'
import type { TestMarket } from '#server/testing/market.ts'
import { auditFaults, countMails, openMoneyMarket } from '#server/testing/money/money-market.ts'
import { paidBuys } from '#server/testing/money/paid-buys.ts'
import { moveGroupBuys } from '../move-group-buys.ts'

let market: TestMarket
let buys: ReturnType<typeof paidBuys>
beforeAll(async () => {
  const opened = await openMoneyMarket()
  market = opened.market
  buys = paidBuys(market, opened.play)
})
afterEach(async () => expect((await auditFaults(market)).filter((one) => !isOfWindow(one))).toEqual([]))
afterAll(() => market.close())

/** The tests move the end of a window before its orders. */
const isOfWindow = (finding: unknown) => (finding as { rule?: string }).rule === 'L15 window'
const clock = () => moveGroupBuys(market.db.database, 'https://market.test')
const packs = (facts: Record<string, unknown> = {}) =>
  market.buy({
    base_price: 8000,
    pack_size: 20,
    pack_unit: 'bag',
    target_quantity: 200,
    price_tiers: '[]',
    min_participants: 1,
    ...facts,
  })
const join = async (buyId: string, quantity: number, more: { upTo?: number; as?: string } = {}) =>
  market.call(
    'join-group-buy',
    { group_buy_id: buyId, quantity, up_to: more.upTo ?? null },
    { as: more.as ?? (await market.person()) },
  )
const endWindow = (buyId: string) =>
  market.db.owner.query(`update public.group_buys set end_date = now() - interval '1 second' where id = $1`, [buyId])
const buyRow = (buyId: string) =>
  market.row<Record<string, unknown>>(
    `select status, target_quantity, current_quantity, former_target_quantity, top_up_at is not null as topped_up,
       round(extract(epoch from end_date - now()) / 3600)::integer as hours from public.group_buys where id = $1`,
    [buyId],
  )

test('joins “up to” a quantity reserve the most, and are only for goods in packs', async () => {
  const { buyId } = await packs({ target_quantity: 40 })
  const { body } = await join(buyId, 3, { upTo: 5 })
  expect([body.order.quantity, body.order.sure_quantity, body.group_buy.current_quantity]).toEqual([5, 3, 5])
  const buyer = body.order.user_id
  const grown = await join(buyId, 1, { upTo: 2, as: buyer })
  expect([grown.body.order.quantity, grown.body.order.sure_quantity]).toEqual([7, 4])
  const reduced = { order_id: body.order.id, quantity: 5, updated_at: grown.body.order.updated_at }
  const less = await market.call('reduce-order', reduced, { as: buyer })
  expect([less.body.order.quantity, less.body.order.sure_quantity]).toEqual([5, 4])
  const all = { ...reduced, quantity: 3, updated_at: less.body.order.updated_at }
  const sure = await market.call('reduce-order', all, { as: buyer })
  expect([sure.body.order.quantity, sure.body.order.sure_quantity]).toEqual([3, null])
  expect((await join(buyId, 3, { upTo: 3 })).body.order.sure_quantity).toBeNull()
  expect((await join(buyId, 3, { upTo: 2 })).body.code).toBe('up_to_not_possible')
  expect((await join(buyId, 3, { upTo: 35 })).body.code).toBe('quantity_exceeds_spots')
  const { buyId: plain } = await market.buy()
  expect((await join(plain, 1, { upTo: 2 })).body.code).toBe('up_to_not_possible')
})

test('a window that ends with full packs closes at once', async () => {
  const { buyId } = await packs()
  await join(buyId, 18, { upTo: 20 })
  await endWindow(buyId)
  await clock()
  expect(await buyRow(buyId)).toMatchObject({ status: 'closed', topped_up: false, target_quantity: 200 })
})

test('a window that ends with an open pack goes on for a day, for what is missing; then it closes', async () => {
  const before = await countMails(market, 'buy-topped-up')
  const toShops = await countMails(market, 'shop-buy-topped-up')
  const { buyId, productId, ownerId } = await packs()
  const first = await join(buyId, 12)
  await join(buyId, 22, { upTo: 24 })
  await endWindow(buyId)
  await clock()
  await clock()
  expect(await buyRow(buyId)).toEqual({
    status: 'active',
    target_quantity: 40,
    current_quantity: 36,
    former_target_quantity: 200,
    topped_up: true,
    hours: 24,
  })
  expect(await market.stockOf(productId)).toBe(960)
  expect(await countMails(market, 'buy-topped-up')).toBe(before + 2)
  expect(await countMails(market, 'shop-buy-topped-up')).toBe(toShops + 1)
  expect((await join(buyId, 5)).body).toMatchObject({ code: 'quantity_exceeds_spots', details: { available: 4 } })
  expect((await join(buyId, 1, { upTo: 2 })).body.code).toBe('up_to_not_possible')
  const { rows } = await market.db.owner.query('select end_date from public.group_buys where id = $1', [buyId])
  const extension = { group_buy_id: buyId, days: 1, end_date: rows[0].end_date.toISOString() }
  expect((await market.call('extend-group-buy', extension, { as: ownerId })).body.code).toBe('extension_in_top_up')
  // More of an order that exists helps to fill the pack too.
  expect((await join(buyId, 1, { as: first.body.order.user_id })).status).toBe(200)
  await endWindow(buyId)
  await clock()
  expect(await buyRow(buyId)).toMatchObject({ status: 'closed', current_quantity: 37 })
})

test('many joins at once take exactly what is missing', async () => {
  const { buyId } = await packs()
  await join(buyId, 11)
  await endWindow(buyId)
  await clock()
  const people = await Promise.all(Array.from({ length: 40 }, () => market.person()))
  const answers = await Promise.all(people.map((as, index) => join(buyId, 1 + (index % 3), { as })))
  const taken = answers.filter(({ status }) => status === 200).reduce((all, { body }) => all + body.order.quantity, 0)
  expect(taken).toBe(9)
  expect(await buyRow(buyId)).toMatchObject({ status: 'active', target_quantity: 20, current_quantity: 20 })
})

test('a pack that nobody wants any more is not filled', async () => {
  const { buyId } = await packs()
  await join(buyId, 15)
  const leaver = await join(buyId, 8)
  await endWindow(buyId)
  await clock()
  expect(await buyRow(buyId)).toMatchObject({ target_quantity: 40, current_quantity: 23 })
  await market.call('leave-group-buy', { order_id: leaver.body.order.id }, { as: leaver.body.order.user_id })
  await clock()
  expect(await buyRow(buyId)).toMatchObject({ target_quantity: 20, current_quantity: 15, former_target_quantity: 200 })
})

test('the top-up time lets nobody leave free who could not before', async () => {
  const { buyId } = await packs({ min_participants: 1 })
  const first = await buys.join(buyId, { quantity: 8 })
  await buys.pay(first)
  await endWindow(buyId)
  const locked = async () =>
    (
      await market.row<{ n: number }>(
        'select public.locked_participants(g) as n from public.group_buys g where id = $1',
        [buyId],
      )
    ).n
  expect(await locked()).toBe(1)
  await clock()
  expect(await locked()).toBe(1)
  const second = await buys.join(buyId, { quantity: 2 })
  await buys.pay(second)
  expect(await locked()).toBe(1)
  const leave = ({ orderId, buyer }: typeof first, most_charge_kobo?: number) =>
    market.call('leave-group-buy', { order_id: orderId, most_charge_kobo }, { as: buyer })
  expect((await leave(first, 0)).body.code).toBe('leaving_costs_more')
  expect((await leave(second, 0)).status).toBe(200)
})

test('an extension restores the target, and its window may end with a top-up time again', async () => {
  const { buyId } = await packs({ allow_extension: true, min_participants: 3 })
  await join(buyId, 12)
  await endWindow(buyId)
  await clock()
  expect(await buyRow(buyId)).toMatchObject({ target_quantity: 20, topped_up: true })
  await market.db.owner.query(
    `update public.group_buys set end_date = now() - interval '1 minute', payment_due_at = now() - interval '1 second' where id = $1`,
    [buyId],
  )
  await clock()
  expect(await buyRow(buyId)).toMatchObject({
    status: 'active',
    target_quantity: 200,
    former_target_quantity: null,
    topped_up: false,
  })
  await join(buyId, 10)
  await endWindow(buyId)
  await clock()
  expect(await buyRow(buyId)).toMatchObject({ status: 'active', target_quantity: 40, topped_up: true })
})

test('the database refuses “up to” for other goods and in the top-up time, and an extension in it', async () => {
  const { buyId, ownerId } = await packs()
  const { body } = await join(buyId, 12)
  const { buyId: plain } = await market.buy()
  const other = await join(plain, 2)
  const refusal = (sql: string, values: unknown[]) => writeError(market.db.owner, (client) => client.query(sql, values))
  const sure = 'update public.orders set sure_quantity = 1 where id = $1'
  expect(await refusal(sure, [body.order.id])).toBe('')
  expect(await refusal(sure, [other.body.order.id])).toMatch(/Only goods in packs/)
  await endWindow(buyId)
  await clock()
  expect(await refusal(sure, [body.order.id])).toMatch(/not in the top-up time/)
  expect(
    await refusal(
      `insert into public.buy_broadcasts (group_buy_id, author_id, kind, days) values ($1, $2, 'extension', 1)`,
      [buyId, ownerId],
    ),
  ).toMatch(/last pack is being filled/)
  const odd = 'update public.group_buys set target_quantity = 90 where id = $1'
  expect(await refusal(odd, [(await packs()).buyId])).toMatch(/target_is_whole_packs/)
})
