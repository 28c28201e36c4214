import type pg from 'pg'
import { queueSystemMail } from '../mails/queue-system-mail.ts'

export interface MovedBuy {
  id: string
  product_name: string
  end_date: Date
  /** 'YYYY-MM-DD' */
  share_date: string
}

/** Tells everybody with an unsettled order in an extended buy of the new days, and that they may leave free for 48 hours. */
export async function tellOfExtension(tx: pg.PoolClient, moved: MovedBuy[], siteUrl: string): Promise<void> {
  for (const buy of moved) {
    const { rows } = await tx.query<{ email: string | null }>(
      `select distinct rights.email_of(user_id) as email from public.orders
       where group_buy_id = $1 and status in ('pending', 'paid')`,
      [buy.id],
    )
    const facts = { buyId: buy.id, product: buy.product_name, endDate: buy.end_date, shareDate: buy.share_date }
    for (const { email } of rows) await queueSystemMail(tx, 'buy-extended', { to: email ?? '', facts, siteUrl })
  }
}
