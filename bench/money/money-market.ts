import type pg from 'pg'
import { queryWithCause } from '#database/tests/setup/as-owner.ts'
import type { Database } from '#platform/postgres/database.ts'
import { unlessOnce } from '../market/once.ts'

/** A separate market within this process, shared by the money benchmarks. */
export interface MoneyBench {
  owner: pg.Pool
  database: Database
}

export const MONEY_CLIENTS = 8

/** Enough people that none orders twice in one buy. */
export const MONEY_MARKET = unlessOnce(
  { people: 4_000, large: 1_000, largeBuys: 2, small: 20 },
  { people: 400, large: 100, largeBuys: 2, small: 20 },
)

const IDS = `create function public.bench_id(kind text, number integer) returns uuid language sql immutable as
  $$ select (kind || '0000000-0000-4000-8000-' || lpad(to_hex(number), 12, '0'))::uuid $$`

export const moneyId = (kind: 'a' | 'b', number: number) =>
  `${kind}0000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`

/** Buys whose price falls when all have joined: the first ones are large, the rest are joined during the benchmark. */
export async function fillMoneyMarket(owner: pg.Pool): Promise<void> {
  const { people, large, largeBuys, small } = MONEY_MARKET
  const last = largeBuys + small
  await owner.query(IDS)
  await owner.query(`insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
    select public.bench_id('a', n), 'person' || n || '@bench.test', now(), jsonb_build_object('full_name', 'Person ' || n)
    from generate_series(0, ${people}) n`)
  await queryWithCause(
    owner,
    'vendor',
    `insert into public.vendors (id, owner_id, business_name, location, state) values (public.bench_id('c', 0), public.bench_id('a', ${people}), 'Shop', 'Mile 12', 'Lagos')`,
  )
  await queryWithCause(owner, 'manager', `update public.vendors set status = 'active'`)
  await owner.query(`insert into public.products (id, vendor_id, name, category, base_price, unit, available_quantity, share_date)
    select public.bench_id('d', n), public.bench_id('c', 0), 'Ofada rice ' || n, 'grains', 80000, 'bag', 1000000, current_date + 30 from generate_series(0, ${last}) n`)
  await queryWithCause(
    owner,
    'vendor',
    `insert into public.group_buys (id, product_id, vendor_id, status, target_quantity, min_participants, price_tiers, end_date)
     select public.bench_id('b', n), public.bench_id('d', n), public.bench_id('c', 0), 'active', 1000000, 5,
       '[{"participants": ${large}, "price": 70000}, {"participants": 1000000, "price": 65000}]', now() + interval '20 days'
     from generate_series(0, ${last}) n`,
  )
  await owner.query('analyze')
}
