import type pg from 'pg'
import { notifyVendors } from '#server/notices/notify-vendors.ts'
import { notifyEach } from '#server/notices/queue-system-mail.ts'

/**
 * Notifies buyers with an unsettled order in a buy that the clock has extended of the new dates and of 48 hours of free
 * leaving, and the vendor.
 */
export async function notifyOfExtension(tx: pg.PoolClient, buyIds: readonly string[], siteUrl: string): Promise<void> {
  // Once per person, with an unpaid order if there is one.
  const { rows } = await tx.query<ExtendedOrderRow>(
    `select distinct on (g.id, o.user_id) o.id, o.user_id, rights.email_of(o.user_id) as email, g.id as buy_id, g.product_name, g.end_date, g.payment_due_at, g.share_date
     from public.orders o join public.group_buys g on g.id = o.group_buy_id
     where g.id = any ($1::uuid[]) and o.status in ('pending', 'paid') and g.share_date is not null and g.payment_due_at is not null order by g.id, o.user_id, o.status = 'paid'`,
    [buyIds],
  )
  const notices = rows.map(({ id, user_id: person, email, buy_id, product_name, ...dates }) => ({
    to: email,
    person,
    facts: {
      orderId: id,
      buyId: buy_id,
      product: product_name,
      by: 'clock' as const,
      endDate: dates.end_date,
      paymentDueAt: dates.payment_due_at,
      shareDate: dates.share_date,
      keepsShareDate: false,
    },
    siteUrl,
  }))
  if (notices.length > 0) await notifyEach(tx, 'buy-extended', notices)
  await notifyVendors(tx, { mail: 'shop-buy-extended', buyIds, siteUrl })
}

interface ExtendedOrderRow {
  id: string
  user_id: string
  email: string | null
  buy_id: string
  product_name: string
  end_date: Date
  payment_due_at: Date
  /** 'YYYY-MM-DD' */
  share_date: string
}
