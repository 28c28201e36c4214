import type pg from 'pg'
import { formatDay, formatMoment } from '#domain/date-text.ts'
import { queueMail } from '#platform/mail/queue-mail.ts'

export interface MovedBuy {
  id: string
  product_name: string
  end_date: Date
  /** 'YYYY-MM-DD' */
  share_date: string
}

/** Everybody who has a live order in a buy that was extended hears of the new days, and that leaving is free for two of them. */
export async function tellOfExtension(tx: pg.PoolClient, moved: MovedBuy[], siteUrl: string): Promise<void> {
  for (const buy of moved) {
    const { rows } = await tx.query<{ email: string | null }>(
      `select distinct rights.email_of(user_id) as email from public.orders
       where group_buy_id = $1 and status in ('pending', 'paid')`,
      [buy.id],
    )
    for (const { email } of rows) if (email) await queueMail(tx, extensionMail(email, buy, siteUrl))
  }
}

function extensionMail(to: string, buy: MovedBuy, siteUrl: string) {
  return {
    to,
    kind: 'buy-extended',
    subject: `Open a little longer: ${buy.product_name}`,
    text: `Good day,\n\nToo few people have paid for the group buy ${buy.product_name}, so it is open once more until ${formatMoment(buy.end_date)}. Sharing day is now ${formatDay(buy.share_date)}.\n\nYour place is kept. If the new days do not suit you, you may leave free for 48 hours:\n${siteUrl}/group-buys/${buy.id}\n`,
  }
}
