import { MAX_MEMBERS } from '#domain/businesses/business.ts'
import { checkFields, text } from '#domain/forms/validation.ts'
import { readInvitee } from '#domain/hand-overs/invitee.ts'
import { refuse } from '#domain/refusal.ts'
import type { Command } from '#server/command.ts'
import { queueSystemMail } from '#server/notices/queue-system-mail.ts'
import { lockOwnBusiness } from './own-business.ts'

const NO_CONTACT = /*i18n*/ 'Enter an e-mail address or a Nigerian phone number.'

/** The owner of a verified company invites somebody to buy for it. The person with that confirmed address may accept. */
export const inviteColleague: Command<'invite-colleague'> = {
  name: 'invite-colleague',
  who: 'signed-in',
  personal: true,
  limit: { tries: 20, windowSeconds: 3600 },
  fields: ['contact'],
  check: (raw) => checkFields(raw, { contact: text({ label: /*i18n*/ 'E-mail or phone', max: 255 }) }),
  async run({ input, caller, tx, context }) {
    const invitee = readInvitee(input.contact)
    if (!invitee) return refuse('invalid_input', { message: NO_CONTACT, errors: { contact: NO_CONTACT } })
    const business = await lockOwnBusiness(tx, caller.userId)
    if (business?.role !== 'owner') return refuse('business_not_found')
    if (business.status !== 'verified') return refuse('business_not_verified')
    const { rows: facts } = await tx.query<{ members: number; is_member: boolean }>(
      `select count(*)::integer as members,
         coalesce(bool_or(m.accepted_at is not null and exists (select from rights.confirmed_addresses(m.person_id) u where u.email = $2 or u.phone = $3)), false) as is_member
       from public.business_members m where m.business_id = $1 and m.ended_at is null`,
      [business.id, invitee.email, invitee.phone],
    )
    if (facts[0]?.is_member) return refuse('colleague_already')
    // Expired invitations count until the owner withdraws them.
    if ((facts[0]?.members ?? 0) >= MAX_MEMBERS) return refuse('business_full')
    const { rows } = await tx.query<{ id: string }>(
      `insert into public.business_members (business_id, role, email, phone, invited_by) values ($1, 'buyer', $2, $3, $4) on conflict do nothing returning id`,
      [business.id, invitee.email, invitee.phone, caller.userId],
    )
    const id = rows[0]?.id
    if (!id) return refuse('colleague_invited')
    await queueSystemMail(tx, 'business-invited', {
      to: invitee.email,
      siteUrl: context.siteUrl,
      facts: { business: business.name },
    })
    if (invitee.phone) {
      await tx.query(`select jobs.enqueue('text-colleague', $1::jsonb, now(), $2)`, [
        JSON.stringify({ member_id: id }),
        `colleague:${id}`,
      ])
    }
    return { member_id: id }
  },
}
