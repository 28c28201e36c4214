import pg from 'pg'
import { seedDemoMarket } from '../seed.ts'
import { type CopyCounts, copyTable } from './fill-copies.ts'
import { copyLedger } from './fill-ledger.ts'
import { COPIED_TABLES } from './fill-tables.ts'
import { withoutIndexes } from './without-indexes.ts'

export interface MarketSize {
  /** Approximate: rounded to whole copies of the demo market. */
  orders: number
  products: number
  people: number
}

interface FillOptions {
  /** Connection of the database's owner, a superuser. */
  connectionString: string
  size: MarketSize
  onStep?: (table: string) => void
}

/** The database contains real data, or was filled before. The message is for the operator. */
export class FillFault extends Error {}

/**
 * Fills a database with copies of the demo market: each has its own buys, orders, payments and movements of the ledger,
 * so that the audits hold for all of them. An empty database gets the demo market first. Shops and staff are shared by
 * all copies. One transaction; returns the resulting row counts. Throws `FillFault` for a database that is neither
 * empty nor a demo, or that was filled before.
 */
export async function fillMarket({ connectionString, size, onStep }: FillOptions): Promise<MarketSize> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const [empty] = await rowsOf<{ empty: boolean }>(client, 'select not exists (select from public.profiles) as empty')
    await refuseRealData(client)
    if (empty?.empty) await seedDemoMarket({ connectionString })
    await client.query('begin')
    await client.query("select pg_advisory_xact_lock(hashtext('ajoja demo market'))")
    await refuseRealData(client)
    const copies = await planCopies(client, size)
    // Triggers and foreign keys are off; the audits check the result afterwards.
    await client.query('set local session_replication_role = replica')
    await client.query('set local synchronous_commit = off')
    // Sorts and joins of millions of rows otherwise go through files.
    await client.query("set local work_mem = '256MB'")
    await withoutIndexes(client, FILLED_TABLES, async () => {
      for (const copied of COPIED_TABLES) {
        onStep?.(copied.table)
        await copyTable(client, { ...copied, copies })
      }
      onStep?.('ledger')
      await copyLedger(client, copies)
      onStep?.('indexes')
    })
    onStep?.('sums')
    await rebuildDerivedData(client)
    await client.query('set local session_replication_role = origin')
    await client.query("insert into site.identity (name, value) values ('filled', $1)", [JSON.stringify(size)])
    await client.query('commit')
    await client.query('vacuum (analyze)')
    return await countRows(client)
  } finally {
    await client.end()
  }
}

const FILLED_TABLES = [
  ...new Set(COPIED_TABLES.map(({ table }) => table)),
  'ledger.accounts',
  'ledger.journals',
  'ledger.transfers',
]

async function refuseRealData(client: pg.ClientBase): Promise<void> {
  const [found] = await rowsOf<{ production: boolean; demo: boolean; people: boolean; filled: boolean }>(
    client,
    `select exists (select from site.identity where (name, value) = ('contents', 'production')) as production,
       exists (select from site.identity where (name, value) = ('contents', 'demo')) as demo,
       exists (select from site.identity where name = 'filled') as filled, exists (select from public.profiles) as people`,
  )
  if (found?.production)
    throw new FillFault('This database belongs to production. It is not filled with invented orders.')
  if (found?.people && !found.demo)
    throw new FillFault(
      'This database holds people who are not those of the demo market. Fill an empty one, or a demo.',
    )
  if (found?.filled) throw new FillFault('This database has been filled already. Begin with an empty one.')
}

/** Maximum number of copies that include running orders; the others contain ended ones only. */
const MAX_WHOLE_COPIES = 10

/**
 * Ids of everything that has ended and is not connected to anything running: orders with their buy, checkout and
 * payment, and dependent rows. A payment or a checkout may connect orders of several buys, so that one running order
 * excludes the others.
 */
