import { checkFields, text, uuid } from '#domain/forms/validation.ts'
import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { lockClaim } from './read-claim.ts'
import { recordClaimEvent } from './record-claim-event.ts'

/** The buyer withdraws a claim before it is decided. It may be made again within the claim time. */
export const withdrawClaim: Command<'withdraw-claim'> = {
  name: 'withdraw-claim',
  who: 'signed-in',
  personal: true,
  limit: { tries: 30, ...PER_MINUTE },
  fields: ['claim_id', 'text'],
  check: (raw) =>
    checkFields(raw, {
      claim_id: uuid('Claim'),
      text: text({ label: 'Why', min: 0, max: 2000, lines: true }),
    }),
  async run({ input, caller, tx, context }) {
    await tx.query(`select public.caused_by('buyer')`)
    const claim = await lockClaim(tx, { claimId: input.claim_id, personId: caller.userId })
    if (claim?.side !== 'buyer') return refuse('claim_not_found')
    if (!['open', 'answered', 'offered', 'disputed', 'proposed'].includes(claim.status)) return refuse('claim_decided')
    await tx.query(`update public.claims set status = 'withdrawn', ended_at = clock_timestamp() where id = $1`, [
      claim.id,
    ])
    await recordClaimEvent(tx, {
      claimId: claim.id,
      kind: 'withdrawn',
      part: 'buyer',
      authorId: caller.userId,
      text: input.text,
      siteUrl: context.siteUrl,
    })
    return { claim_id: claim.id, status: 'withdrawn' }
  },
}
