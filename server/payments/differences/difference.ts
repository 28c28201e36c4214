import type pg from 'pg'
import { applyDeliveryUpgrade, readDeliveryDifference } from '../fulfilment/delivery-upgrade.ts'
import { applyPriceDifference, readPriceDifference } from './price-difference.ts'

interface Difference {
  kind: 'delivery' | 'price'
  /** False if its order, or what is paid for, has changed since. */
  stands: boolean
  dueKobo: bigint
}

/**
 * Returns what a payment of a difference pays for: a more expensive delivery, or a higher price that the buyer agreed
 * to. Null for any other payment. The caller holds the order's lock.
 */
export async function readDifference(
  tx: pg.ClientBase,
  payment: { paymentId: string; pepsKobo: bigint },
): Promise<Difference | null> {
  const delivery = await readDeliveryDifference(tx, payment)
  if (delivery) return { kind: 'delivery', stands: delivery.stands, dueKobo: delivery.dueKobo }
  const price = await readPriceDifference(tx, payment)
  return price && { kind: 'price', stands: price.stands, dueKobo: price.dueKobo }
}

interface PaidDifference {
  paymentId: string
  nairaKobo: bigint
  pepsKobo: bigint
  siteUrl: string
}

/** Applies what was paid for to the order, after the difference was paid and posted. */
export const applyDifference = (tx: pg.PoolClient, kind: Difference['kind'], paid: PaidDifference): Promise<void> =>
  kind === 'delivery' ? applyDeliveryUpgrade(tx, paid) : applyPriceDifference(tx, paid)
