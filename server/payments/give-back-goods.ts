import type pg from 'pg'
import type { Payer } from '#domain/payments/part-back.ts'
import { isRefusal, type Refusal, refuse } from '#domain/refusal.ts'
import { queueSystemMail } from '../mails/queue-system-mail.ts'
import { recordAct } from '../record-act.ts'
import { giveBackParts, readOrdersInParts, tellOfPart } from './parts-of-orders.ts'

interface Gift {
  orderId: string
  goodsKobo: bigint
  payer: Payer
  /** Buyer and vendor read it. */
  reason: string
  /** Who decided; null: the clock. */
  by: string | null
  /** What a chief typed for it (`typed_amounts`). */
  amountId?: string | null
  /** Whose goods come back; left out for goods that have not changed hands. */
  handOverId?: string | null
  siteUrl: string
}

/** What moved: all that the buyer gets, and of it the naira on their way to the source. */
interface GoodsBack {
  returnId: string
  backKobo: bigint
  refundKobo: bigint
  lossKobo: bigint
}

/**
 * Gives goods of an order back with their part of the fee, and tells buyer and vendor. Locks the buy, the order and the shop, whose
 * balance may pay. What moves has the cause of the caller's transaction.
 */
export async function giveBackGoods(tx: pg.PoolClient, gift: Gift): Promise<GoodsBack | Refusal> {
  const { orderId, goodsKobo, payer, reason, by, siteUrl } = gift
  await lockForGivingBack(tx, orderId)
  const row = (await readOrdersInParts(tx, [orderId])).get(orderId)
  if (!row) return refuse('order_not_found')
  if (!row.is_final) return refuse('move_not_allowed', { message: 'A part is given back once the price is final.' })
  const given = await giveBackParts(tx, [{ row, goodsKobo, handOverId: gift.handOverId ?? null }], {
    payer,
    reason,
    by,
    amountId: gift.amountId ?? null,
  })
  if (isRefusal(given)) return given
  const [one] = given
  if (!one) throw new Error(`Nothing of order ${orderId} was given back`)
  const { part, returnId } = one
  await recordAct(tx, {
    actorId: by,
    action: 'order.give-back',
    subject: { type: 'order', id: row.id },
    after: {
      order_no: row.order_no,
      back_kobo: Number(part.backKobo),
      goods_kobo: Number(goodsKobo),
      payer,
      reason,
      loss_kobo: Number(part.lossKobo),
    },
  })
  await tellOfPart(tx, one, { reason, siteUrl })
  if (payer === 'vendor') {
    await queueSystemMail(tx, 'part-back-shop', {
      to: row.shop_email,
      person: row.shop_owner,
      siteUrl,
      facts: {
        orderNo: row.order_no,
        what: row.what,
        reason,
        fromBalanceKobo: part.vendorKobo,
        goodsKobo: part.backKobo - part.feeKobo - part.deliveryKobo,
      },
    })
  }
  return { returnId, backKobo: part.backKobo, refundKobo: part.refundKobo, lossKobo: part.lossKobo }
}

/** Lock order: the buy, the order, then the shop. */
export async function lockForGivingBack(tx: pg.ClientBase, orderId: string): Promise<void> {
  await tx.query(
    'select from public.group_buys where id = (select group_buy_id from public.orders where id = $1) for no key update',
    [orderId],
  )
  await tx.query('select from public.orders where id = $1 for no key update', [orderId])
  await tx.query(
    'select from public.vendors where id = (select vendor_id from public.orders where id = $1) for no key update',
    [orderId],
  )
}
