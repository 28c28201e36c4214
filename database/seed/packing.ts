import type pg from 'pg'
import { idOf, personId } from './ids.ts'
import { after } from './lagos-time.ts'
import { insertRows } from './rows.ts'
import { vendorOf } from './vendors.ts'

const HUB = idOf('pickup point', 'yaba')
const STALL = idOf('pickup point', 'sade')

/** Of this buy some are collected at a hub and some at the shop's own place; tomorrow is its sharing day. */
const PACKED = idOf('group buy', 'shaki-sure')

/** Two places, who works there, and a buy that is half packed. */
export async function packHalf(client: pg.ClientBase, now: Date): Promise<void> {
  const days = (opens: string, closes: string) => [1, 2, 3, 4, 5, 6].map((day) => ({ day, opens, closes }))
  await insertRows(client, 'public.pickup_points', [
    {
      ...{
        id: HUB,
        name: 'Ajoja hub, Yaba',
        state: 'Lagos',
        lga: 'Lagos Mainland',
        street: '12 Commercial Avenue, Yaba',
      },
      ...{
        instructions: 'The blue gate beside the bakery. Bring a bag or a trolley.',
        opening_hours: days('08:00', '18:00'),
      },
      ...{ vendor_id: null, stockpile_capacity_kg: 8000 },
    },
    {
      ...{
        id: STALL,
        name: 'Mama Sade, Mile 12',
        state: 'Lagos',
        lga: 'Kosofe',
        street: 'Shop 14, Line B, Mile 12 Market',
      },
      ...{ instructions: 'Ask at Line B for Mama Sade.', opening_hours: days('07:00', '17:30') },
      ...{ vendor_id: vendorOf('sade').id, stockpile_capacity_kg: 0 },
    },
  ])
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
