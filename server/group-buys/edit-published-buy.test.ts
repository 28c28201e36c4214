import { afterAll, beforeAll, expect, test } from 'vitest'
import { paidBuys } from '#server/testing/money/paid-buys.ts'
import { openTestWire, type TestWire } from '#server/testing/wire.ts'

let wire: TestWire
beforeAll(async () => {
  wire = await openTestWire()
})
afterAll(() => wire.stop())

const slip = JSON.stringify([{ participants: 2, price: 20 }])
const meant = JSON.stringify([{ participants: 2, price: 700 }])

async function mend(owner: string, buyId: string) {
  const vendor = await wire.tables(owner)
  return vendor
    .from('group_buys')
    .update({ price_tiers: meant })
    .eq('id', buyId)
    .select('price_tiers, terms_version, tier_prices')
}

const openWithSlip = () => wire.market.buy({ price_tiers: slip })

test('a published buy without orders can be edited, under a new version of its terms', async () => {
  const { buyId, ownerId } = await openWithSlip()
  const { data, error } = await mend(ownerId, buyId)
  expect(error).toBeNull()
  expect(data?.[0]).toMatchObject({ terms_version: 2, tier_prices: [700] })
  expect(JSON.parse(data?.[0]?.price_tiers ?? '')).toEqual([{ participants: 2, price: 700 }])
})

test('after the first join it is immutable, even for buyers who have paid and left', async () => {
  const { buyId, ownerId } = await openWithSlip()
  const buys = paidBuys(wire.market)
  const joined = await buys.join(buyId)
  expect((await mend(ownerId, buyId)).error?.message).toBe('Price, target and dates are fixed once somebody has joined')
  await buys.pay(joined)
  await wire.market.call('leave-group-buy', { order_id: joined.orderId }, { as: joined.buyer })
  const { current_participants } = await wire.market.row<{ current_participants: number }>(
    'select current_participants from public.group_buys where id = $1',
    [buyId],
  )
  expect(current_participants).toBe(0)
  expect((await mend(ownerId, buyId)).error?.message).toBe('Price, target and dates are fixed once somebody has joined')
})

test('packs are terms: they are fixed after the first join', async () => {
  const { buyId, ownerId } = await wire.market.buy({ pack_size: 20, pack_unit: 'bag' })
  const vendor = await wire.tables(ownerId)
  const repack = (pack_size: number) =>
    vendor.from('group_buys').update({ pack_size }).eq('id', buyId).select('pack_size')
  expect((await repack(10)).data).toEqual([{ pack_size: 10 }])
  await wire.market.call('join-group-buy', { group_buy_id: buyId, quantity: 1 }, { as: await wire.market.person() })
  expect((await repack(20)).error?.message).toBe('Price, target and dates are fixed once somebody has joined')
})

test('a concurrent join and change: one of the two is refused, and the order has the terms it was made under', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { buyId, ownerId } = await openWithSlip()
    const buyer = await wire.market.person()
    const [changed, joined] = await Promise.all([
      mend(ownerId, buyId),
      wire.market.call('join-group-buy', { group_buy_id: buyId, quantity: 1 }, { as: buyer }),
    ])
    const { terms_version: terms } = await wire.market.row<{ terms_version: number }>(
      'select terms_version from public.group_buys where id = $1',
      [buyId],
    )
    expect(terms).toBe(changed.error ? 1 : 2)
    if (joined.status === 200) {
      const order = await wire.market.row<{ terms_version: number }>(
        'select terms_version from public.orders where group_buy_id = $1',
        [buyId],
      )
      expect(order.terms_version).toBe(terms)
    }
  }
})
