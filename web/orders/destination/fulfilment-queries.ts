import type { Api } from '#api/api.ts'
import { isUuid } from '#domain/forms/validation.ts'
import type { OpenDay } from '#domain/places/opening-hours.ts'
import { withShopHours } from '#web/places/queries.ts'

/** An order with what its destination can be chosen from: open places, zones, the user's addresses, and their PEPS. */
export async function readFulfilmentChoices(api: Api, id: string, userId: string) {
  if (!isUuid(id)) return null
  const { data: order } = await api.tables
    .from('orders')
    .select(
      `id, order_no, status, group_buy_id, vendor_id, fulfilment, pickup_point_id, delivery_fee_kobo, return_to, charged_kobo, peps_kobo, returned_kobo,
       vendor:vendors(state), group_buy:group_buys(product_name, share_date), place:pickup_points(closed_at), delivered_to:order_addresses(street, lga, state),
       lines:order_lines(product_name, quantity, kg_per_unit, share_date, packed_at, product:products(can_be_stockpiled)), refunds(id),
       paying:payment_parts(payment:payments(status, expires_at))`,
    )
    .eq('id', id)
    .eq('user_id', userId)
    .maybeSingle()
  if (!order) return null
  const state = (order.vendor as typeof order.vendor | null)?.state ?? ''
  const [places, rooms, zones, addresses, balance] = await Promise.all([
    api.tables
      .from('pickup_points')
      .select(
        'id, name, street, lga, state, instructions, latitude, longitude, phone, opening_hours, vendor_id, stockpile_capacity_kg, vendor:vendors(opening_hours, closed_days)',
      )
      .is('closed_at', null)
      .or(`vendor_id.eq.${order.vendor_id},and(vendor_id.is.null,state.eq."${state}")`)
      .order('name'),
    api.tables.from('place_rooms').select('id, free_kg'),
    api.tables
      .from('delivery_zones')
      .select('id, state, lgas, fee_kobo, delivery_hours, vendor_id')
      .is('closed_at', null)
      .eq('state', state),
    api.tables
      .from('addresses')
      .select('id, label, recipient, street, state, lga')
      .eq('user_id', userId)
      .order('created_at'),
    api.tables.from('own_peps_balance').select('spendable_kobo').maybeSingle(),
  ])
  return {
    order,
    shopState: state,
    places: (places.data ?? []).map(withShopHours),
    rooms: rooms.data ?? [],
    zones: (zones.data ?? []).map((zone) => ({
      ...zone,
      delivery_hours: zone.delivery_hours as unknown as OpenDay[],
    })),
    addresses: addresses.data ?? [],
    spendableKobo: balance.data?.spendable_kobo ?? 0,
  }
}

export type FulfilmentChoices = NonNullable<Awaited<ReturnType<typeof readFulfilmentChoices>>>
