import type pg from 'pg'
import { minKobo } from '#domain/money.ts'
import { weightReason } from '#domain/packing/final-weight.ts'
import { isRefusal } from '#domain/refusal.ts'
import type { Database } from '#platform/postgres/database.ts'
import { CLOCK } from '#server/identities.ts'
import {
  heldGoodsKobo,
  issuePartialRefunds,
  notifyOfPartialRefund,
  readRefundableOrders,
} from '#server/refunds/partial-refunds.ts'

/**
 * Refunds short deliveries whose correction period is over, after accepting large ones that the shop has not answered
 * in time. A failure of one doesn't stop the others.
 */
export async function carryOutShortfalls(database: Database, siteUrl: string): Promise<void> {
  const faults: unknown[] = []
  await database.as(CLOCK, (tx) => tx.query(ACCEPT_UNANSWERED)).catch((fault: unknown) => faults.push(fault))
  const { rows } = await database.as(CLOCK, (tx) => tx.query<{ id: string }>(SELECT_DUE), { readOnly: true })
  for (const { id } of rows) {
    await database.as(CLOCK, (tx) => refundShortfall(tx, id, siteUrl)).catch((fault: unknown) => faults.push(fault))
  }
  if (faults.length > 0) throw new AggregateError(faults, `${faults.length} short deliveries could not be carried out`)
}

// An unanswered short delivery counts as accepted, as with claims. One that the shop entered itself waits for a
// manager.
const ACCEPT_UNANSWERED = `update public.shortfalls set status = 'entered', due_at = clock_timestamp()
  where status = 'waiting' and not by_shop and contested_at is null and answer_by <= clock_timestamp()`
const SELECT_DUE = `select id from public.shortfalls where status = 'entered' and due_at <= clock_timestamp() order by due_at limit 50`

/** Refunds one short delivery that is due. Lock order: the buy, orders by id, the shop, then the short delivery. */
export async function refundShortfall(tx: pg.PoolClient, id: string, siteUrl: string): Promise<void> {
  await tx.query(
    `select from public.group_buys where id = (select coalesce(f.group_buy_id, o.group_buy_id) from public.shortfalls f
       left join public.order_lines l on l.id = f.line_id left join public.orders o on o.id = l.order_id where f.id = $1) for no key update`,
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
  const { rows } = await tx.query<DueShortfall>(
    `select f.reason, f.entered_by, w.grams, (l.most_kg_per_unit * 1000 * w.units)::integer as most_grams
     from public.shortfalls f left join public.line_weights w on w.shortfall_id = f.id left join public.order_lines l on l.id = w.line_id
     where f.id = $1 and f.status = 'entered' and f.due_at <= clock_timestamp() for update of f`,
    [id],
  )
  const [short] = rows
  if (!short) return
  const orders = await readRefundableOrders(
    tx,
    locked.map((order) => order.id),
  )
  const { rows: shares } = await tx.query<{ order_id: string; goods: bigint }>(
    `select l.order_id, sum(s.goods_kobo)::bigint as goods from public.shortfall_shares s join public.order_lines l on l.id = s.line_id
     where s.shortfall_id = $1 and s.goods_kobo > 0 group by l.order_id`,
    [id],
  )
  // Since the entry, an order may have ended or been refunded in part.
  const refunds = shares.flatMap(({ order_id, goods }) => {
    const row = orders.get(order_id)
    const goodsKobo = row && REFUNDABLE_STATUSES.has(row.status) ? minKobo(goods, heldGoodsKobo(row)) : 0n
    return row && goodsKobo > 0n ? [{ row, goodsKobo }] : []
  })
  // Refunded from the money held for the vendor, whichever party is liable (docs/decisions/0039).
  const refundTerms = { payer: 'vendor', reason: short.reason, by: short.entered_by, cause: `short:${id}` } as const
  const issued = refunds.length > 0 ? await issuePartialRefunds(tx, refunds, refundTerms) : []
  if (isRefusal(issued)) throw new Error(`Short delivery ${id} cannot be refunded: ${issued.code}`)
  for (const { row, partialRefundId } of issued) {
    await tx.query(
      `update public.shortfall_shares s set partial_refund_id = $3 from public.order_lines l where s.shortfall_id = $1 and l.id = s.line_id and l.order_id = $2`,
      [id, row.id, partialRefundId],
    )
  }
  const back = issued.reduce((all, { part }) => all + part.returnedKobo, 0n)
  await tx.query(
    `update public.shortfalls set status = $3, returned_kobo = greatest(goods_kobo, $2), ended_at = clock_timestamp() where id = $1`,
    [id, back, issued.length > 0 ? 'carried-out' : 'withdrawn'],
  )
  const { grams, most_grams: mostGrams } = short
  const reason = grams === null || mostGrams === null ? short.reason : weightReason({ grams, mostGrams })
  for (const part of issued) await notifyOfPartialRefund(tx, part, { reason, siteUrl })
}

interface DueShortfall {
  reason: string
  entered_by: string | null
  /** Found and charged weight, if it is one of goods by weight. */
  grams: number | null
  most_grams: number | null
}

const REFUNDABLE_STATUSES = new Set(['paid', 'confirmed', 'ready'])
