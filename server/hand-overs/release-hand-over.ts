import type pg from 'pg'
import { nairaToKobo, sumKobo } from '#domain/money.ts'
import { handOverLines } from '#domain/payments/handing-over.ts'
import { journal, type LedgerLine } from '#domain/payments/movements.ts'
import { post } from '#server/ledger/post.ts'

/**
 * Releases the escrow of one hand-over after its claim time, if there is no open claim: the vendor's share of exactly
 * these goods to the vendor, the fees to the market. Refunded goods are left out. The last release completes the order.
 * Returns false if there is nothing to release.
 */
export async function releaseHandOver(tx: pg.ClientBase, handOverId: string): Promise<boolean> {
  // Skips a locked order; the next run releases it.
  const locked = await tx.query(
    `select from public.orders where id = (select order_id from public.hand_overs where id = $1) for no key update skip locked`,
    [handOverId],
  )
  if (locked.rowCount === 0) return false
  const { rows } = await tx.query<DueHandOver>(DUE, [handOverId])
  const [due] = rows
  if (!due) return false
  const goodsKobo = minKobo(
    due.goods_kobo - due.came_back_kobo,
    nairaToKobo(due.total_amount) - due.released_kobo - due.held_back_kobo,
  )
  if (goodsKobo > 0n) {
    const lines = handOverLines(
      {
        orderId: due.order_id,
        vendorId: due.vendor_id,
        goodsKobo: nairaToKobo(due.total_amount),
        feeKobo: due.fee_kobo,
        vendorFeeBasisPoints: due.vendor_fee_bps,
        deliveryFeeKobo: due.delivery_held_kobo,
        deliveredBy: due.delivered_by,
        handedOverKobo: due.released_kobo,
        givenBackKobo: due.held_back_kobo,
      },
      goodsKobo,
      { isDelivered: due.kind === 'delivery' },
    )
    const passedOn = await passOn(tx, due, lines)
    await post(tx, journal(`handed-over:${handOverId}`, [...lines, ...passedOn]))
  }
  await tx.query('update public.hand_overs set released_at = clock_timestamp(), released_kobo = $2 where id = $1', [
    handOverId,
    goodsKobo > 0n ? goodsKobo : 0n,
  ])
  await complete(tx, due.order_id)
  return true
}

/** Passes a chargeback of the order on to the vendor, up to what this release earns them. */
async function passOn(
  tx: pg.ClientBase,
  { order_id, vendor_id }: DueHandOver,
  lines: readonly LedgerLine[],
): Promise<LedgerLine[]> {
  const earnedKobo = sumKobo(lines.filter(({ creditOwner }) => creditOwner === vendor_id))
  const { rows } = await tx.query<{ kobo: bigint }>(
    `with former as (select order_id, least(amount_kobo - passed_on_kobo, $2::bigint) as kobo from public.passed_on_chargebacks where order_id = $1 for update)
     update public.passed_on_chargebacks c set passed_on_kobo = c.passed_on_kobo + f.kobo from former f where c.order_id = f.order_id and f.kobo > 0 returning f.kobo`,
    [order_id, earnedKobo],
  )
  return rows.map(({ kobo }) => ({ kind: 'chargeback_passed_on', debitOwner: vendor_id, amountKobo: kobo }))
}

/** The hand-over if it is due for release; read under the order's lock. */
const DUE = `
  select h.order_id, h.kind, h.goods_kobo, o.vendor_id, o.total_amount::text, o.fee_kobo, o.vendor_fee_bps, public.delivery_held_kobo(o.id) as delivery_held_kobo, o.delivered_by,
    coalesce((select sum(d.released_kobo) from public.hand_overs d where d.order_id = o.id), 0)::bigint as released_kobo,
    coalesce((select sum(r.goods_kobo - r.earned_goods_kobo) from public.partial_refunds r where r.order_id = o.id), 0)::bigint as held_back_kobo,
    coalesce((select sum(r.goods_kobo - r.earned_goods_kobo) from public.partial_refunds r where r.hand_over_id = h.id), 0)::bigint as came_back_kobo
  from public.hand_overs h join public.orders o on o.id = h.order_id
  where h.id = $1 and h.status = 'done' and h.released_at is null and h.claim_until <= clock_timestamp() and not public.has_open_claim(h.id)
    and not public.has_open_dispute(o.id) and o.status in ('ready', 'collected', 'delivered')`

/**
 * Completes an order with no open or unreleased hand-over, also one whose last goods were refunded instead of
 * collected.
 */
async function complete(tx: pg.ClientBase, orderId: string): Promise<void> {
  const { rows } = await tx.query<{ status: string; as: string }>(
    `select o.status, case o.fulfilment when 'delivery' then 'delivered' else 'collected' end as "as" from public.orders o
     where o.id = $1 and not exists (select from public.hand_overs h where h.order_id = o.id and (h.status = 'open' or h.status = 'done' and h.released_at is null))`,
    [orderId],
  )
  const [over] = rows
  if (!over) return
  await tx.query(`select public.caused_by('clock')`)
  if (over.status === 'ready') {
    await tx.query('update public.orders set status = $2, handed_over_at = clock_timestamp() where id = $1', [
      orderId,
      over.as,
    ])
  }
  await tx.query(`update public.orders set status = 'completed', completed_at = clock_timestamp() where id = $1`, [
    orderId,
  ])
}

const minKobo = (a: bigint, b: bigint) => (a < b ? a : b)

interface DueHandOver {
  order_id: string
  kind: string
  goods_kobo: bigint
  vendor_id: string
  total_amount: string
  fee_kobo: bigint
  vendor_fee_bps: number
  delivery_held_kobo: bigint
  delivered_by: 'market' | 'vendor'
  released_kobo: bigint
  held_back_kobo: bigint
  came_back_kobo: bigint
}
