import { checkAlso, checkFields, oneOf, text, uuid } from '#domain/forms/validation.ts'
import { isRefusal } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { addEvidence, readEvidence } from './add-evidence.ts'
import { lockClaimToAnswer } from './read-claim.ts'
import { recordClaimEvent } from './record-claim-event.ts'

/** The vendor accepts a claim, which upholds it as made, or contests it, which makes it a dispute. */
export const answerClaim: Command<'answer-claim'> = {
  name: 'answer-claim',
  who: 'signed-in',
  personal: true,
  limit: { tries: 30, ...PER_MINUTE },
  fields: ['claim_id', 'answer', 'text', 'evidence'],
  check: (raw) =>
    checkAlso(
      checkFields(raw, {
        claim_id: uuid('Claim'),
        answer: oneOf({ label: 'answer', among: ['accept', 'contest'] as const }),
        text: text({ label: 'Your answer', min: 0, max: 2000, lines: true }),
        evidence: readEvidence,
      }),
      ({ answer, text: message }) =>
        answer === 'contest' && [...message].length < 10
          ? { text: 'Say what is not right about it, in at least 10 characters.' }
          : {},
    ),
  async run({ input, caller, tx, context }) {
    const claim = await lockClaimToAnswer(tx, { claimId: input.claim_id, personId: caller.userId })
    if (isRefusal(claim)) return claim
    const accepts = input.answer === 'accept'
    await tx.query(`update public.claims set status = 'answered' where id = $1`, [claim.id])
    if (accepts) {
      // Both sides agree, so there is no appeal.
      await tx.query(
        `update public.claims set status = 'upheld', outcome = preferred_outcome, outcome_kobo = case preferred_outcome when 'refund' then requested_kobo else 0 end, payer = 'vendor',
           decided_at = clock_timestamp(), appeal_by = null where id = $1`,
        [claim.id],
      )
    } else await tx.query(`update public.claims set status = 'disputed' where id = $1`, [claim.id])
    const refusal = await addEvidence(tx, {
      claimId: claim.id,
      part: 'vendor',
      personId: caller.userId,
      paths: input.evidence,
    })
    if (refusal) return refusal
    await recordClaimEvent(tx, {
      claimId: claim.id,
      kind: accepts ? 'accepted' : 'contested',
      part: 'vendor',
      authorId: caller.userId,
      text: input.text,
      siteUrl: context.siteUrl,
    })
    return { claim_id: claim.id, status: accepts ? 'upheld' : 'disputed' }
  },
}
