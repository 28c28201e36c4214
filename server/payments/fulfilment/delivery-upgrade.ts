import type pg from 'pg'
import { decideFulfilmentChange } from '#domain/orders/fulfilment-choice.ts'
import { isRefusal } from '#domain/refusal.ts'
import { expirePayment, readOpenPayments } from '../begin-payment.ts'
import { recordFeePayment } from './change-paid-fee.ts'
import { readFulfilmentOrder } from './read-fulfilment-order.ts'

interface DeliveryUpgradeRow {
  payment_id: string
  order_id: string
  user_id: string
  status: string
  from_kobo: bigint
  to_kobo: bigint
  zone_id: string
  delivered_by: string
  zone_serves: boolean
}

/** Locks the zone against closing. The caller holds the order's lock. */
async function readDeliveryUpgrade(tx: pg.ClientBase, paymentId: string): Promise<DeliveryUpgradeRow | null> {
  const { rows } = await tx.query<DeliveryUpgradeRow>(
    `select d.payment_id, d.order_id, o.user_id, d.status, d.from_kobo, d.to_kobo, z.id as zone_id, z.delivered_by,
       z.closed_at is null and z.state = d.state and (z.lgas = '{}' or d.lga = any (z.lgas)) as zone_serves
     from public.delivery_upgrades d join public.orders o on o.id = d.order_id join public.delivery_zones z on z.id = d.delivery_zone_id
     where d.payment_id = $1 for share of z`,
    [paymentId],
  )
  return rows[0] ?? null
}

/** `stands` is false if its order has changed since. Null for a payment of anything else. */
export async function readDeliveryDifference(
  tx: pg.ClientBase,
  { paymentId, pepsKobo }: { paymentId: string; pepsKobo: bigint },
): Promise<{ stands: boolean; dueKobo: bigint } | null> {
  const upgrade = await readDeliveryUpgrade(tx, paymentId)
  if (!upgrade) return null
  const order = await readFulfilmentOrder(tx, { orderId: upgrade.order_id, userId: upgrade.user_id })
  if (!order || order.status === 'pending') return { stands: false, dueKobo: 0n }
  const decision = decideFulfilmentChange(
    { ...order, isFromBuy: order.group_buy_id !== null, lines: order.lines ?? [] },
    order.now,
  )
  const mayChoose = !isRefusal(decision) && !decision.keepsFee
  const isReady = !isRefusal(decision) && decision.onlyDelivery
  const isUntouched = upgrade.status === 'awaited' && order.delivery_fee_kobo === upgrade.from_kobo
  return {
    stands: mayChoose && isUntouched && upgrade.zone_serves && !(pepsKobo > 0n && order.hasRefund && !isReady),
    dueKobo: upgrade.to_kobo - order.delivery_fee_kobo,
  }
}

interface DifferencePayment {
  paymentId: string
  nairaKobo: bigint
  pepsKobo: bigint
  siteUrl: string
}

/** Applies the more expensive delivery choice to its order, after the difference was paid and posted. */
export async function applyDeliveryUpgrade(
  tx: pg.PoolClient,
  { paymentId, nairaKobo, pepsKobo, siteUrl }: DifferencePayment,
): Promise<void> {
  const upgrade = await readDeliveryUpgrade(tx, paymentId)
  const order = upgrade && (await readFulfilmentOrder(tx, { orderId: upgrade.order_id, userId: upgrade.user_id }))
  if (!upgrade || !order) throw new Error('There is no order for this difference')
  await tx.query(`update public.delivery_upgrades set status = 'applied' where payment_id = $1`, [paymentId])
  await tx.query(
    `insert into public.order_addresses (order_id, recipient, phone, street, landmark, state, lga)
     select order_id, recipient, phone, street, landmark, state, lga from public.delivery_upgrades where payment_id = $1
     on conflict (order_id) do update set recipient = excluded.recipient, phone = excluded.phone, street = excluded.street,
       landmark = excluded.landmark, state = excluded.state, lga = excluded.lga`,
    [paymentId],
  )
  await tx.query(
    `update public.orders set fulfilment = 'delivery', pickup_point_id = null, delivery_zone_id = $2, delivered_by = $3, delivery_fee_kobo = $4,
       charged_kobo = charged_kobo + $5, peps_kobo = peps_kobo + $6 where id = $1`,
    [upgrade.order_id, upgrade.zone_id, upgrade.delivered_by, upgrade.to_kobo, nairaKobo + pepsKobo, pepsKobo],
  )
  await recordFeePayment(tx, { order, paymentId, nairaKobo, pepsKobo, toKobo: upgrade.to_kobo, siteUrl })
}

/** Drops unpaid delivery choices when the buyer chooses again. Money that still arrives for them is refunded. */
export async function dropDeliveryUpgrades(
  tx: pg.ClientBase,
  { orderId, userId }: { orderId: string; userId: string },
): Promise<void> {
  const { rowCount } = await tx.query(
    `update public.delivery_upgrades set status = 'dropped' where order_id = $1 and status = 'awaited'`,
    [orderId],
  )
  if (rowCount === 0) return
  for (const { id } of await readOpenPayments(tx, { orderIds: [orderId], userId })) await expirePayment(tx, id)
}
