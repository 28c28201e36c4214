import { afterAll, beforeAll, expect, test } from 'vitest'
import { extendedDates } from '#domain/group-buys/selling/extending.ts'
import { addDays, DAY_MS, lagosDate } from '#domain/time/calendar.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'
import { moveGroupBuys } from '../move-group-buys.ts'
import { notifyOfBroadcast } from './notify-of-broadcast.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

interface Dates {
  status: string
  end_date: Date
  share_date: string
  payment_due_at: Date
  extended: boolean
}

const read = (buyId: string) =>
  market.row<Dates & Record<string, unknown>>(
    `select status, end_date, to_char(share_date, 'YYYY-MM-DD') as share_date, payment_due_at, extended_at is not null as extended
     from public.group_buys where id = $1`,
    [buyId],
  )
/** Moves the end close to now, and the sharing day to two days after it. */
const endSoon = async (buyId: string, hours = 30) => {
  const end = new Date(Date.now() + hours * 3_600_000)
  const share = addDays(lagosDate(end), 2)
  await market.db.owner.query(
    'update public.group_buys set end_date = $2, share_date = $3::date, payment_due_at = public.payment_due_at($3::date) where id = $1',
    [buyId, end, share],
  )
}
const extend = async (buyId: string, as: string, days = 3) =>
  market.call(
    'extend-group-buy',
    { group_buy_id: buyId, days, end_date: (await read(buyId)).end_date.toISOString() },
    { as },
  )
const insert = (buyId: string, author: string, days = 1) =>
  market.db.owner.query(
    `insert into public.buy_broadcasts (group_buy_id, author_id, kind, days) values ($1, $2, 'extension', $3)`,
    [buyId, author, days],
  )
const join = async (buyId: string) => {
  const buyer = await market.person()
  const { body } = await market.call('join-group-buy', { group_buy_id: buyId, quantity: 1 }, { as: buyer })
  return { buyer, orderId: String(body.order.id) }
}

test.each([
  ['the sharing day stays while it can', 10 * 24],
  ['the sharing day moves with the end', 30],
])('moves the dates as the form says, and tells everybody once: %s', async (_, hours) => {
  const { buyId, ownerId } = await market.buy()
  const { buyer, orderId } = await join(buyId)
  if (hours === 30) await endSoon(buyId)
  const before = await read(buyId)
  const dates = extendedDates({ endDate: before.end_date, shareDate: before.share_date }, 3)
  const { status, body } = await extend(buyId, ownerId)
  expect([status, body.recipients]).toEqual([200, 1])
  expect(await read(buyId)).toEqual({
    status: 'active',
    end_date: dates.endDate,
    share_date: dates.shareDate,
    payment_due_at: dates.paymentDueAt,
    extended: true,
  })
  expect(dates.shareDate > before.share_date).toBe(hours === 30)
  const run = () => notifyOfBroadcast({ database: market.db.database, siteUrl: 'https://market.test' }, body)
  await Promise.all([run(), run()])
  const { rows } = await market.db.owner.query('select person_id, kind from public.notices where link = $1', [
    `/account/orders/${orderId}`,
  ])
  expect(rows).toEqual([{ person_id: buyer, kind: 'buy-extended' }])
})

test('twice at most, from the dates that were shown, never after an automatic extension', async () => {
  const { buyId, ownerId } = await market.buy()
  await join(buyId)
  const shown = (await read(buyId)).end_date.toISOString()
  expect((await extend(buyId, ownerId)).status).toBe(200)
  const again = await market.call(
    'extend-group-buy',
    { group_buy_id: buyId, days: 3, end_date: shown },
    { as: ownerId },
  )
  expect([again.status, again.body.code]).toEqual([409, 'dates_changed'])
  expect((await extend(buyId, ownerId, 1)).status).toBe(200)
  expect((await extend(buyId, ownerId, 1)).body.code).toBe('extensions_used_up')
  await expect(insert(buyId, ownerId)).rejects.toThrow(/^A group buy is extended twice at most/)
  for (const days of [0, 4, 1.5]) expect((await extend(buyId, ownerId, days)).status).toBe(400)

  const other = await market.buy()
  await market.db.owner.query('update public.group_buys set extended_at = now() where id = $1', [other.buyId])
  expect((await extend(other.buyId, other.ownerId)).body.code).toBe('extended_automatically')
  await expect(insert(other.buyId, other.ownerId)).rejects.toThrow(/extended automatically/)
})

