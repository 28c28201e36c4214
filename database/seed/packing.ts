import type pg from 'pg'
import { idOf, personId } from './ids.ts'
import { after } from './lagos-time.ts'
import { placeOf } from './places.ts'
import { insertRows } from './rows.ts'
import { vendorOf } from './vendors.ts'

const HUB = placeOf('lagos')
const STALL = placeOf('sade')

/** Of this buy some are collected at a hub and some at the shop's own place; tomorrow is its sharing day. */
const PACKED = idOf('group buy', 'shaki-sure')

/** Who works at two places, and a buy that is half packed. */
export async function packHalf(client: pg.ClientBase, now: Date): Promise<void> {
  await insertRows(client, 'public.memberships', [
    { person_id: personId('buyer58'), pickup_point_id: HUB, vendor_id: null, duty: 'hand-over' },
    { person_id: personId('buyer59'), pickup_point_id: null, vendor_id: vendorOf('sade').id, duty: 'hand-over' },
  ])
  await client.query(
    `update public.orders o set pickup_point_id = case when o.order_no % 2 = 0 then $2::uuid else $3::uuid end where o.group_buy_id = $1`,
    [PACKED, HUB, STALL],
  )
  await client.query(
    `update public.order_lines l set packed_at = $2 from (select o.id, row_number() over (order by o.order_no) as place
       from public.orders o where o.group_buy_id = $1 and o.status = 'confirmed') o where o.id = l.order_id and o.place % 2 = 1`,
    [PACKED, after(now, -0.3)],
  )
}
