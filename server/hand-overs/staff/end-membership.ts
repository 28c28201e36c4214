import { checkFields, uuid } from '#domain/forms/validation.ts'
import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { recordAct } from '#server/record-act.ts'

/**
 * Ends a membership or withdraws an invitation, by a person who may grant it; a member may leave. Table rights follow
 * from the row.
 */
export const endMembership: Command<'end-membership'> = {
  name: 'end-membership',
  who: 'signed-in',
  limit: { tries: 30, ...PER_MINUTE },
  fields: ['id'],
  check: (raw) => checkFields(raw, { id: uuid('Membership') }),
  async run({ input, caller, tx }) {
    const values = [input.id, caller.userId]
    // Planned runs are locked too: a run that starts concurrently is either out already, or finds that its rider has
    // left.
    const { rows: runs } = await tx.query<{ is_out: boolean }>(
      `select r.status = 'out' as is_out from public.memberships m join public.delivery_runs r on r.rider_id = m.person_id and r.status in ('planned', 'out')
         and (r.pickup_point_id = m.pickup_point_id or r.vendor_id = m.vendor_id)
       where m.id = $1 and m.duty = 'delivery' and m.ended_at is null and (m.person_id = $2 or ${MAY_END}) order by r.id for no key update of m, r`,
      values,
    )
    if (runs.some((run) => run.is_out)) return refuse('rider_is_out')
    const member = (await tx.query<EndedMembership>(END_MEMBERSHIP, values)).rows[0]
    const ended = member ?? (await tx.query<EndedMembership>(END_INVITATION, values)).rows[0]
    if (!ended) return refuse('not_found')
    await recordAct(tx, {
      actorId: caller.userId,
      action: 'staff.leave',
      subject: { type: ended.of_shop ? 'vendor' : 'pickup-point', id: ended.house },
      after: { member: ended.member },
    })
    return { id: input.id }
  },
}

interface EndedMembership {
  house: string | null
  of_shop: boolean
  member: string | null
}

/**
 * SQL condition: the person is the shop's owner with the vendor role or, for places, a coordinator or administrator.
 */
const MAY_END = `(m.vendor_id in (select v.id from public.vendors v join public.profiles o on o.id = v.owner_id and o.role = 'vendor' where v.owner_id = $2)
  or m.pickup_point_id is not null and exists (select from public.profiles where id = $2 and role in ('coordinator', 'chief')))`

const END_MEMBERSHIP = `update public.memberships m set ended_at = clock_timestamp() where m.id = $1 and m.ended_at is null and (m.person_id = $2 or ${MAY_END})
  returning coalesce(m.vendor_id, m.pickup_point_id) as house, m.vendor_id is not null as of_shop, m.person_id as member`

const END_INVITATION = `update public.staff_invitations m set ended_at = clock_timestamp() where m.id = $1 and m.ended_at is null and m.accepted_at is null and ${MAY_END}
  returning coalesce(m.vendor_id, m.pickup_point_id) as house, m.vendor_id is not null as of_shop, null::uuid as member`
