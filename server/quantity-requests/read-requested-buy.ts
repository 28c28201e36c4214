import type pg from 'pg'
import type { RequestedBuy } from '#domain/quantity-requests/quantity-request.ts'

interface RequestedBuyRow extends RequestedBuy {
  now: Date
  product: string
  unit: string
  ownerId: string
  ownerEmail: string | null
  /** The person works for the shop, which cannot buy from itself. */
  servesShop: boolean
  isConfirmed: boolean
}

/** A buy as this person may take of it, locked against joins. */
export async function lockRequestedBuy(
  tx: pg.PoolClient,
  { buyId, personId }: { buyId: string; personId: string },
): Promise<RequestedBuyRow | null> {
  await tx.query('select from public.group_buys where id = $1 for no key update', [buyId])
  const { rows } = await tx.query<RequestedBuyRow>(
    `select clock_timestamp() as now, case when v.status = 'active' then g.status else 'suspended' end as status, g.end_date as "endDate",
       public.own_max_quantity(g.id, $2, g.max_quantity) as "maxQuantity", g.target_quantity as "targetQuantity", g.current_quantity as "currentQuantity",
       g.target_quantity - g.current_quantity - public.offered_units(g) as "freeUnits",
       coalesce((select sum(o.quantity) from public.orders o where o.group_buy_id = g.id and o.user_id = $2 and o.is_live), 0)::integer as "ownQuantity",
       g.product_name as product, g.unit, v.owner_id as "ownerId", rights.email_of(v.owner_id) as "ownerEmail",
       v.owner_id = $2 or rights.serves_shop($2, g.vendor_id) as "servesShop",
       exists (select from rights.confirmed_addresses($2) u where num_nonnulls(u.email, u.phone) > 0) as "isConfirmed"
     from public.group_buys g join public.vendors v on v.id = g.vendor_id where g.id = $1 and g.status <> 'draft'`,
    [buyId, personId],
  )
  return rows[0] ?? null
}
