import type pg from 'pg'
import { journal, type LedgerLine } from '#domain/payments/movements.ts'
import { paymentReference } from '#domain/payments/references.ts'
import { post } from '#server/ledger/post.ts'
import { expirePayment } from './begin-payment.ts'
import { lockOrders } from './payable-orders.ts'

interface LostPayment {
  paymentId: string
  cell: number | null
}

/**
 * Replaces a payment whose gateway page was lost with the process that had requested it: the gateway accepts each
 * reference once, so the same payment continues under a new reference. The old one ends in the same transaction, so
 * that only one of them can be paid. Money that still arrives under the old reference is handled as for any cancelled
 * payment. Returns the id of the payment to continue with: null if nothing is left to pay, the same id if another
 * request has stored the page meanwhile.
 */
export async function restartPayment(tx: pg.PoolClient, { paymentId, cell }: LostPayment): Promise<string | null> {
  const parts = await readParts(tx, paymentId)
  await lockOrders(
    tx,
    parts.map(({ order_id }) => order_id),
  )
  const { rows } = await tx.query<LostPaymentRow>(
    `select user_id, pay_url, replaced_by, status in ('initiated', 'pending') and expires_at > now() as may_pay from public.payments where id = $1 for update`,
    [paymentId],
  )
  const [former] = rows
  if (former?.replaced_by) return former.replaced_by
  if (!former?.may_pay) return null
  if (former.pay_url) return paymentId
  // Still caused by the payer.
  await tx.query(`select public.caused_by('buyer')`)
  await expirePayment(tx, paymentId)
  const id = crypto.randomUUID()
  const { rows: begun } = await tx.query<{ expires_at: Date }>(
    `insert into public.payments (id, reference, user_id, gateway, naira_kobo, peps_kobo, way, checkout_id)
     select $2, $3, user_id, gateway, naira_kobo, peps_kobo, way, checkout_id from public.payments where id = $1 returning expires_at`,
    [paymentId, id, paymentReference(id, cell)],
  )
  await tx.query(
    `insert into public.payment_parts (payment_id, order_id, naira_kobo, peps_kobo)
     select $2, order_id, naira_kobo, peps_kobo from public.payment_parts where payment_id = $1`,
    [paymentId, id],
  )
  const heldUntil = begun[0]?.expires_at ?? new Date()
  const lines = parts.map(
    ({ order_id, peps_kobo }): LedgerLine => ({
      kind: 'peps_spent',
      debitOwner: former.user_id,
      creditOwner: order_id,
      amountKobo: peps_kobo,
      heldUntil,
    }),
  )
  await post(tx, journal(`hold:${id}`, lines))
  await tx.query(
    'insert into public.ajo_payments (payment_id, contribution_id) select $2, contribution_id from public.ajo_payments where payment_id = $1',
    [paymentId, id],
  )
  await moveDeliveryUpgrade(tx, { from: paymentId, to: id })
  await movePricePayment(tx, { from: paymentId, to: id })
  await tx.query('update public.payments set replaced_by = $2 where id = $1', [paymentId, id])
  return id
}

interface LostPaymentRow {
  user_id: string
  pay_url: string | null
  replaced_by: string | null
  may_pay: boolean
}

async function readParts(tx: pg.ClientBase, paymentId: string): Promise<{ order_id: string; peps_kobo: bigint }[]> {
  const { rows } = await tx.query<{ order_id: string; peps_kobo: bigint }>(
    'select order_id, peps_kobo from public.payment_parts where payment_id = $1 order by order_id',
    [paymentId],
  )
  return rows
}

/** Moves the higher price that the payment is for to the new payment, unless it was dropped meanwhile. */
async function movePricePayment(tx: pg.ClientBase, { from, to }: { from: string; to: string }): Promise<void> {
  const { rowCount } = await tx.query(
    `update public.price_payments set status = 'dropped' where payment_id = $1 and status = 'awaited'`,
    [from],
  )
  if (rowCount === 0) return
  await tx.query(
    `insert into public.price_payments (payment_id, order_id, price_rise_id, more_kobo) select $2, order_id, price_rise_id, more_kobo from public.price_payments where payment_id = $1`,
    [from, to],
  )
}

/** Moves the delivery choice that the payment is for to the new payment, unless it was dropped meanwhile. */
async function moveDeliveryUpgrade(tx: pg.ClientBase, { from, to }: { from: string; to: string }): Promise<void> {
  const { rowCount } = await tx.query(
    `update public.delivery_upgrades set status = 'dropped' where payment_id = $1 and status = 'awaited'`,
    [from],
  )
  if (rowCount === 0) return
  await tx.query(
    `insert into public.delivery_upgrades (payment_id, order_id, delivery_zone_id, from_kobo, to_kobo, recipient, phone, street, landmark, state, lga)
     select $2, order_id, delivery_zone_id, from_kobo, to_kobo, recipient, phone, street, landmark, state, lga from public.delivery_upgrades where payment_id = $1`,
    [from, to],
  )
}
