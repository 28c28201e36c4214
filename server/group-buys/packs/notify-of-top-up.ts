import type pg from 'pg'
import { notifyVendors } from '#server/notices/notify-vendors.ts'
import { notifyEach } from '#server/notices/queue-system-mail.ts'

/** Notifies the people in buys whose window ended with an open pack, each once, and their shops. */
export async function notifyOfTopUp(tx: pg.PoolClient, buyIds: readonly string[], siteUrl: string): Promise<void> {
  const { rows } = await tx.query<ToppedUpOrderRow>(
    `select distinct on (g.id, o.user_id) o.id, o.user_id, rights.email_of(o.user_id) as email, g.id as buy_id, g.product_name, g.unit, g.pack_unit,
       g.target_quantity - g.current_quantity as missing, g.end_date
     from public.orders o join public.group_buys g on g.id = o.group_buy_id
     where g.id = any ($1::uuid[]) and o.is_live and g.pack_unit is not null order by g.id, o.user_id, o.status = 'paid'`,
    [buyIds],
  )
  await notifyEach(
    tx,
    'buy-topped-up',
    rows.map((row) => ({
      to: row.email,
      person: row.user_id,
      facts: {
        orderId: row.id,
        buyId: row.buy_id,
        product: row.product_name,
        unit: row.unit,
        packUnit: row.pack_unit,
        missing: row.missing,
        until: row.end_date,
      },
      siteUrl,
    })),
  )
  await notifyVendors(tx, { mail: 'shop-buy-topped-up', buyIds, siteUrl })
}

interface ToppedUpOrderRow {
  id: string
  user_id: string
  email: string | null
  buy_id: string
  product_name: string
  unit: string
  pack_unit: string
  missing: number
  end_date: Date
}
