import type pg from 'pg'
import { hoursText, type OpenDay } from '#domain/places/opening-hours.ts'
import { notifyEach } from '#server/notices/queue-system-mail.ts'

/**
 * Marks these orders as packed and ready, and notifies each buyer of place and time. The caller holds the locks of the
 * buy and of the orders, and has set the cause (`caused_by`).
 */
export async function makeReady(
  tx: pg.PoolClient,
  orderIds: readonly string[],
  { siteUrl }: { siteUrl: string },
): Promise<void> {
  await tx.query(
    'update public.order_lines set packed_at = clock_timestamp() where order_id = any ($1::uuid[]) and packed_at is null',
    [orderIds],
  )
  const { rows } = await tx.query<ReadyRow>(
    `with made as (update public.orders set status = 'ready', ready_at = clock_timestamp() where id = any ($1::uuid[]) returning *)
     select o.id, o.user_id, rights.email_of(o.user_id) as email, o.order_no::integer, o.fulfilment, v.business_name as shop, v.location,
       o.delivered_by, p.name as place, p.street, p.lga, p.instructions, p.opening_hours,
       coalesce(g.share_date, l.share_date)::text as share_date, coalesce(g.product_name, l.names) as what
     from made o join public.vendors v on v.id = o.vendor_id left join public.group_buys g on g.id = o.group_buy_id
     left join public.pickup_points p on p.id = o.pickup_point_id
     cross join lateral (select min(share_date) as share_date, string_agg(product_name, ', ' order by product_name) as names
       from public.order_lines where order_id = o.id) l
     order by o.order_no`,
    [orderIds],
  )
  await notifyEach(
    tx,
    'order-ready',
    rows.map((row) => ({ to: row.email, person: row.user_id, facts: mailFacts(row), siteUrl })),
  )
}

interface ReadyRow {
  id: string
  user_id: string
  email: string | null
  order_no: number
  fulfilment: 'pickup' | 'delivery' | 'stockpile'
  shop: string
  location: string
  delivered_by: 'vendor' | 'market'
  place: string | null
  street: string | null
  lga: string | null
  instructions: string | null
  opening_hours: OpenDay[] | null
  share_date: string | null
  what: string | null
}

function mailFacts(row: ReadyRow) {
  const { id: orderId, order_no: orderNo, fulfilment: way, share_date: shareDate } = row
  const what = row.what ?? `order ${orderNo}`
  const carrier = row.delivered_by === 'vendor' ? row.shop : 'Our rider'
  const shopPlace = `${row.shop}, ${row.location}`
  const place = row.place === null ? shopPlace : [row.place, row.street, row.lga].filter(Boolean).join(', ')
  return {
    orderId,
    orderNo,
    what,
    way,
    shareDate,
    place: way === 'delivery' ? carrier : place,
    times: hoursText(row.opening_hours ?? []),
    instructions: row.instructions ?? '',
  }
}
