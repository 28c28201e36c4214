import { PREFERRED_OUTCOMES } from '#domain/claims/claiming.ts'
import { checkFields, oneOf, text, uuid, wholeNumber } from '#domain/forms/validation.ts'
import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { lockClaim } from '../read-claim.ts'
import { recordClaimEvent } from '../record-claim-event.ts'

/**
 * The buyer accepts the vendor's offer, which ends the claim without an appeal, or declines it, which makes it a
 * dispute. The claims job carries an accepted one out.
 */
export const answerOffer: Command<'answer-offer'> = {
  name: 'answer-offer',
  who: 'signed-in',
  personal: true,
  limit: { tries: 30, ...PER_MINUTE },
  fields: ['claim_id', 'answer', 'outcome', 'goods_kobo', 'text'],
  check: (raw) =>
    checkFields(raw, {
      claim_id: uuid('Claim'),
      answer: oneOf({ label: 'answer', among: ['accept', 'decline'] as const }),
      outcome: oneOf({ label: 'outcome', among: PREFERRED_OUTCOMES }),
      goods_kobo: wholeNumber({ label: 'Offered goods', min: 0, max: 99_999_999_999_999 }),
      text: text({ label: 'Your message', min: 0, max: 2000, lines: true }),
    }),
  async run({ input, caller, tx, context }) {
    await tx.query(`select public.caused_by('buyer')`)
    const claim = await lockClaim(tx, { claimId: input.claim_id, personId: caller.userId })
    if (claim?.side !== 'buyer') return refuse('claim_not_found')
    if (claim.status !== 'offered' || !claim.offer_by || claim.now > claim.offer_by) return refuse('offer_over')
    if (claim.offered_outcome !== input.outcome || claim.offered_kobo !== BigInt(input.goods_kobo))
      return refuse('offer_changed')
    const accepts = input.answer === 'accept'
    if (accepts) {
      await tx.query(
        `update public.claims set status = 'upheld', outcome = offered_outcome, outcome_kobo = offered_kobo, payer = 'vendor', decided_at = clock_timestamp(),
           appeal_by = null where id = $1`,
        [claim.id],
      )
    } else await tx.query(`update public.claims set status = 'disputed' where id = $1`, [claim.id])
    await recordClaimEvent(tx, {
      claimId: claim.id,
      kind: accepts ? 'offer_accepted' : 'offer_declined',
      part: 'buyer',
      authorId: caller.userId,
      text: input.text,
      siteUrl: context.siteUrl,
    })
    return { claim_id: claim.id, status: accepts ? 'upheld' : 'disputed' }
  },
}
