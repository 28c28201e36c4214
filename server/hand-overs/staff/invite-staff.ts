import type pg from 'pg'
import { checkFields, oneOf, optional, text, uuid } from '#domain/forms/validation.ts'
import { readInvitee } from '#domain/hand-overs/invitee.ts'
import { isRefusal, type Refusal, refuse } from '#domain/refusal.ts'
import type { Command } from '#server/command.ts'
import { queueSystemMail } from '#server/notices/queue-system-mail.ts'
import { recordAct } from '#server/record-act.ts'

const DUTIES = ['hand-over', 'delivery'] as const
const NO_CONTACT = 'Enter an e-mail address or a Nigerian phone number.'

/**
 * A vendor invites staff to their shop, a coordinator or administrator to a place. The user with that confirmed address
 * may accept.
 */
export const inviteStaff: Command<'invite-staff'> = {
  name: 'invite-staff',
  who: 'signed-in',
  limit: { tries: 20, windowSeconds: 3600 },
  fields: ['pickup_point_id', 'duty', 'contact'],
  check: (raw) =>
    checkFields(raw, {
      pickup_point_id: optional(uuid('Place')),
      duty: oneOf({ label: 'what they may do', among: DUTIES }),
      contact: text({ label: 'E-mail or phone', max: 255 }),
    }),
  async run({ input, caller, tx, context }) {
    const invitee = readInvitee(input.contact)
    if (!invitee) return refuse('invalid_input', { message: NO_CONTACT, errors: { contact: NO_CONTACT } })
    if (invitee.phone && !context.signsInByPhone) return refuse('phone_invitation')
    const { rows: own } = await tx.query(
      'select from rights.confirmed_addresses($1) u where u.email = $2 or u.phone = $3',
      [caller.userId, invitee.email, invitee.phone],
    )
    if (own.length > 0) return refuse('own_invitation')
    const house = await readHouse(tx, { person: caller.userId, pointId: input.pickup_point_id })
    if (isRefusal(house)) return house
    const { rows: members } = await tx.query(
      `select from public.memberships m cross join lateral rights.confirmed_addresses(m.person_id) u where coalesce(m.vendor_id, m.pickup_point_id) = $1 and m.duty = $2
         and m.ended_at is null and (u.email = $3 or u.phone = $4)`,
      [house.vendor_id ?? house.point_id, input.duty, invitee.email, invitee.phone],
    )
    if (members.length > 0) return refuse('member_already')
    const { rows } = await tx.query<{ id: string }>(
      `insert into public.staff_invitations (vendor_id, pickup_point_id, duty, email, phone, invited_by) values ($1, $2, $3, $4, $5, $6)
       on conflict do nothing returning id`,
      [house.vendor_id, house.point_id, input.duty, invitee.email, invitee.phone, caller.userId],
    )
    const id = rows[0]?.id
    if (!id) return refuse('invited_already')
    await queueSystemMail(tx, 'staff-invited', {
      to: invitee.email,
      siteUrl: context.siteUrl,
      facts: { place: house.name, duty: input.duty },
    })
    if (invitee.phone) {
      await tx.query(`select jobs.enqueue('text-invitation', $1::jsonb, now(), $2)`, [
        JSON.stringify({ invitation_id: id }),
        `invitation:${id}`,
      ])
    }
    await recordAct(tx, {
      actorId: caller.userId,
      action: 'staff.invite',
      subject: { type: house.vendor_id ? 'vendor' : 'pickup-point', id: house.vendor_id ?? house.point_id },
      after: { duty: input.duty },
    })
    return { invitation_id: id }
  },
}

interface House {
  vendor_id: string | null
  point_id: string | null
  name: string
}

/** Reads the place, or the caller's own shop if no place is given. */
async function readHouse(
  tx: pg.PoolClient,
  { person, pointId }: { person: string | null; pointId: string | null },
): Promise<House | Refusal> {
  const { rows } = pointId
    ? await tx.query<House>(
        `select null::uuid as vendor_id, p.id as point_id, p.name from public.pickup_points p where p.id = $2 and p.vendor_id is null
           and exists (select from public.profiles where id = $1 and role in ('coordinator', 'chief'))`,
        [person, pointId],
      )
    : await tx.query<House>(
        `select v.id as vendor_id, null::uuid as point_id, v.business_name as name from public.vendors v join public.profiles p on p.id = v.owner_id and p.role = 'vendor'
         where v.owner_id = $1 and v.status = 'active'`,
        [person],
      )
  return rows[0] ?? refuse(pointId ? 'not_found' : 'vendor_profile_not_found')
}