test('not by others, not for a suspended shop, not beyond 90 days', async () => {
  const { buyId, ownerId, vendorId } = await market.buy()
  for (const other of [(await market.shop()).ownerId, await market.manager('Kano')])
    expect((await extend(buyId, other)).body.code).toBe('buy_not_found')
  await market.db.owner.query(`update public.group_buys set starts_at = end_date - interval '89 days' where id = $1`, [
    buyId,
  ])
  expect((await extend(buyId, ownerId, 2)).body.code).toBe('extension_too_long')
  await expect(insert(buyId, ownerId, 2)).rejects.toThrow(/within 90 days/)
  await market.moved('manager', `update public.vendors set status = 'suspended' where id = $1`, [vendorId])
  expect((await extend(buyId, ownerId)).body.code).toBe('shop_is_suspended')
  await expect(insert(buyId, ownerId)).rejects.toThrow(/^Only its own shop/)
})

test('not once it has ended, closed by the clock or not', async () => {
  const { buyId, ownerId } = await market.buy()
  await market.db.owner.query(
    `update public.group_buys set end_date = clock_timestamp() - interval '1 second' where id = $1`,
    [buyId],
  )
  expect((await extend(buyId, ownerId)).body.code).toBe('buy_not_active')
  await expect(insert(buyId, ownerId)).rejects.toThrow('This group buy is no longer active')
})

test('not while somebody was promised a price that relies on people who cannot leave', async () => {
  const { buyId, ownerId } = await market.buy()
  const { orderId } = await join(buyId)
  await market.db.owner.query('update public.orders set ceiling_unit_price = 72000 where id = $1', [orderId])
  expect((await extend(buyId, ownerId)).body.code).toBe('extension_breaks_promise')
  await expect(insert(buyId, ownerId)).rejects.toThrow(/^Somebody was promised a price/)
})

test('people who have paid may leave free for 48 hours after it', async () => {
  const { buyId, ownerId } = await market.buy()
  const { buyer, orderId } = await join(buyId)
  await endSoon(buyId)
  await market.moved(
    'gateway',
    `update public.orders set status = 'paid', paid_at = now() - interval '5 days', amount_due_kobo = 0 where id = $1`,
    [orderId],
  )
  const leave = () => market.call('leave-group-buy', { order_id: orderId, most_charge_kobo: 0 }, { as: buyer })
  expect((await leave()).body.code).toBe('leaving_costs_more')
  expect((await extend(buyId, ownerId)).status).toBe(200)
  expect((await leave()).status).toBe(200)
})

test('extended or closed when its end comes, never both; not extended twice at once', async () => {
  for (let round = 0; round < 5; round++) {
    const { buyId, ownerId } = await market.buy()
    await join(buyId)
    await market.db.owner.query(
      `update public.group_buys set end_date = clock_timestamp() + interval '60 milliseconds' where id = $1`,
      [buyId],
    )
    const before = await read(buyId)
    const closing = (async () => {
      while (
        (await read(buyId)).end_date.getTime() === before.end_date.getTime() &&
        (await read(buyId)).status === 'active'
      )
        await moveGroupBuys(market.db.database, 'https://market.test')
    })()
    const body = { group_buy_id: buyId, days: 1, end_date: before.end_date.toISOString() }
    const [one, two] = await Promise.all([
      market.call('extend-group-buy', body, { as: ownerId }),
      market.call('extend-group-buy', body, { as: ownerId, elsewhere: true }),
      closing,
    ])
    await moveGroupBuys(market.db.database, 'https://market.test')
    const after = await read(buyId)
    const won = [one, two].filter(({ status }) => status === 200).length
    expect([after.status, won, after.end_date.getTime() - before.end_date.getTime()]).toEqual(
      after.status === 'active' ? ['active', 1, DAY_MS] : ['closed', 0, 0],
    )
  }
})
