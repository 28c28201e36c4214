import pg from 'pg'
import type { Site } from '../sites.ts'

/** Effects of time and of other people. */
export async function onDatabase<Row extends pg.QueryResultRow>(market: Site, ...statements: string[]): Promise<Row[]> {
  const client = new pg.Client({ connectionString: market.databaseUrl })
  await client.connect()
  let rows: Row[] = []
  for (const sql of statements) rows = (await client.query<Row>(sql)).rows
  await client.end()
  return rows
}

const ORDER = `(select o.id from public.orders o join auth.users u on u.id = o.user_id where u.email = 'customer@ajoja.test' and o.status = 'ready'
  and o.group_buy_id is null limit 1)`

/** The buyer's cart order has just been handed over. */
export async function handOver(market: Site): Promise<string> {
  const [order] = await onDatabase<{ id: string }>(market, `select ${ORDER} as id`)
  const id = order?.id ?? ''
  await onDatabase(
    market,
    'begin',
    `set local session_replication_role = 'replica'`,
    `update public.hand_overs set status = 'ended' where order_id = '${id}' and status = 'open'`,
    `insert into public.hand_overs (id, order_id, kind, status, due_from, done_at, proof, goods_kobo, claim_until)
     select o.id, o.id, 'pickup', 'done', now(), now(), 'code', (o.total_amount * 100)::bigint, now() + interval '72 hours' from public.orders o where o.id = '${id}'`,
    `insert into public.hand_over_lines (hand_over_id, line_id, quantity) select '${id}', id, quantity from public.order_lines where order_id = '${id}'`,
    `set local session_replication_role = 'origin'`,
    `select public.caused_by('hub')`,
    `update public.orders set status = 'collected', handed_over_at = now() where id = '${id}'`,
    'commit',
  )
  return id
}
