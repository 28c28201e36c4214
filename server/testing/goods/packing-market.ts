import type { TestMarket } from '../market.ts'
import { paidBuys } from '../money/paid-buys.ts'
import { addMember } from './delivery-runs.ts'
import { createHub } from './places.ts'
import { setSharingDay } from './short-delivery.ts'

/** Buys to be packed by their shop's staff and collected at a hub of the market. */
export function packingMarket(market: TestMarket) {
  const buys = paidBuys(market)
  let hubs = 0
  const packing = {
    buys,
    call: (name: Parameters<TestMarket['call']>[0], body: Record<string, unknown>, as: string, key?: string) =>
      market.call(name, body, { as, ...(key && { key }) }),
    async hub(): Promise<{ placeId: string; keeper: string }> {
      const placeId = await createHub(market, {
        name: `Yaba hub ${++hubs}`,
        lga: 'Lagos Mainland',
        street: '4 Herbert Macaulay Way',
        instructions: 'Ring the bell.',
        opening_hours: '[{"day": 6, "opens": "08:00", "closes": "14:00"}]',
      })
      const keeper = await market.person({ name: 'Hub Keeper' })
      await addMember(market, { person: keeper, hubId: placeId, duty: 'hand-over' })
      return { placeId, keeper }
    },
    async addShopStaff(vendorId: string): Promise<string> {
      const helper = await market.person({ name: 'Shop Helper' })
      await addMember(market, { person: helper, vendorId, duty: 'hand-over' })
      return helper
    },
    /** A buy of three people with two bags each at ₦80,000, to be collected at a hub of the market. */
    async confirmed(people = 3, quantity = 2, buy: Record<string, unknown> = {}) {
      const made = await buys.settled(people, { quantity, buy: { min_participants: 1, ...buy } })
      const place = await packing.hub()
      await market.db.owner.query('update public.orders set pickup_point_id = $2 where group_buy_id = $1', [
        made.buyId,
        place.placeId,
      ])
      await setSharingDay(market, made.buyId)
      return { ...made, ...place, helper: await packing.addShopStaff(made.vendorId) }
    },
    /** Closes all places: with an open one the next test's buyers could not pay without choosing it. */
    closePlaces: () =>
      market.db.owner.query(
        `update public.pickup_points set closed_at = now(), closed_reason = 'The test is over' where closed_at is null`,
      ),
    readNotices: async (person: string, kind: string) =>
      Number(
        (
          await market.row<{ n: bigint }>(
            'select count(*) as n from public.notices where person_id = $1 and kind = $2',
            [person, kind],
          )
        ).n,
      ),
  }
  return packing
}

/** Input of `weigh-in`: six units of a buy at its place. */
export const weighIn = (
  made: { buyId: string; placeId: string; productId: string },
  input: Record<string, unknown> = {},
) => ({
  pickup_point_id: made.placeId,
  group_buy_id: made.buyId,
  order_id: null,
  product_id: made.productId,
  part: 1,
  units: 6,
  kilograms: null,
  photo: null,
  shelf: 'A1',
  note: '',
  ...input,
})

/** Input of `enter-shortfall`: one missing unit of a buy. */
export const shortfall = (buyId: string, input: Record<string, unknown> = {}) => ({
  group_buy_id: buyId,
  line_id: null,
  pickup_point_id: null,
  kind: 'short',
  missing: '1',
  entered_before: 0,
  reason: 'One bag did not come',
  photo: null,
  ...input,
})
