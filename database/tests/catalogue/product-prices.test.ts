import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, identityOf, type TestDatabase } from '#platform/postgres/testing.ts'
import { arrange, asPerson } from '../setup/as-person.ts'

let db: TestDatabase
let cast: Awaited<ReturnType<typeof arrange>>
beforeAll(async () => {
  db = await createTestDatabase()
  cast = await arrange(db)
})
afterAll(() => db.drop())

async function addProduct(createdAt = 'now()'): Promise<string> {
  const { rows } = await db.owner.query(
    `insert into public.products (vendor_id, name, category, base_price, unit, created_at)
     select id, 'Rice', 'grains', 3000, 'bag', ${createdAt} from public.vendors where owner_id = $1 returning id`,
    [cast.vendor],
  )
  return rows[0].id
}
const change = (id: string, columns: string) =>
  db.database.as(identityOf(cast.vendor), (tx) => tx.query(`update public.products set ${columns} where id = $1`, [id]))
const pricesOf = async (id: string) =>
  (
    await db.owner.query(
      `select price::float, unit, day = (now() at time zone 'Africa/Lagos')::date as today from public.product_prices
       where product_id = $1 order by day`,
      [id],
    )
  ).rows

test('a change adds the price of its day, and the last one of a day counts', async () => {
  const id = await addProduct(`now() - interval '40 days'`)
  await change(id, 'available_quantity = 5')
  expect(await pricesOf(id)).toEqual([{ price: 3000, unit: 'bag', today: false }])
  await change(id, 'base_price = 2500')
  await change(id, `base_price = 2800, unit = 'basket'`)
  expect(await pricesOf(id)).toEqual([
    { price: 3000, unit: 'bag', today: false },
    { price: 2800, unit: 'basket', today: true },
  ])
})

test('everyone reads those of products on sale, and no one writes them', async () => {
  const id = await addProduct()
  const read = `select price from public.product_prices where product_id = '${id}'`
  for (const person of [null, cast.customer, cast.rival])
    expect((await asPerson(db, person, read)).rows).toHaveLength(1)
  for (const person of [null, cast.customer, cast.vendor, cast.chief, cast.administrator])
    for (const act of [
      `insert into public.product_prices (product_id, day, price, unit) values ('${id}', '2026-01-01', 1, 'bag')`,
      'update public.product_prices set price = 1',
      'delete from public.product_prices',
    ])
      expect((await asPerson(db, person, act)).errorCode, `${person}: ${act}`).toBe('42501')
  await db.owner.query('update public.products set archived_at = now() where id = $1', [id])
  expect((await asPerson(db, null, read)).rows).toEqual([])
})

test('its vendor alone reads who changed a price, and when', async () => {
  const id = await addProduct()
  await change(id, 'base_price = 2500')
  const own = `select price::float, changed_by_name, came_by_import, changed_at is not null as dated from public.own_prices where product_id = '${id}'`
  const { full_name: name } = (
    await db.owner.query('select full_name from public.profiles where id = $1', [cast.vendor])
  ).rows[0]
  expect((await asPerson(db, cast.vendor, own)).rows).toEqual([
    { price: 2500, changed_by_name: name, came_by_import: false, dated: true },
  ])
  expect((await asPerson(db, cast.rival, own)).rows).toEqual([])
  for (const person of [null, cast.customer, cast.vendor])
    expect((await asPerson(db, person, 'select changed_by from public.product_prices')).errorCode).toBe('42501')
})

test('the migration finds earlier prices in buys and orders, and the price of today', async () => {
  const id = await addProduct()
  const sql = await readFile('database/tables/0134_lot_photographs_and_prices.sql', 'utf8')
  const backfill = sql.slice(sql.indexOf('insert into public.product_prices'))
  const client = await db.owner.connect()
  try {
    await client.query("begin; set local session_replication_role = 'replica'")
    const { rows } = await client.query('select id from public.group_buys limit 1')
    const buy = rows[0].id
    await client.query('delete from public.product_prices')
    await client.query(
      `update public.group_buys set product_id = $1, unit = 'bag', base_price = 3500, published_at = now() - interval '90 days' where id = $2`,
      [id, buy],
    )
    await client.query(
      `insert into public.orders (id, checkout_id, user_id, vendor_id, quantity, total_amount, created_at)
       select gen_random_uuid(), gen_random_uuid(), $1, vendor_id, 1, 3000, now() - interval '30 days' from public.group_buys where id = $2`,
      [cast.customer, buy],
    )
    await client.query(
      `insert into public.order_lines (order_id, product_id, product_name, unit, quantity, base_price, unit_price)
       select id, $1, 'Rice', 'bag', 1, 3000, 3000 from public.orders where group_buy_id is null`,
      [id],
    )
    await client.query(backfill)
    const found = await client.query(
      `select price::float, (now() at time zone 'Africa/Lagos')::date - day as ago from public.product_prices where product_id = $1 order by day`,
      [id],
    )
    // The price of today is the one of thirty days ago: no change.
    expect(found.rows).toEqual([
      { price: 3500, ago: 90 },
      { price: 3000, ago: 30 },
    ])
  } finally {
    await client.query('rollback')
    client.release()
  }
})
