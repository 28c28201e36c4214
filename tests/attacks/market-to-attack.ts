import { movedBy } from '#database/tests/moved-by.ts'
import type { Target } from './open-target.ts'

/** An open buy in a shop of its own, as its vendor would publish it. */
export async function openBuy(
  { owner, signIn }: Target,
  facts: Record<string, unknown> = {},
): Promise<{ id: string; productId: string; vendor: Awaited<ReturnType<Target['signIn']>> }> {
  const vendor = await signIn({ role: 'vendor' })
  const written = async (cause: string, sql: string, values: unknown[]): Promise<string> =>
    (await movedBy(owner, cause, sql, values)).rows[0].id
  const shop = await written(
    'vendor',
    `insert into public.vendors (owner_id, business_name, location, state) values ($1, 'Bola Foods ' || gen_random_uuid(), 'Mile 12', 'Lagos') returning id`,
    [vendor.id],
  )
  await written('manager', `update public.vendors set status = 'active' where id = $1 returning id`, [shop])
  const productId = await written(
    'vendor',
    `insert into public.products (vendor_id, name, category, base_price, unit, available_quantity, share_date)
     values ($1, 'Ofada rice', 'grains', 1000, 'bag', 100000, (now() at time zone 'Africa/Lagos')::date + 20) returning id`,
    [shop],
  )
  const id = await publish({ owner }, { productId, shop, ...facts })
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
  const { rows } = await movedBy(
    owner,
    'vendor',
    `insert into public.group_buys (${columns.join(', ')}) values (${columns.map((_, index) => `$${index + 1}`).join(', ')}) returning id`,
    Object.values(row),
  )
  return rows[0].id
}
