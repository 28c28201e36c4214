import type pg from 'pg'
import { nairaToKobo } from '#domain/money.ts'
import { handOverLines } from '#domain/payments/handing-over.ts'
import { journal } from '#domain/payments/movements.ts'
import { post } from './post.ts'

/**
 * Releases the money of an order whose goods are all handed over: the vendor's part to the vendor, both fees to the market, and
 * nothing stays in escrow. In the transaction of the move that completes the order. False if it was released before.
 */
export async function releaseOrder(tx: pg.ClientBase, orderId: string): Promise<boolean> {
  const { rows } = await tx.query<Handed>(
    `select vendor_id, total_amount::text, fee_kobo, vendor_fee_bps, delivery_fee_kobo, delivered_by from public.orders where id = $1 for no key update`,
    [orderId],
  )
  const [order] = rows
  if (!order) throw new Error(`There is no order ${orderId}`)
  const goodsKobo = nairaToKobo(order.total_amount)
  const lines = handOverLines(
    {
      ...{ orderId, vendorId: order.vendor_id, goodsKobo, feeKobo: order.fee_kobo },
      ...{ vendorFeeBasisPoints: order.vendor_fee_bps, deliveryFeeKobo: order.delivery_fee_kobo },
      ...{ deliveredBy: order.delivered_by, handedOverKobo: 0n, givenBackKobo: 0n },
    },
    goodsKobo,
  )
  return post(tx, journal(`handed-over:${orderId}`, lines))
}

interface Handed {
  vendor_id: string
  total_amount: string
  fee_kobo: bigint
  vendor_fee_bps: number
  delivery_fee_kobo: bigint
  delivered_by: 'market' | 'vendor'
}