const ENDED = `
create temporary table ended_orders on commit drop as
  select id, group_buy_id, checkout_id from public.orders where status in ('completed', 'expired', 'cancelled', 'refunded');
do $$
declare went integer;
begin
  loop
    delete from pg_temp.ended_orders e where exists (
        select from public.orders o where (o.group_buy_id = e.group_buy_id or o.checkout_id = e.checkout_id) and o.id not in (select id from pg_temp.ended_orders))
      or exists (select from public.group_buys g where g.id = e.group_buy_id and g.status not in ('completed', 'failed', 'cancelled'))
      or exists (select from public.payment_parts p join public.payment_parts q on q.payment_id = p.payment_id
        where p.order_id = e.id and q.order_id not in (select id from pg_temp.ended_orders));
    get diagnostics went = row_count;
    exit when went = 0;
  end loop;
end $$;
create temporary table ended on commit drop as
  with orders as (select id, group_buy_id, checkout_id from ended_orders)
  select id from orders union select group_buy_id from orders union select checkout_id from orders
  union select payment_id from public.payment_parts where order_id in (select id from orders)
  union select id from public.payments where checkout_id in (select checkout_id from orders)
  union select id from public.order_lines where order_id in (select id from orders)
  union select id from public.hand_overs where order_id in (select id from orders)
  union select id from public.refunds where order_id in (select id from orders)
  union select id from public.claims where order_id in (select id from orders)
  union select id from public.conversations where order_id in (select id from orders)
  union select id from public.documents where order_id in (select id from orders)
    or payment_id in (select payment_id from public.payment_parts where order_id in (select id from orders))
  union select id from public.lot_incidents where group_buy_id in (select group_buy_id from orders);
delete from ended where id is null;
analyze ended`

/** Creates the temporary tables that the expressions refer to. Returns the number of copies needed. */
async function planCopies(client: pg.ClientBase, size: MarketSize): Promise<CopyCounts> {
  await client.query(`
    create temporary table customers on commit drop as select id from public.profiles p where role = 'customer'
      and not exists (select from public.memberships m where m.person_id = p.id);
    create temporary table last_names on commit drop as
      select array_agg(distinct split_part(full_name, ' ', 2)) as names from public.profiles where split_part(full_name, ' ', 2) <> '';
    analyze customers`)
  await client.query(ENDED)
  const [existing] = await rowsOf<{
    orders: number
    products: number
    people: number
    customers: number
    ended: number
  }>(
    client,
    `select (select count(*)::integer from public.orders) as orders, (select count(*)::integer from public.products) as products,
       (select count(*)::integer from public.profiles) as people, (select count(*)::integer from customers) as customers,
       (select count(*)::integer from public.orders where id in (select id from ended)) as ended`,
  )
  if (!existing) throw new FillFault('The demo market could not be counted.')
  const copiesNeeded = (target: number, current: number, perCopy: number) =>
    Math.max(0, Math.round((target - current) / perCopy))
  const whole = Math.min(MAX_WHOLE_COPIES, copiesNeeded(size.orders, existing.orders, existing.orders))
  const orders = whole + copiesNeeded(size.orders, existing.orders * (1 + whole), existing.ended)
  // Orders need at least one copy of people and products.
  const least = Math.min(orders, 1)
  return {
    orders,
    whole,
    people: Math.max(least, copiesNeeded(size.people, existing.people, existing.customers)),
    products: Math.max(least, copiesNeeded(size.products, existing.products, existing.products)),
  }
}

/** Recomputes derived data that triggers would have written: counters, sums and the search index. */
async function rebuildDerivedData(client: pg.ClientBase): Promise<void> {
  await client.query(`
    select setval('public.order_numbers', greatest(last_value, (select max(order_no) from public.orders))) from public.order_numbers;
    update public.document_numbers n set
      receipts = (select coalesce(max(serial), 0) from public.documents where year = n.year and kind = 'receipt'),
      invoices = (select coalesce(max(serial), 0) from public.documents where year = n.year and kind = 'invoice'),
      credit_notes = (select coalesce(max(serial), 0) from public.documents where year = n.year and kind = 'credit_note');
    insert into public.notices (person_id, kind, title, body, link, created_at, read_at)
    select user_id, 'order-paid', 'Your payment has arrived', 'Order #' || order_no || ' is paid.', '/account/orders/' || id, created_at,
      case when order_no % 3 > 0 then created_at + interval '1 hour' end
    from public.orders where is_paid;
    delete from public.audit_runs;
    select sums.recount(), search.rebuild();
    select public.recompute_vendor_metrics()`)
}

const countRows = async (client: pg.ClientBase): Promise<MarketSize> => {
  const [now] = await rowsOf<MarketSize & pg.QueryResultRow>(
    client,
    `select (select count(*)::integer from public.orders) as orders, (select count(*)::integer from public.products) as products,
       (select count(*)::integer from public.profiles) as people`,
  )
  return { orders: now?.orders ?? 0, products: now?.products ?? 0, people: now?.people ?? 0 }
}

async function rowsOf<T extends pg.QueryResultRow>(client: pg.ClientBase, sql: string): Promise<T[]> {
  return (await client.query<T>(sql)).rows
}
