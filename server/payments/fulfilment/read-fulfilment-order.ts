import type pg from 'pg'
import type { ChooseFulfilmentInput } from '#api/commands/orders.ts'
import type { ReturnTo } from '#domain/payments/refunds/returning.ts'
import { findZone, type Zone } from '#domain/places/find-zone.ts'
import { type Refusal, refuse } from '#domain/refusal.ts'
import type { PaidLaterRow } from '#server/ledger/paid-with.ts'
import { REFUNDED_KOBO } from '#server/ledger/paid-with.ts'

export interface FulfilmentOrder extends PaidLaterRow {
  order_no: number
  status: string
  group_buy_id: string | null
  vendor_id: string
  shop_state: string
  fulfilment: string
  pickup_point_id: string | null
  delivery_fee_kobo: bigint
  payment_id: string | null
  return_to: ReturnTo | null
  isBeingPaid: boolean
  placeHasClosed: boolean
  /** Part of it was refunded to the source of the payment. */
  hasRefund: boolean
  lines:
    | {
        shareDate: string | null
        isPacked: boolean
        canBeStockpiled: boolean
        quantity: number
        kgPerUnit: number | null
      }[]
    | null
  email: string | null
  what: string | null
  now: Date
}

/** Lock order: the buyer's promises, the buy or the checkout, the order; later the place and the wallet. */
export async function lockFulfilmentOrder(
  tx: pg.ClientBase,
  { orderId, userId }: { orderId: string; userId: string },
): Promise<void> {
  await tx.query(
    `select public.caused_by('buyer'), public.await_own_promises($2),
       (select id from public.group_buys where id = (select group_buy_id from public.orders where id = $1 and user_id = $2) for no key update),
       (select id from public.checkouts where id = (select checkout_id from public.orders where id = $1 and user_id = $2) for update)`,
    [orderId, userId],
  )
  await tx.query('select from public.orders where id = $1 and user_id = $2 for update', [orderId, userId])
}

/** The buyer's order, read under its lock. */
export async function readFulfilmentOrder(
  tx: pg.ClientBase,
  { orderId, userId }: { orderId: string; userId: string },
): Promise<FulfilmentOrder | null> {
  const { rows } = await tx.query<FulfilmentOrder>(
    `select o.id, o.user_id, o.order_no::integer, o.status, o.group_buy_id, o.vendor_id, v.state as shop_state, o.fulfilment, o.pickup_point_id, o.delivery_fee_kobo,
       o.charged_kobo, o.peps_kobo, o.returned_kobo,
       ${REFUNDED_KOBO} as refunded_kobo, o.payment_id, o.return_to, public.is_being_paid(o.id) as "isBeingPaid",
       coalesce(p.closed_at is not null, false) as "placeHasClosed", exists (select from public.refunds f where f.order_id = o.id) as "hasRefund",
       (select jsonb_agg(jsonb_build_object('shareDate', l.share_date, 'isPacked', l.packed_at is not null, 'canBeStockpiled', q.can_be_stockpiled or o.fulfilment = 'stockpile',
          'quantity', greatest(0, l.quantity - public.short_units(l.id)), 'kgPerUnit', l.kg_per_unit)) from public.order_lines l join public.products q on q.id = l.product_id where l.order_id = o.id) as lines,
       (select string_agg(product_name, ', ' order by product_name) from public.order_lines where order_id = o.id) as what,
       rights.email_of(o.user_id) as email, clock_timestamp() as now
     from public.orders o join public.vendors v on v.id = o.vendor_id left join public.pickup_points p on p.id = o.pickup_point_id
     where o.id = $1 and o.user_id = $2`,
    [orderId, userId],
  )
  return rows[0] ?? null
}

export interface Destination {
  feeKobo: bigint
  pickupPointId: string | null
  /** Free stockpile capacity, not counting what this order already occupies there. */
  freeKg: number
  zone: { id: string; delivered_by: string } | null
  addressId: string | null
}

interface DestinationQuery {
  order: FulfilmentOrder
  input: Pick<ChooseFulfilmentInput, 'kind' | 'pickup_point_id' | 'address_id'>
  userId: string
}

/** Reads the chosen place or delivery zone, locked against closing. */
export function readDestination(tx: pg.ClientBase, query: DestinationQuery): Promise<Destination | Refusal> {
  return query.input.kind === 'delivery' ? readDeliveryDestination(tx, query) : readPlaceDestination(tx, query)
}

async function readPlaceDestination(
  tx: pg.ClientBase,
  { order, input }: DestinationQuery,
): Promise<Destination | Refusal> {
  const lock = input.kind === 'stockpile' ? 'no key update' : 'share'
  await tx.query('select from public.vendors where id = $1 for key share', [order.vendor_id])
  await tx.query(`select from public.pickup_points where id = $1 for ${lock}`, [input.pickup_point_id])
  const { rows } = await tx.query<{ is_closed: boolean; is_closed_that_day: boolean; free_kg: number }>(
    `select p.closed_at is not null as is_closed, exists (select from public.vendors v, public.days_of_sharing($6) as day
         where v.id = p.vendor_id and public.closing_reason(v.closed_days, day) is not null) as is_closed_that_day, (p.stockpile_capacity_kg - public.stockpiled_kg(p.id)
       + case when $4 and $5 = p.id then (select coalesce(sum((quantity - public.short_units(id)) * kg_per_unit), 0) from public.order_lines where order_id = $6) else 0 end)::float8 as free_kg
     from public.pickup_points p where p.id = $1 and (p.vendor_id = $2 or (p.vendor_id is null and p.state = $3))`,
    [
      input.pickup_point_id,
      order.vendor_id,
      order.shop_state,
      order.fulfilment === 'stockpile',
      order.pickup_point_id,
      order.id,
    ],
  )
  const place = rows[0]
  if (!place) return refuse('place_not_found')
  if (place.is_closed) return refuse('place_closed')
  if (place.is_closed_that_day) return refuse('place_closed_that_day')
  const { pickup_point_id: pickupPointId } = input
  return { feeKobo: 0n, pickupPointId, freeKg: place.free_kg, zone: null, addressId: null }
}

async function readDeliveryDestination(
  tx: pg.ClientBase,
  { order, input, userId }: DestinationQuery,
): Promise<Destination | Refusal> {
  const { rows: addresses } = await tx.query<{ id: string; state: string; lga: string }>(
    'select id, state, lga from public.addresses where id = $1 and user_id = $2 for share',
    [input.address_id, userId],
  )
  const [address] = addresses
  if (!address) return refuse('address_not_found')
  const { rows: zones } = await tx.query<Omit<Zone, 'fee_kobo'> & { fee_kobo: bigint; delivered_by: string }>(
    `select id, state, lgas, fee_kobo, vendor_id, delivered_by from public.delivery_zones where closed_at is null and state = $1 order by id for share`,
    [address.state],
  )
  const zone = findZone(
    zones.map((one) => ({ ...one, fee_kobo: Number(one.fee_kobo) })),
    { shop: { id: order.vendor_id, state: order.shop_state }, address },
  )
  if (!zone) return refuse('not_delivered_there')
  return { feeKobo: BigInt(zone.fee_kobo), pickupPointId: null, freeKg: 0, zone, addressId: address.id }
}
