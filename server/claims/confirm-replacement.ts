import { checkFields, uuid } from '#domain/forms/validation.ts'
import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { lockClaim } from './read-claim.ts'

/** The buyer confirms a replacement, which ends the claim without a refund. */
export const confirmReplacement: Command<'confirm-replacement'> = {
  name: 'confirm-replacement',
  who: 'signed-in',
  personal: true,
  limit: { tries: 20, ...PER_MINUTE },
  fields: ['claim_id'],
  check: (raw) => checkFields(raw, { claim_id: uuid('Claim') }),
  async run({ input, caller, tx }) {
    const claim = await lockClaim(tx, { claimId: input.claim_id, personId: caller.userId })
    if (claim?.side !== 'buyer') return refuse('claim_not_found')
    const { rowCount } = await tx.query(
      `update public.claims set replaced_at = clock_timestamp() where id = $1 and outcome = 'replacement' and replaced_at is null and ended_at is null
         and status in ('upheld', 'upheld_final')`,
      [claim.id],
    )
    return rowCount === 1 ? { claim_id: claim.id } : refuse('nothing_to_confirm')
  },
}
