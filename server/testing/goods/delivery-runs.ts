import { HOUR_MS } from '#domain/time/calendar.ts'
import type { TestMarket } from '../market.ts'
import { makeReady } from './hand-over.ts'
import { createHub } from './places.ts'

/** Creates a hub in Lagos with a planner and a rider. */
export async function hubWithRider(market: TestMarket) {
  const hubId = await createHub(market)
  const planner = await market.person({ name: 'Hauwa Musa' })
  const rider = await market.person({ name: 'Sunday Okafor' })
  await addMember(market, { person: planner, hubId, duty: 'hand-over' })
  await addMember(market, { person: rider, hubId, duty: 'delivery' })
  return { hubId, planner, rider }
}

interface Membership {
  person: string
  duty: 'hand-over' | 'delivery'
  hubId?: string
  vendorId?: string
}

export async function addMember(market: TestMarket, { person, duty, hubId, vendorId }: Membership): Promise<string> {
  const { id } = await market.row<{ id: string }>(
    'insert into public.memberships (person_id, pickup_point_id, vendor_id, duty) values ($1, $2, $3, $4) returning id',
    [person, hubId ?? null, vendorId ?? null, duty],
  )
  return id
}

/** Makes a settled order ready for delivery to an address in Surulere, by the market or by its shop. */
export async function makeReadyForDelivery(market: TestMarket, orderId: string, by: 'market' | 'vendor' = 'market') {
  await market.db.owner.query(
    `insert into public.order_addresses (order_id, recipient, phone, street, landmark, state, lga)
     values ($1, 'Ngozi Bello', '+2348031234567', '12 Bode Thomas Street', 'Yellow gate', 'Lagos', 'Surulere')`,
    [orderId],
  )
  await market.moved(
    'vendor',
    `update public.orders set fulfilment = 'delivery', pickup_point_id = null, delivered_by = $2 where id = $1`,
    [orderId, by],
  )
  return makeReady(market, orderId)
}

/** A delivery window from an hour ago until three hours from now. */
export const currentWindow = () => ({
  window_from: new Date(Date.now() - HOUR_MS).toISOString(),
  window_until: new Date(Date.now() + 3 * HOUR_MS).toISOString(),
})

/** Inserts a photo of this person into the bucket, as the storage would. Returns its path. */
export async function uploadDoorPhoto(market: TestMarket, person: string): Promise<string> {
  const path = `${person}/${crypto.randomUUID()}`
  await market.db.owner.query(
    `insert into storage.objects (bucket_id, name, owner, blob, metadata) values ('hand-over-photos', $1, $2, replace(gen_random_uuid()::text, '-', ''), '{"width": 800, "height": 600, "size": 60000}')`,
    [path, person],
  )
  return path
}
