import { brand } from '#domain/brand/brand.ts'
import { dutyTexts, type StaffDuty } from '#domain/hand-overs/hand-over-texts.ts'
import { type Database, SERVICE } from '#platform/postgres/database.ts'
import type { SmsGateway } from '#platform/sms/sms.ts'

/** Sends a staff invitation by text message. */
export async function textInvitation(
  { database, sms, siteUrl }: { database: Database; sms: SmsGateway; siteUrl: string },
  payload: unknown,
): Promise<void> {
  const { invitation_id } = payload as { invitation_id: string }
  const { rows } = await database.as(SERVICE, (tx) =>
    tx.query<{ phone: string; duty: StaffDuty; place: string | null }>(
      `select i.phone, i.duty, coalesce(v.business_name, p.name) as place from public.staff_invitations i left join public.vendors v on v.id = i.vendor_id
         left join public.pickup_points p on p.id = i.pickup_point_id where i.id = $1 and i.accepted_at is null and i.ended_at is null and i.phone is not null`,
      [invitation_id],
    ),
  )
  for (const { phone, duty, place } of rows) {
    const text = `${place ?? 'A shop'} on ${brand.name} invites you to ${dutyTexts[duty]}. Sign in with this number to accept: ${siteUrl}/work`
    await sms.send({ to: phone, channel: 'sms', text })
  }
}
