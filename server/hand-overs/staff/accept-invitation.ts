import { checkFields, uuid } from '#domain/forms/validation.ts'
import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { recordAct } from '#server/record-act.ts'

/** The person with the invited and confirmed e-mail address or phone number becomes staff of the shop or place. */
export const acceptInvitation: Command<'accept-invitation'> = {
  name: 'accept-invitation',
  who: 'signed-in',
  limit: { tries: 20, ...PER_MINUTE },
  fields: ['invitation_id'],
  check: (raw) => checkFields(raw, { invitation_id: uuid('Invitation') }),
  async run({ input, caller, tx }) {
    const { rows } = await tx.query<InvitationRow>(
      `select i.vendor_id, i.pickup_point_id, i.duty, i.invited_by from public.staff_invitations i
       where i.id = $1 and i.id in (select rights.invitations_of($2)) and i.accepted_at is null and i.ended_at is null for no key update of i`,
      [input.invitation_id, caller.userId],
    )
    const [invitation] = rows
    if (!invitation) return refuse('not_found')
    await tx.query('update public.staff_invitations set accepted_at = clock_timestamp() where id = $1', [
      input.invitation_id,
    ])
    const { rows: members } = await tx.query<{ id: string }>(
      `insert into public.memberships (person_id, vendor_id, pickup_point_id, duty, added_by) values ($1, $2, $3, $4, $5) on conflict do nothing returning id`,
      [caller.userId, invitation.vendor_id, invitation.pickup_point_id, invitation.duty, invitation.invited_by],
    )
    const id = members[0]?.id
    if (!id) return refuse('already_done')
    await recordAct(tx, {
      actorId: caller.userId,
      action: 'staff.join',
      subject: {
        type: invitation.vendor_id ? 'vendor' : 'pickup-point',
        id: invitation.vendor_id ?? invitation.pickup_point_id,
      },
      after: { duty: invitation.duty },
    })
    return { membership_id: id }
  },
}

interface InvitationRow {
  vendor_id: string | null
  pickup_point_id: string | null
  duty: string
  invited_by: string
}
