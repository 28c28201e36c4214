import type { Api } from '#api/api.ts'
import { isUuid } from '#domain/forms/validation.ts'
import type { ClosedDays } from '#domain/places/closed-days.ts'
import type { OpenDay } from '#domain/places/opening-hours.ts'
import { type FulfilmentShop, type ShopFulfilment, shopFulfilment } from '#domain/places/shop-fulfilment.ts'

/** The user's addresses, oldest first. */
export async function listAddresses(api: Api, userId: string) {
  const { data, error } = await api.tables
    .from('addresses')
    .select('id, label, recipient, phone, street, landmark, state, lga')
    .eq('user_id', userId)
    .order('created_at')
    .order('id')
  return { addresses: data ?? [], failure: error?.message ?? null }
}

export type OwnAddress = Awaited<ReturnType<typeof listAddresses>>['addresses'][number]

/** Public data: open places and zones, by state. */
export async function listOpenPlaces(api: Api) {
  const [places, zones] = await Promise.all([
    api.tables
      .from('pickup_points')
      .select(
        'id, name, state, lga, street, instructions, latitude, longitude, phone, opening_hours, vendor:vendors(business_name, opening_hours)',
      )
      .is('closed_at', null)
      .order('state')
      .order('name'),
    api.tables
      .from('delivery_zones')
      .select('id, name, state, lgas, fee_kobo, delivery_hours, vendor:vendors(business_name)')
      .is('closed_at', null)
      .order('state')
      .order('fee_kobo')
      .order('name'),
  ])
  return {
    places: (places.data ?? []).map(withShopHours),
    zones: (zones.data ?? []).map(withDeliveryHours),
    failure: places.error?.message ?? zones.error?.message ?? null,
  }
}

const withHours = <Row extends { opening_hours: unknown }>(row: Row) => ({
  ...row,
  opening_hours: row.opening_hours as unknown as OpenDay[],
})

/** A shop's own place without hours of its own has those of its shop. */
export const withShopHours = <Row extends PlaceWithShop>(place: Row) => {
  const own = (place.opening_hours ?? []) as OpenDay[]
  const { opening_hours: hours, closed_days: closures }: Partial<NonNullable<Row['vendor']>> = place.vendor ?? {}
  return {
    ...place,
    opening_hours: own.length > 0 ? own : ((hours ?? []) as OpenDay[]),
    closed_days: (closures ?? []) as ClosedDays[],
  }
}

interface PlaceWithShop {
  opening_hours: unknown
  vendor: { opening_hours: unknown; closed_days?: unknown } | null
}

const withDeliveryHours = <Row extends { delivery_hours: unknown }>(row: Row) => ({
  ...row,
  delivery_hours: row.delivery_hours as unknown as OpenDay[],
})

/** For staff: every place, with the orders bound for it. */
export async function listAllPlaces(api: Api) {
  const [places, waiting] = await Promise.all([
    api.tables
      .from('pickup_points')
      .select(
        'id, name, state, lga, street, opening_hours, stockpile_capacity_kg, closed_at, closed_reason, vendor:vendors(business_name)',
      )
      .order('closed_at', { ascending: true, nullsFirst: true })
      .order('state')
      .order('name'),
    api.tables.from('place_orders').select('id, to_come, to_hand_over, stockpiled_kg, people, staff'),
  ])
  const byId = new Map((waiting.data ?? []).map((row) => [row.id, row]))
  return {
    rows: (places.data ?? []).map((place) => ({ ...withHours(place), waiting: byId.get(place.id) ?? null })),
    failure: places.error?.message ?? waiting.error?.message ?? null,
  }
}

export async function readPlace(api: Api, id: string) {
  if (!isUuid(id)) return null
  const { data } = await api.tables
    .from('pickup_points')
    .select(
      'id, name, state, lga, street, instructions, latitude, longitude, phone, opening_hours, stockpile_capacity_kg, closed_at, updated_at, vendor:vendors(business_name)',
    )
    .eq('id', id)
    .maybeSingle()
  return data && withHours(data)
}

/** For staff: every zone, with the orders bound for it. */
export async function listAllZones(api: Api) {
  const [zones, going] = await Promise.all([
    api.tables
      .from('delivery_zones')
      .select('id, name, state, lgas, fee_kobo, delivered_by, closed_at, closed_reason, vendor:vendors(business_name)')
      .order('closed_at', { ascending: true, nullsFirst: true })
      .order('state')
      .order('name'),
    api.tables.from('zone_orders').select('id, paid, people, fees_kobo, unpaid'),
  ])
  const byId = new Map((going.data ?? []).map((row) => [row.id, row]))
  return {
    rows: (zones.data ?? []).map((zone) => ({ ...zone, going: byId.get(zone.id) ?? null })),
    failure: zones.error?.message ?? going.error?.message ?? null,
  }
}

export async function readZone(api: Api, id: string) {
  if (!isUuid(id)) return null
  const { data } = await api.tables
    .from('delivery_zones')
    .select(
      'id, name, state, lgas, fee_kobo, delivered_by, delivery_hours, closed_at, updated_at, vendor:vendors(business_name)',
    )
    .eq('id', id)
    .maybeSingle()
  return data && withDeliveryHours(data)
}

/** Where and how the goods of these shops are received, by the shop's id. Throws if it cannot be read. */
export async function listShopFulfilment(
  api: Api,
  shops: readonly FulfilmentShop[],
): Promise<Map<string, ShopFulfilment>> {
  if (shops.length === 0) return new Map()
  const states = [...new Set(shops.map(({ state }) => `"${state}"`))].sort()
  const ids = [...new Set(shops.map(({ id }) => id))].sort()
  const atShops = `vendor_id.in.(${ids}),and(vendor_id.is.null,state.in.(${states}))`
  const [places, zones] = await Promise.all([
    api.tables
      .from('pickup_points')
      .select('name, street, lga, state, opening_hours, vendor_id, vendor:vendors(opening_hours, closed_days)')
      .is('closed_at', null)
      .or(atShops)
      .order('name')
      .throwOnError(),
    api.tables
      .from('delivery_zones')
      .select('id, state, lgas, fee_kobo, delivery_hours, vendor_id')
      .is('closed_at', null)
      .or(atShops)
      .order('fee_kobo')
      .throwOnError(),
  ])
  const open = { places: places.data.map(withShopHours), zones: zones.data.map(withDeliveryHours) }
  return new Map(shops.map((shop) => [shop.id, shopFulfilment(shop, open)]))
}

/** The same for one shop; null if it cannot be read. */
export async function readShopFulfilment(api: Api, shop: FulfilmentShop): Promise<ShopFulfilment | null> {
  const byShop = await listShopFulfilment(api, [shop]).catch(() => null)
  return byShop?.get(shop.id) ?? null
}
