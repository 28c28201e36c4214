import { brand } from '#domain/brand/brand.ts'
import { type Database, SERVICE } from '#platform/postgres/database.ts'
import type { SmsGateway } from '#platform/sms/sms.ts'

/** Sends an invitation to buy for a company by text message. */
export async function textColleague(
  { database, sms, siteUrl }: { database: Database; sms: SmsGateway; siteUrl: string },
  payload: unknown,
): Promise<void> {
  const { member_id } = payload as { member_id: string }
  const { rows } = await database.as(SERVICE, (tx) =>
    tx.query<{ phone: string; name: string }>(
      `select m.phone, b.name from public.business_members m join public.businesses b on b.id = m.business_id
       where m.id = $1 and m.accepted_at is null and m.ended_at is null and m.phone is not null`,
      [member_id],
    ),
  )
  for (const { phone, name } of rows) {
    const text = `${name} on ${brand.name} invites you to buy food in its name. Sign in with this number to accept: ${siteUrl}/account/business`
    await sms.send({ to: phone, channel: 'sms', text })
  }
}
