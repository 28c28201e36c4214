import { checkFields, uuid } from '#domain/forms/validation.ts'
import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { closeBusiness, closingFault } from './close-business.ts'
import { lockOwnBusiness } from './own-business.ts'

/**
 * The owner ends a membership or withdraws an invitation; a member leaves. Rights end with the row. The owner leaves
 * last, which closes the company.
 */
export const leaveBusiness: Command<'leave-business'> = {
  name: 'leave-business',
  who: 'signed-in',
  personal: true,
  limit: { tries: 30, ...PER_MINUTE },
  fields: ['member_id'],
  check: (raw) => checkFields(raw, { member_id: uuid('Membership') }),
  async run({ input, caller, tx }) {
    const own = await lockOwnBusiness(tx, caller.userId)
    const { rows } = await tx.query<{ role: string }>(
      `select m.role from public.business_members m where m.id = $1 and m.ended_at is null and (m.person_id = $2
         or m.business_id in (select o.business_id from public.business_members o where o.person_id = $2 and o.role = 'owner' and o.ended_at is null))
       for no key update of m`,
      [input.member_id, caller.userId],
    )
    const [member] = rows
    if (!member) return refuse('not_found')
    if (own && member.role === 'owner') {
      const fault = await closingFault(tx, own)
      if (fault) return fault
      await closeBusiness(tx, own, caller.userId)
      return { member_id: input.member_id }
    }
    await tx.query('update public.business_members set ended_at = clock_timestamp() where id = $1', [input.member_id])
    return { member_id: input.member_id }
  },
}
