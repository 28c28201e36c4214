import { brand } from '#domain/brand/brand.ts'
import { sharePath } from '#domain/texts/paths.ts'
import { type Database, SERVICE } from '#platform/postgres/database.ts'
import type { SmsGateway } from '#platform/sms/sms.ts'

/** Sends the link of a share that is given away by text message. */
export async function textReceiver(
  { database, sms, siteUrl }: { database: Database; sms: SmsGateway; siteUrl: string },
  payload: unknown,
): Promise<void> {
  const { gift_id } = payload as { gift_id: string }
  const { rows } = await database.as(SERVICE, (tx) =>
    tx.query<{ phone: string; giver: string; product: string }>(
      `select s.phone, coalesce(nullif(public.first_name(p.full_name), ''), 'Somebody') as giver, g.product_name as product
       from public.share_gifts s join public.orders o on o.id = s.order_id join public.group_buys g on g.id = o.group_buy_id
         left join public.profiles p on p.id = s.giver_id
       where s.id = $1 and s.status = 'offered' and s.phone is not null`,
      [gift_id],
    ),
  )
  for (const { phone, giver, product } of rows) {
    const text = `${giver} on ${brand.name} gives you a share of ${product}. Sign in with this number to accept and pay: ${siteUrl}${sharePath(gift_id)}`
    await sms.send({ to: phone, channel: 'sms', text })
  }
}
