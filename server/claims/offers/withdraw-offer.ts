import { checkFields, uuid } from '#domain/forms/validation.ts'
import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { lockClaim } from '../read-claim.ts'
import { recordClaimEvent } from '../record-claim-event.ts'

/** The vendor takes an open offer back while they may still answer the claim otherwise. */
export const withdrawOffer: Command<'withdraw-offer'> = {
  name: 'withdraw-offer',
  who: 'signed-in',
  personal: true,
  limit: { tries: 20, ...PER_MINUTE },
  fields: ['claim_id'],
  check: (raw) => checkFields(raw, { claim_id: uuid('Claim') }),
  async run({ input, caller, tx, context }) {
    await tx.query(`select public.caused_by('vendor')`)
    const claim = await lockClaim(tx, { claimId: input.claim_id, personId: caller.userId })
    if (claim?.side !== 'vendor') return refuse('claim_not_found')
    if (claim.status !== 'offered') return refuse('offer_over')
    if (claim.now > claim.answer_by) return refuse('claim_answer_late', { message: OFFER_STANDS })
    await tx.query(`update public.claims set status = 'open' where id = $1`, [claim.id])
    await recordClaimEvent(tx, {
      claimId: claim.id,
      kind: 'offer_withdrawn',
      part: 'vendor',
      authorId: caller.userId,
      siteUrl: context.siteUrl,
    })
    return { claim_id: claim.id, status: 'open' }
  },
}

const OFFER_STANDS = 'Your time to answer the claim has passed, so the offer stands until the buyer answers it.'
