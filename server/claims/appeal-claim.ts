import { checkFields, text, uuid } from '#domain/forms/validation.ts'
import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { lockClaim } from './read-claim.ts'
import { recordClaimEvent } from './record-claim-event.ts'

/**
 * Appeals a decision to an administrator, for either side and once. Nothing is carried out until the appeal is decided.
 */
export const appealClaim: Command<'appeal-claim'> = {
  name: 'appeal-claim',
  who: 'signed-in',
  personal: true,
  limit: { tries: 30, ...PER_MINUTE },
  fields: ['claim_id', 'text'],
  check: (raw) =>
    checkFields(raw, {
      claim_id: uuid('Claim'),
      text: text({ label: 'What should be looked at again', min: 10, max: 2000, lines: true }),
    }),
  async run({ input, caller, tx, context }) {
    const claim = await lockClaim(tx, { claimId: input.claim_id, personId: caller.userId })
    if (!claim?.side) return refuse('claim_not_found')
    if (claim.status !== 'upheld' && claim.status !== 'rejected') return refuse('claim_status_changed')
    if (!claim.appeal_by || claim.now > claim.appeal_by || claim.ended_at) return refuse('appeal_too_late')
    if (claim.is_decided_with_lot) return refuse('decided_with_lot')
    await tx.query('select public.caused_by($1)', [claim.side])
    await tx.query(`update public.claims set status = 'appealed', appealed_by = $2 where id = $1`, [
      claim.id,
      claim.side,
    ])
    await recordClaimEvent(tx, {
      claimId: claim.id,
      kind: 'appealed',
      part: claim.side,
      authorId: caller.userId,
      text: input.text,
      siteUrl: context.siteUrl,
    })
    return { claim_id: claim.id, status: 'appealed' }
  },
}
