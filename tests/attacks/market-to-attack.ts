import { queryWithCause } from '#database/tests/setup/as-owner.ts'
import type { Target } from './open-target.ts'

/** Creates an active shop with one product of this many units. */
export async function openShop({ owner, signIn }: Target, { units = 100_000 } = {}) {
  const vendor = await signIn({ role: 'vendor' })
  const written = async (cause: string, sql: string, values: unknown[]): Promise<string> =>
    (await queryWithCause(owner, cause, sql, values)).rows[0].id
  const shop = await written(
    'vendor',
    `insert into public.vendors (owner_id, business_name, location, state) values ($1, 'Bola Foods ' || gen_random_uuid(), 'Mile 12', 'Lagos') returning id`,
    [vendor.id],
  )
  await written('manager', `update public.vendors set status = 'active' where id = $1 returning id`, [shop])
  const productId = await written(
    'vendor',
    `insert into public.products (vendor_id, name, category, base_price, unit, available_quantity, share_date)
     values ($1, 'Ofada rice', 'grains', 1000, 'bag', $2, (now() at time zone 'Africa/Lagos')::date + 20) returning id`,
    [shop, units],
  )
  return { shop, productId, vendor }
}

/** Creates an open buy in a new shop, published by its vendor. */
export async function openBuy(target: Target, facts: Record<string, unknown> = {}) {
  const { shop, productId, vendor } = await openShop(target)
  const id = await publish(target, { productId, shop, ...facts })
  return { id, productId, vendor }
}

export async function publish(
  { owner }: Pick<Target, 'owner'>,
  { productId, shop, ...facts }: Record<string, unknown>,
): Promise<string> {
  const row = {
    product_id: productId,
    vendor_id: shop,
    status: 'active',
    target_quantity: 10000,
    min_participants: 5,
    price_tiers: JSON.stringify([{ participants: 5, price: 400 }]),
    end_date: new Date(Date.now() + 10 * 86_400_000),
    ...facts,
  }
  const columns = Object.keys(row)
  const { rows } = await queryWithCause(
    owner,
    'vendor',
    `insert into public.group_buys (${columns.join(', ')}) values (${columns.map((_, index) => `$${index + 1}`).join(', ')}) returning id`,
    Object.values(row),
  )
  return rows[0].id
}
