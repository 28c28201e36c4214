import type pg from 'pg'
import { unlessOnce } from './once.ts'

/** The data for the benchmark. Ids are made from numbers, so no look-up is needed. */
export const MARKET = unlessOnce(
  { products: 10_000, buys: 1_000, people: 40_000 },
  { products: 1_000, buys: 950, people: 4_000 },
)

export const personId = (number: number) => idOf('a', number)
export const buyId = (number: number) => idOf('b', number)
/** The buy that all people join. */
export const HOT_BUY = 0

const idOf = (kind: string, number: number) => `${kind}0000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`

export const SHOPS = 20
const IDS = `create function pg_temp.id_of(kind text, number integer) returns uuid language sql immutable as
  $$ select (kind || '0000000-0000-4000-8000-' || lpad(to_hex(number), 12, '0'))::uuid $$`

/** Runs one statement whose status changes have this cause. */
async function queryWithCause(owner: pg.ClientBase, cause: string, sql: string): Promise<void> {
  await owner.query('begin')
  await owner.query('select public.caused_by($1)', [cause])
  await owner.query(sql)
  await owner.query('commit')
}

/** Fills an empty, migrated database as its owner. */
export async function fillMarket(owner: pg.ClientBase, size = MARKET): Promise<void> {
  await owner.query(IDS)
  await owner.query(`insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
    select pg_temp.id_of('a', n), 'person' || n || '@bench.test', now(), jsonb_build_object('full_name', 'Person ' || n)
    from generate_series(0, ${size.people - 1}) n`)
  // Otherwise forty thousand welcome mails would be sent during other measurements.
  await owner.query(`delete from jobs.queue where task = 'send-welcome-mail'`)
  await queryWithCause(
    owner,
    'vendor',
    `insert into public.vendors (id, owner_id, business_name, location, state)
    select pg_temp.id_of('c', n), pg_temp.id_of('a', ${size.people - 1} - n), 'Shop ' || n, 'Mile 12', 'Lagos'
    from generate_series(0, ${SHOPS - 1}) n`,
  )
  await queryWithCause(owner, 'manager', `update public.vendors set status = 'active'`)
  await owner.query(`insert into public.products (id, vendor_id, name, description, category, base_price, unit, available_quantity,
      vendor_location, share_date, created_at)
    select pg_temp.id_of('d', n), pg_temp.id_of('c', n % ${SHOPS}), 'Ofada rice ' || n, 'Short grain from Ogun, sorted and free of stones.',
      (array['vegetables', 'fruits', 'grains', 'meat', 'seafood', 'oil'])[n % 6 + 1], 80000 + greatest(0, n - ${size.buys}), 'bag', 1000000, 'Mile 12',
      current_date + 30, now() - n * interval '1 minute'
    from generate_series(0, ${size.products - 1}) n`)
  // One fixed price, like the rival's.
  await queryWithCause(
    owner,
    'vendor',
    `insert into public.group_buys (id, product_id, vendor_id, status, target_quantity, min_participants, price_tiers, end_date)
    select pg_temp.id_of('b', n), pg_temp.id_of('d', n), pg_temp.id_of('c', n % ${SHOPS}), 'active', 1000000, 5,
      '[{"participants": 500000, "price": 70000}, {"participants": 1000000, "price": 65000}]', now() + interval '20 days'
    from generate_series(0, ${size.buys}) n`,
  )
  await owner.query('vacuum (analyze)')
}
