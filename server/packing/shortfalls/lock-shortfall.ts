import type pg from 'pg'

/** A locked short delivery, and what the user may do with it. */
interface LockedShortfall {
  id: string
  status: 'waiting' | 'entered' | 'carried-out' | 'withdrawn' | 'refused'
  what: string
  is_shop: boolean
  may_enter: boolean
  may_answer: boolean
  may_see: boolean
}

/** Locks first and reads in a second statement, so that it sees what the previous holder of the lock committed. */
export async function lockShortfall(
  tx: pg.ClientBase,
  { id, person }: { id: string; person: string | null },
): Promise<LockedShortfall | undefined> {
  await tx.query('select from public.shortfalls where id = $1 for update', [id])
  const { rows } = await tx.query<LockedShortfall>(
    `select f.id, f.status, coalesce(g.product_name, l.product_name, '') as what, public.is_of_shop($2, f.vendor_id) as is_shop, e.may_enter, public.may_answer_shortfall(f.id, $2) as may_answer,
       coalesce(e.may_enter or public.is_of_shop($2, f.vendor_id) or p.role in ('coordinator', 'chief')
         or p.role = 'manager' and exists (select from public.manager_regions r where r.manager_id = $2 and r.state = v.state), false) as may_see
     from public.shortfalls f join public.vendors v on v.id = f.vendor_id left join public.group_buys g on g.id = f.group_buy_id
       left join public.order_lines l on l.id = f.line_id left join public.profiles p on p.id = $2
       cross join lateral (select coalesce(f.entered_by = $2 and (rights.packs_for($2, f.vendor_id) or f.pickup_point_id is not null and rights.keeps_place($2, f.pickup_point_id)) or f.by_shop and rights.packs_for($2, f.vendor_id)
         or not f.by_shop and f.pickup_point_id is not null and rights.keeps_place($2, f.pickup_point_id), false) as may_enter) e
     where f.id = $1`,
    [id, person],
  )
  return rows[0]
}
