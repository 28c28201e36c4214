import { refuse } from '#domain/refusal.ts'
import { checkFields, uuid } from '#domain/validation.ts'
import { type Command, PER_MINUTE } from '../command.ts'
import { recordAct } from '../record-act.ts'

/** Ends a membership or takes back an invitation, by whoever may give it; a member may leave. Rights at the tables follow the row. */
export const endMembership: Command<'end-membership'> = {
  name: 'end-membership',
  who: 'signed-in',
  limit: { tries: 30, ...PER_MINUTE },
  fields: ['id'],
  check: (raw) => checkFields(raw, { id: uuid('Membership') }),
  async run({ input, caller, tx }) {
    for (const { table, isOwn, stillOpen } of TABLES) {
      const { rows } = await tx.query<{ id: string; house: string; of_shop: boolean; member: string | null }>(
        `update public.${table} m set ended_at = clock_timestamp() where m.id = $1 and m.ended_at is null ${stillOpen} and (${isOwn}
           or m.vendor_id in (select v.id from public.vendors v join public.profiles o on o.id = v.owner_id and o.role = 'vendor' where v.owner_id = $2)
           or m.pickup_point_id is not null and exists (select from public.profiles where id = $2 and role in ('coordinator', 'chief')))
         returning m.id, coalesce(m.vendor_id, m.pickup_point_id) as house, m.vendor_id is not null as of_shop, to_jsonb(m) ->> 'person_id' as member`,
        [input.id, caller.userId],
      )
      const [ended] = rows
      if (!ended) continue
      await recordAct(tx, {
        ...{ actorId: caller.userId, action: 'staff.leave' },
        subject: { type: ended.of_shop ? 'vendor' : 'pickup-point', id: ended.house },
        after: { member: ended.member },
      })
      return { id: ended.id }
    }
    return refuse('not_found')
  },
}

const TABLES = [
  { table: 'memberships', isOwn: 'm.person_id = $2', stillOpen: '' },
  { table: 'staff_invitations', isOwn: 'false', stillOpen: 'and m.accepted_at is null' },
]
