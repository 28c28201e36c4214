import type { PaymentDeps } from '#server/payments/confirm-payment.ts'
import { advanceGroupBuys } from '#server/settlement/advance-group-buys.ts'
import type { TestMarket } from '../market.ts'
import type { PaidOrder, paidOrders } from '../money/paid-order.ts'
import { completeHandOver, makeReady } from './hand-over.ts'

export interface Sale extends PaidOrder {
  vendorId: string
}

interface SaleOptions {
  deps: PaymentDeps
  paid: ReturnType<typeof paidOrders>
  /** Columns of the group buy that differ from the defaults. */
  buy?: Record<string, unknown>
}

/** Creates an order of a settled group buy whose goods are handed over and whose money is still in escrow. */
export async function handedOverSale(market: TestMarket, { deps, paid, buy = {} }: SaleOptions): Promise<Sale> {
  const sql = (text: string, values: unknown[] = []) => market.db.owner.query(text, values)
  const one = await paid({ buy: { min_participants: 1, price_tiers: '[]', ...buy } })
  await sql('alter table public.group_buys disable trigger user')
  await sql(
    `update public.group_buys set end_date = now() - interval '1 hour', payment_due_at = now() - interval '1 hour', starts_at = now() - interval '20 days' where id = $1`,
    [one.buyId],
  )
  await sql('alter table public.group_buys enable trigger user')
  await sql(`update public.orders set created_at = now() - interval '19 days' where id = $1`, [one.orderId])
  await advanceGroupBuys(deps.database, deps.siteUrl)
  await makeReady(market, one.orderId)
  await completeHandOver(market, one.orderId)
  const { vendor_id } = await market.row<{ vendor_id: string }>('select vendor_id from public.orders where id = $1', [
    one.orderId,
  ])
  return { ...one, vendorId: vendor_id }
}
