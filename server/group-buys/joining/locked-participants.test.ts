import { afterAll, beforeAll, expect, test } from 'vitest'
import { isLocked } from '#domain/group-buys/participants/leaving.ts'
import { openTestWire, type TestWire } from '#server/testing/wire.ts'

let wire: TestWire
beforeAll(async () => {
  wire = await openTestWire()
})
afterAll(() => wire.stop())

const HOUR = 3_600_000
const hence = (hours: number) => new Date(Date.now() + hours * HOUR)

/** A buy that ends in this many hours; each buyer paid this many hours ago. */
async function paidBuy(endsIn: number, paidHoursAgo: readonly number[], extendedHoursAgo?: number) {
  const { market } = wire
  const { buyId } = await market.buy({ min_participants: 1, end_date: hence(24 * 10) })
  for (const hours of paidHoursAgo) {
    const { body } = await market.call(
      'join-group-buy',
      { group_buy_id: buyId, quantity: 1 },
      { as: await market.person() },
    )
    await market.moved(
      'gateway',
      `update public.orders set status = 'paid', paid_at = $2, amount_due_kobo = 0 where id = $1`,
      [body.order.id, hence(-hours)],
    )
  }
  await market.db.owner.query('update public.group_buys set end_date = $2, extended_at = $3 where id = $1', [
    buyId,
    hence(endsIn),
    extendedHoursAgo === undefined ? null : hence(-extendedHoursAgo),
  ])
  return buyId
}

test.each([
  { endsIn: 100, paid: [50, 50], locked: 0 },
  { endsIn: 71, paid: [50, 2, 0.5], locked: 2 },
  { endsIn: 0.2, paid: [3, 0.9], locked: 1 },
  { endsIn: 71, paid: [100, 100], extended: 47, locked: 0 },
  { endsIn: 71, paid: [100, 100], extended: 49, locked: 2 },
])(
  'ends in $endsIn h, paid $paid h ago, extended $extended h ago: $locked are locked, in SQL and in words',
  async (row) => {
    const buyId = await paidBuy(row.endsIn, row.paid, row.extended)
    const tables = await wire.tables()
    const { data, error } = await tables.from('group_buys').select('locked_participants').eq('id', buyId).single()
    expect(error).toBeNull()
    const buy = {
      endDate: hence(row.endsIn),
      paymentDueAt: hence(row.endsIn),
      extendedAt: row.extended === undefined ? null : hence(-row.extended),
    }
    const inWords = row.paid.filter((hours) => isLocked({ paidAt: hence(-hours), buy }, new Date())).length
    expect([data?.locked_participants, inWords]).toEqual([row.locked, row.locked])
  },
)

test('a late joiner is charged at most the price shown on the page', async () => {
  const buyId = await paidBuy(
    60,
    Array.from({ length: 9 }, () => 70),
  )
  const tables = await wire.tables()
  const { data } = await tables.from('group_buys').select('locked_participants').eq('id', buyId).single()
  const { body } = await wire.market.call(
    'join-group-buy',
    { group_buy_id: buyId, quantity: 1 },
    { as: await wire.market.person() },
  )
  expect([data?.locked_participants, body.order.ceiling_unit_price]).toEqual([9, 72000])
})
