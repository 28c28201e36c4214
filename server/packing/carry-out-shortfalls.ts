import type pg from 'pg'
import { leastKobo } from '#domain/money.ts'
import { isRefusal } from '#domain/refusal.ts'
import type { Database } from '#platform/postgres/database.ts'
import { CLOCK } from '../clock/move-group-buys.ts'
import { giveBackParts, heldGoodsKobo, readOrdersInParts, tellOfPart } from '../payments/parts-of-orders.ts'

/**
 * Short deliveries whose time to be corrected is over are given back; large ones whose shop has not answered in time are accepted first.
 * One that fails stops no other.
 */
export async function carryOutShortfalls(database: Database, siteUrl: string): Promise<void> {
  const faults: unknown[] = []
  await database.as(CLOCK, (tx) => tx.query(SILENT)).catch((fault: unknown) => faults.push(fault))
  const { rows } = await database.as(CLOCK, (tx) => tx.query<{ id: string }>(DUE), { readOnly: true })
  for (const { id } of rows) {
    await database.as(CLOCK, (tx) => carryOut(tx, id, siteUrl)).catch((fault: unknown) => faults.push(fault))
  }
  if (faults.length > 0) throw new AggregateError(faults, `${faults.length} short deliveries could not be carried out`)
}

// Silence accepts, as with claims. What the shop's own side entered waits for a manager.
const SILENT = `update public.shortfalls set status = 'entered', due_at = clock_timestamp()
  where status = 'waiting' and not by_shop and contested_at is null and answer_by <= clock_timestamp()`
const DUE = `select id from public.shortfalls where status = 'entered' and due_at <= clock_timestamp() order by due_at limit 50`

/** Lock order: the buy, orders by id, the shop, then the short delivery. */
async function carryOut(tx: pg.PoolClient, id: string, siteUrl: string): Promise<void> {
  await tx.query(
    'select from public.group_buys where id = (select group_buy_id from public.shortfalls where id = $1) for no key update',
    [id],
  )
  const { rows: locked } = await tx.query<{ id: string }>(
    `select o.id from public.orders o where o.id in (select l.order_id from public.shortfall_shares s join public.order_lines l on l.id = s.line_id where s.shortfall_id = $1)
     order by o.id for no key update`,
    [id],
  )
  await tx.query(
    'select from public.vendors where id = (select vendor_id from public.shortfalls where id = $1) for no key update',
    [id],
  )
  const { rows } = await tx.query<{ reason: string; entered_by: string | null }>(
    `select reason, entered_by from public.shortfalls where id = $1 and status = 'entered' and due_at <= clock_timestamp() for update`,
    [id],
  )
  const [short] = rows
  if (!short) return
  const orders = await readOrdersInParts(
    tx,
    locked.map((order) => order.id),
  )
  const { rows: shares } = await tx.query<{ order_id: string; goods: bigint }>(
    `select l.order_id, sum(s.goods_kobo)::bigint as goods from public.shortfall_shares s join public.order_lines l on l.id = s.line_id
     where s.shortfall_id = $1 and s.goods_kobo > 0 group by l.order_id`,
    [id],
  )
  // An order may have ended, or been given back in part, since it was entered.
  const wishes = shares.flatMap(({ order_id, goods }) => {
    const row = orders.get(order_id)
    const goodsKobo = row && LIVE.has(row.status) ? leastKobo(goods, heldGoodsKobo(row)) : 0n
    return row && goodsKobo > 0n ? [{ row, goodsKobo }] : []
  })
  // What is held comes back from there, whoever bears it (docs/decisions/0039).
  const giving = { payer: 'vendor', reason: short.reason, by: short.entered_by, cause: `short:${id}` } as const
  const given = wishes.length > 0 ? await giveBackParts(tx, wishes, giving) : []
  if (isRefusal(given)) throw new Error(`Short delivery ${id} cannot be given back: ${given.code}`)
  for (const { row, returnId } of given) {
    await tx.query(
      `update public.shortfall_shares s set return_id = $3 from public.order_lines l where s.shortfall_id = $1 and l.id = s.line_id and l.order_id = $2`,
      [id, row.id, returnId],
    )
  }
  const back = given.reduce((all, { part }) => all + part.backKobo, 0n)
  await tx.query(
    `update public.shortfalls set status = $3, back_kobo = greatest(goods_kobo, $2), ended_at = clock_timestamp() where id = $1`,
    [id, back, given.length > 0 ? 'carried-out' : 'taken-back'],
  )
  for (const part of given) await tellOfPart(tx, part, { reason: short.reason, siteUrl })
}

const LIVE = new Set(['paid', 'confirmed', 'ready'])
