import type pg from 'pg'
import { allotPacks, missingUnits } from '#domain/group-buys/packs/allot-packs.ts'
import { endReasons } from '#domain/orders/end-reasons.ts'
import { HOUR_MS } from '#domain/time/calendar.ts'
import { clocks } from '#domain/time/clocks.ts'
import { notifyVendors } from '#server/notices/notify-vendors.ts'
import { notifyEach } from '#server/notices/queue-system-mail.ts'
import { type RefundOrderRow, refundableKobo, refundOrders } from '#server/refunds/refund-orders.ts'

/** A settling buy of packs, whose lock the caller holds. */
export interface PackedBuy {
  buyId: string
  packSize: number
  product: string
  packUnit: string
  takesPartPack: boolean
  siteUrl: string
}

/**
 * Decides how many units each paid order of packs gets. Null if that cannot be decided yet, because the vendor may
 * still confirm a part of the last pack, or if not one pack was filled and the buy therefore fails.
 */
export async function decideAllotment(tx: pg.PoolClient, buy: PackedBuy): Promise<ReadonlyMap<string, number> | null> {
  const { rows } = await tx.query<PackOrderRow>(
    `select id as "orderId", order_no::integer as "orderNo", coalesce(sure_quantity, quantity) as "sureQuantity", quantity, coalesce(paid_at, created_at) as "paidAt"
     from public.orders where group_buy_id = $1 and status = 'paid'`,
    [buy.buyId],
  )
  const { packSize, takesPartPack } = buy
  const units = { sure: sum(rows.map((row) => row.sureQuantity)), most: sum(rows.map((row) => row.quantity)) }
  const isOpen = missingUnits(units, packSize) > 0
  if (isOpen && !takesPartPack && !(await isAnswerDue(tx, buy))) return null
  const { quantities, packs, looseUnits } = allotPacks(rows, { packSize, takesPartPack })
  if (packs > 0 || looseUnits > 0) return quantities
  await tx.query(`update public.group_buys set status = 'failed', end_reason = $2 where id = $1`, [
    buy.buyId,
    endReasons.noPackFilled,
  ])
  await notifyVendors(tx, { mail: 'shop-buy-failed', buyIds: [buy.buyId], siteUrl: buy.siteUrl })
  return null
}

/** Asks the vendor about a part of the last pack, once; true if the time for an answer is over. */
async function isAnswerDue(tx: pg.PoolClient, { buyId, siteUrl }: PackedBuy): Promise<boolean> {
  const { rowCount: asked } = await tx.query(
    `update public.group_buys set part_pack_until = clock_timestamp() + interval '${clocks.partPackWithinMs / HOUR_MS} hours'
     where id = $1 and part_pack_until is null`,
    [buyId],
  )
  if (asked) {
    await notifyVendors(tx, { mail: 'shop-part-pack', buyIds: [buyId], siteUrl })
    return false
  }
  const { rowCount: isOver } = await tx.query(
    'select from public.group_buys where id = $1 and part_pack_until <= clock_timestamp()',
    [buyId],
  )
  return isOver === 1
}

/** Stores the units of each order, once its final price is set, and refunds those that get none. */
export async function storeAllotment(
  tx: pg.PoolClient,
  quantities: ReadonlyMap<string, number>,
  buy: PackedBuy,
): Promise<void> {
  const entries = [...quantities]
  await tx.query(
    `update public.orders o set reserved_quantity = o.quantity, allotted_quantity = a.units
     from unnest($1::uuid[], $2::integer[]) as a (id, units) where o.id = a.id`,
    [entries.map(([id]) => id), entries.map(([, units]) => units)],
  )
  const { rows } = await tx.query<LeftOutRow>(
    `select id, user_id, order_no::integer, rights.email_of(user_id) as email, charged_kobo, peps_kobo, returned_kobo, payment_id from public.orders
     where group_buy_id = $1 and status = 'paid' and allotted_quantity = 0 order by id for update`,
    [buy.buyId],
  )
  await refundOrders(tx, rows, {
    amountKobo: refundableKobo,
    to: 'source',
    reason: 'pack_not_filled',
    siteUrl: buy.siteUrl,
  })
  await notifyEach(
    tx,
    'pack-not-filled',
    rows.map((row) => ({
      to: row.email,
      person: row.user_id,
      facts: {
        orderId: row.id,
        product: buy.product,
        orderNo: row.order_no,
        packUnit: buy.packUnit,
        refundKobo: refundableKobo(row),
      },
      siteUrl: buy.siteUrl,
    })),
  )
}

interface PackOrderRow {
  orderId: string
  orderNo: number
  sureQuantity: number
  quantity: number
  paidAt: Date
}

interface LeftOutRow extends RefundOrderRow {
  order_no: number
  email: string | null
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)
