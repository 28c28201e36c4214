import type pg from 'pg'
import { findFood } from '../foods/foods.ts'

/** Yams, in stock and in a running buy, are sold by final weight; earlier orders were not. */
export async function sellByWeight(client: pg.ClientBase): Promise<void> {
  const product = findFood('benue-yam').id
  const [least, most] = [3, 5]
  await client.query('update public.products set least_kg_per_unit = $2, most_kg_per_unit = $3 where id = $1', [
    product,
    least,
    most,
  ])
  await client.query(
    `update public.group_buys set least_kg_per_unit = $2, most_kg_per_unit = $3 where product_id = $1 and status = 'active'`,
    [product, least, most],
  )
  await client.query(
    `update public.order_lines l set least_kg_per_unit = $2, most_kg_per_unit = $3 from public.orders o join public.group_buys g on g.id = o.group_buy_id
     where o.id = l.order_id and g.product_id = $1 and g.status = 'active'`,
    [product, least, most],
  )
}
