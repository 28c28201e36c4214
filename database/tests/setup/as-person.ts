import type pg from 'pg'
import { identityOf, type TestDatabase } from '#platform/postgres/testing.ts'
import { queryWithCause } from './as-owner.ts'

/**
 * Runs one statement as a person (or a visitor) and rolls it back. Returns its rows, or the SQLSTATE in `errorCode`. A
 * named statement is planned once for each connection.
 */
export async function asPerson(
  db: TestDatabase,
  person: string | null,
  sql: string | { name: string; text: string },
  values: unknown[] = [],
): Promise<{ rows: Record<string, unknown>[]; count: number; errorCode: string | null; message: string }> {
  try {
    const result = await db.database.as(identityOf(person), async (tx) => {
      const queryResult: pg.QueryResult = await tx.query(sql, values)
      throw new RolledBack(queryResult)
    })
    return result as never
  } catch (error) {
    if (error instanceof RolledBack) {
      return { rows: error.queryResult.rows, count: error.queryResult.rowCount ?? 0, errorCode: null, message: '' }
    }
    const { code, message } = error as { code?: string; message: string }
    return { rows: [], count: 0, errorCode: code ?? 'unknown', message }
  }
}

class RolledBack extends Error {
  readonly queryResult: pg.QueryResult
  constructor(queryResult: pg.QueryResult) {
    super('rolled back')
    this.queryResult = queryResult
  }
}

/** Ids of people. `other`: a second customer. `rival`: the vendor of the other shop. `manager` looks after Lagos. */
export interface Cast {
  customer: string
  other: string
  vendor: string
  rival: string
  manager: string
  coordinator: string
  chief: string
  administrator: string
  supervisor: string
}

/**
 * Creates one person per role; an active shop of `vendor` in Lagos with two products, one of them (`spare`) without a
 * buy, and one of `rival` in Kano with a product; an active buy, a draft, and an unpaid order of `customer`.
 */
export async function arrange(db: TestDatabase): Promise<Cast & { ids: Record<string, string> }> {
  const cast = {} as Cast
  for (const name of [
    'customer',
    'other',
    'vendor',
    'rival',
    'manager',
    'coordinator',
    'chief',
    'administrator',
    'supervisor',
  ] as const) {
    cast[name] = crypto.randomUUID()
    await db.owner.query(
      `insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data) values ($1, $2, now(), jsonb_build_object('full_name', $3::text))`,
      [cast[name], `${name}@rights.test`, `Person ${name}`],
    )
    const role = name === 'other' ? 'customer' : name === 'rival' ? 'vendor' : name
    await db.owner.query('update public.profiles set role = $2 where id = $1', [cast[name], role])
  }
  const one = async (sql: string, values: unknown[], cause = 'vendor') =>
    String((await queryWithCause(db.owner, cause, sql, values)).rows[0].id)
  const shop = async (owner: string, name: string, state: string) => {
    const id = await one(
      'insert into public.vendors (owner_id, business_name, location, state) values ($1, $2, $3, $3) returning id',
      [owner, name, state],
    )
    return one(`update public.vendors set status = 'active' where id = $1 returning id`, [id], 'manager')
  }
  const vendorId = await shop(cast.vendor, 'Own shop', 'Lagos')
  const rivalId = await shop(cast.rival, 'Rival shop', 'Kano')
  await db.owner.query(`insert into public.manager_regions (manager_id, state) values ($1, 'Lagos')`, [cast.manager])
  const product = (vendor: string) =>
    one(
      `insert into public.products (vendor_id, name, category, base_price, unit, available_quantity, share_date)
       values ($1, 'Brown beans', 'grains', 50000, 'bag', 500, current_date + 20) returning id`,
      [vendor],
    )
  const productId = await product(vendorId)
  const rivalProductId = await product(rivalId)
  const buy = (status: string, product_id: string) =>
    one(
      `insert into public.group_buys (product_id, vendor_id, status, target_quantity, end_date, price_tiers)
       select $1, vendor_id, $2, 50, now() + interval '9 days', '[{"participants":2,"price":45000}]' from public.products where id = $1 returning id`,
      [product_id, status],
    )
  const activeId = await buy('active', productId)
  const draftId = await buy('draft', productId)
  const spare = await product(vendorId)
  const orderId = await one(
    `insert into public.orders (group_buy_id, user_id, vendor_id, quantity, unit_price, total_amount, ceiling_unit_price)
     values ($1, $2, $3, 1, 50000, 50000, 50000) returning id`,
    [activeId, cast.customer, vendorId],
    'buyer',
  )
  return { ...cast, ids: { vendorId, rivalId, productId, rivalProductId, activeId, draftId, spare, orderId } }
}
