import type pg from 'pg'
import { notifyEach } from '#server/notices/queue-system-mail.ts'
import { issueInvoices } from '#server/receipts/issue-invoices.ts'
import { issueReceipt } from '#server/receipts/issue-receipt.ts'
import { takeOverShares } from '#server/share-gifts/take-over-shares.ts'

interface PaidPart {
  orderId: string
  nairaKobo: bigint
  pepsKobo: bigint
}

/**
 * Marks orders paid with the amounts paid for them, and notifies their buyers; triggers update the counters of their
 * buys. A checkout is paid once all of its orders are.
 */
export async function markOrdersPaid(
  tx: pg.PoolClient,
  { paymentId, siteUrl }: { paymentId: string; siteUrl: string },
  parts: readonly PaidPart[],
): Promise<void> {
  if (parts.length === 0) return
  await tx.query(
    `update public.orders o set status = 'paid', paid_at = clock_timestamp(), amount_due_kobo = 0, charged_kobo = p.naira + p.peps, peps_kobo = p.peps, payment_id = $1
     from unnest($2::uuid[], $3::bigint[], $4::bigint[]) as p (id, naira, peps) where o.id = p.id`,
    [
      paymentId,
      parts.map(({ orderId }) => orderId),
      parts.map(({ nairaKobo }) => nairaKobo),
      parts.map(({ pepsKobo }) => pepsKobo),
    ],
  )
  await takeOverShares(tx, { orderIds: parts.map(({ orderId }) => orderId), siteUrl })
  await tx.query(
    `update public.checkouts c set status = 'paid' where c.status = 'open' and c.id in (select checkout_id from public.orders where payment_id = $1)
       and not exists (select from public.orders o where o.checkout_id = c.id and o.status = 'pending')`,
    [paymentId],
  )
  const { rows } = await tx.query<PaidOrderRow>(
    `select o.id, o.user_id, o.order_no::integer, o.group_buy_id is null as is_from_cart, o.charged_kobo, p.reference, rights.email_of(o.user_id) as email,
       (select string_agg(product_name, ', ' order by product_name) from public.order_lines where order_id = o.id) as what
     from public.orders o join public.payments p on p.id = o.payment_id where o.payment_id = $1 and o.status = 'paid'`,
    [paymentId],
  )
  const notifications = rows.map(({ id, user_id: person, order_no, charged_kobo, reference, email, what }) => {
    const facts = { orderId: id, what: what ?? '', orderNo: order_no, paidKobo: charged_kobo, reference }
    return { to: email, person, facts, siteUrl }
  })
  await notifyEach(tx, 'order-paid', notifications)
  await issueReceipt(tx, paymentId)
  // The price of an order from the cart is final at once; that of a group buy at settlement.
  const final = rows.filter(({ is_from_cart }) => is_from_cart)
  await issueInvoices(
    tx,
    final.map(({ id }) => id),
  )
}

interface PaidOrderRow {
  id: string
  user_id: string
  order_no: number
  is_from_cart: boolean
  charged_kobo: bigint
  reference: string
  email: string | null
  what: string | null
}
