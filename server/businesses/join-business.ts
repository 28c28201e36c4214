import { checkFields, uuid } from '#domain/forms/validation.ts'
import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'

/** The person with the invited and confirmed address starts to buy for the company. A person has one company. */
export const joinBusiness: Command<'join-business'> = {
  name: 'join-business',
  who: 'signed-in',
  personal: true,
  limit: { tries: 20, ...PER_MINUTE },
  fields: ['member_id'],
  check: (raw) => checkFields(raw, { member_id: uuid('Invitation') }),
  async run({ input, caller, tx }) {
    const { rowCount } = await tx.query(
      'select from public.business_members where id = $1 and id in (select rights.business_invitations_of($2)) for no key update',
      [input.member_id, caller.userId],
    )
    if (!rowCount) return refuse('not_found')
    // Serialises two acceptances of one person.
    await tx.query('select from public.profiles where id = $1 for no key update', [caller.userId])
    const { rowCount: others } = await tx.query(
      'select from public.business_members where person_id = $1 and accepted_at is not null and ended_at is null',
      [caller.userId],
    )
    if (others) return refuse('member_of_a_business')
    await tx.query('update public.business_members set person_id = $2, accepted_at = clock_timestamp() where id = $1', [
      input.member_id,
      caller.userId,
    ])
    return { member_id: input.member_id }
  },
}
