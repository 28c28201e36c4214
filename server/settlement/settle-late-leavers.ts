import type pg from 'pg'
import type { Database } from '#platform/postgres/database.ts'
import { CLOCK } from '#server/identities.ts'
import { notifyEach } from '#server/notices/queue-system-mail.ts'
import { type RefundOrderRow, refundableKobo, refundOrders } from '#server/refunds/refund-orders.ts'

const BATCH_SIZE = 200

/**
 * Refunds late leavers once their buy's price is final, less the late leave charge, which goes to the vendor. If the
 * buy failed they pay the stated minimum charge; if it was cancelled, nothing. Returns the faults, one per buy.
 */
export async function settleLateLeavers(database: Database, siteUrl: string): Promise<unknown[]> {
  const { rows: due } = await database.as(CLOCK, (tx) => tx.query<{ id: string }>(DUE_BUYS), { readOnly: true })
  const faults: unknown[] = []
  for (const { id } of due) await settleBuy(database, { id, siteUrl }).catch((fault: unknown) => faults.push(fault))
  return faults
}

const DUE_BUYS = `select distinct o.group_buy_id as id from public.orders o join public.group_buys g on g.id = o.group_buy_id
  where o.left_late_at is not null and o.leave_paid_at is null and (o.leave_charge_kobo is not null or g.status in ('failed', 'cancelled')) limit 50`

async function settleBuy(database: Database, { id, siteUrl }: { id: string; siteUrl: string }): Promise<void> {
  let settled = BATCH_SIZE
  while (settled === BATCH_SIZE) {
    settled = await database.as(CLOCK, async (tx) => {
      await tx.query('select from public.group_buys where id = $1 for no key update', [id])
      await tx.query(CHARGE_OF_NO_PRICE, [id])
      const { rows } = await tx.query<LeftOrder>(UNPAID_LEAVERS, [id])
      await payLeavers(tx, rows, siteUrl)
      return rows.length
    })
  }
}

const CHARGE_OF_NO_PRICE = `update public.orders o set leave_charge_kobo = case g.status when 'cancelled' then 0 else o.leave_least_kobo end
  from public.group_buys g where g.id = $1 and g.status in ('failed', 'cancelled') and o.group_buy_id = g.id
    and o.left_late_at is not null and o.leave_charge_kobo is null`

const UNPAID_LEAVERS = `select o.id, o.user_id, o.vendor_id, o.order_no::integer, rights.email_of(o.user_id) as email, o.charged_kobo, o.peps_kobo, o.returned_kobo,
    o.payment_id, o.return_to, o.leave_charge_kobo as charge_kobo, g.product_name
  from public.orders o join public.group_buys g on g.id = o.group_buy_id
  where g.id = $1 and o.left_late_at is not null and o.leave_paid_at is null and o.leave_charge_kobo is not null order by o.id limit ${BATCH_SIZE} for update of o`

interface LeftOrder extends RefundOrderRow {
  vendor_id: string
  return_to: string | null
  charge_kobo: bigint
  order_no: number
  email: string | null
  product_name: string
}

async function payLeavers(tx: pg.PoolClient, orders: readonly LeftOrder[], siteUrl: string): Promise<void> {
  for (const to of ['peps', 'source'] as const) {
    await refundOrders(
      tx,
      orders.filter(({ return_to }) => (return_to === 'peps') === (to === 'peps')),
      {
        amountKobo: (order) => refundableKobo(order) - order.charge_kobo,
        to,
        reason: 'left',
        siteUrl,
        more: ({ id, vendor_id, charge_kobo }) => [
          { kind: 'late_leave_charge', debitOwner: id, creditOwner: vendor_id, amountKobo: charge_kobo },
        ],
      },
    )
  }
  await tx.query('update public.orders set leave_paid_at = clock_timestamp() where id = any ($1::uuid[])', [
    orders.map(({ id }) => id),
  ])
  await notifyEach(
    tx,
    'left-buy-settled',
    orders.map((order) => {
      const {
        id: orderId,
        user_id: person,
        email,
        order_no: orderNo,
        product_name: product,
        charge_kobo: chargeKobo,
      } = order
      const facts = { orderId, product, orderNo, chargeKobo, refundKobo: refundableKobo(order) - chargeKobo }
      return { to: email, person, facts, siteUrl }
    }),
  )
}
