import type pg from 'pg'
import { demoId, personId } from '../ids.ts'
import { after } from '../lagos-time.ts'
import { placeId } from '../places.ts'
import { insertRows } from '../rows.ts'
import { findVendor } from '../vendors.ts'

const HUB = placeId('lagos')
const STALL = placeId('sade')

/** Orders of this buy are collected partly at a hub and partly at the shop's own place; its sharing day is tomorrow. */
const HALF_PACKED_BUY = demoId('group buy', 'shaki-sure')

/** Adds hand-over staff at two places, and marks half of a buy as packed. */
export async function seedPacking(client: pg.ClientBase, now: Date): Promise<void> {
  await insertRows(client, 'public.memberships', [
    { person_id: personId('buyer58'), pickup_point_id: HUB, vendor_id: null, duty: 'hand-over' },
    { person_id: personId('buyer59'), pickup_point_id: null, vendor_id: findVendor('sade').id, duty: 'hand-over' },
  ])
  await client.query(
    `update public.orders o set pickup_point_id = case when o.order_no % 2 = 0 then $2::uuid else $3::uuid end where o.group_buy_id = $1`,
    [HALF_PACKED_BUY, HUB, STALL],
  )
  await client.query(
    `update public.order_lines l set packed_at = $2 from (select o.id, row_number() over (order by o.order_no) as place
       from public.orders o where o.group_buy_id = $1 and o.status = 'confirmed') o where o.id = l.order_id and o.place % 2 = 1`,
    [HALF_PACKED_BUY, after(now, -0.3)],
  )
}
