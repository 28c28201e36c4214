import { checkFields, uuid } from '#domain/forms/validation.ts'
import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { recordAct } from '#server/record-act.ts'
import { lockMembers, lockOwnBusiness } from './own-business.ts'

/**
 * The owner of a company makes one of its people the owner, and goes on buying for it. A membership keeps its role, so
 * both get a new one.
 */
export const passBusiness: Command<'pass-business'> = {
  name: 'pass-business',
  who: 'signed-in',
  personal: true,
  limit: { tries: 10, ...PER_MINUTE },
  fields: ['member_id'],
  check: (raw) => checkFields(raw, { member_id: uuid('Membership') }),
  async run({ input, caller, tx }) {
    const own = await lockOwnBusiness(tx, caller.userId)
    if (own?.role !== 'owner') return refuse('not_found')
    const members = await lockMembers(tx, own.id)
    const next = members.find(({ id, role, person_id }) => id === input.member_id && role === 'buyer' && person_id)
    const former = members.find(({ person_id }) => person_id === caller.userId)
    if (!next || !former) return refuse('not_found')
    await tx.query('update public.business_members set ended_at = clock_timestamp() where id = any ($1)', [
      [next.id, former.id],
    ])
    const { rows } = await tx.query<{ id: string }>(
      `insert into public.business_members (business_id, person_id, role, invited_by, accepted_at, orders_for_business)
       values ($1, $2, 'owner', $3, clock_timestamp(), $4) returning id`,
      [own.id, next.person_id, caller.userId, next.orders_for_business],
    )
    await tx.query(
      `insert into public.business_members (business_id, person_id, role, email, phone, invited_by, accepted_at, orders_for_business)
       select $1, $2, 'buyer', u.email, case when u.email is null then u.phone end, $3, clock_timestamp(), $4 from rights.confirmed_addresses($2) u
       where num_nonnulls(u.email, u.phone) > 0`,
      [own.id, caller.userId, next.person_id, former.orders_for_business],
    )
    await recordAct(tx, {
      actorId: caller.userId,
      action: 'business.pass',
      subject: { type: 'business', id: own.id },
      after: { name: own.name, owner: next.person_id },
    })
    return { member_id: rows[0]?.id ?? '' }
  },
}
