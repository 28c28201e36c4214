import type pg from 'pg'
import { checkFields, uuid } from '#domain/forms/validation.ts'
import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { recordAct } from '#server/record-act.ts'
import { lockMembers, lockOwnBusiness } from './own-business.ts'

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
    if (member.role === 'owner' && own) {
      const others = (await lockMembers(tx, own.id)).filter(({ role, person_id: person }) => role !== 'owner' && person)
      if (others.length > 0) return refuse('owner_stays')
      await closeBusiness(tx, { ...own, actorId: caller.userId })
      return { member_id: input.member_id }
    }
    await tx.query('update public.business_members set ended_at = clock_timestamp() where id = $1', [input.member_id])
    return { member_id: input.member_id }
  },
}

async function closeBusiness(
  tx: pg.PoolClient,
  { id, name, actorId }: { id: string; name: string; actorId: string | null },
): Promise<void> {
  await tx.query(
    'update public.business_members set ended_at = clock_timestamp() where business_id = $1 and ended_at is null',
    [id],
  )
  await tx.query(
    `update public.businesses set status = 'closed', new_name = null, new_tin = null, new_address = null where id = $1`,
    [id],
  )
  await recordAct(tx, { actorId, action: 'business.close', subject: { type: 'business', id }, before: { name } })
}
