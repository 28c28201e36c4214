import type pg from 'pg'

/**
 * Units by product: those for sale plus those reserved for buys and carts. Buying, leaving, closing and publishing move
 * units between the two without changing the sum: only the shop and hand-overs do.
 */
export async function countUnits(client: pg.ClientBase | pg.Pool): Promise<Record<string, number>> {
  const { rows } = await client.query<{ id: string; units: string }>(`
    with aside as (
      select product_id, set_aside as units from public.group_buys
      union all
      select l.product_id, l.quantity from public.order_lines l join public.orders o on o.id = l.order_id
      where o.group_buy_id is null and o.is_live
    )
    select p.id, p.available_quantity + coalesce((select sum(a.units) from aside a where a.product_id = p.id), 0) as units
    from public.products p`)
  return Object.fromEntries(rows.map(({ id, units }) => [id, Number(units)]))
}
