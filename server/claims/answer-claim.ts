import { refuse } from '#domain/refusal.ts'
import { checkAlso, checkFields, oneOf, text, uuid } from '#domain/validation.ts'
import { type Command, PER_MINUTE } from '../command.ts'
import { addEvidence, readEvidence } from './add-evidence.ts'
import { lockClaim } from './read-claim.ts'
import { tellOfClaim } from './tell-of-claim.ts'
import { writeEvent } from './write-event.ts'

/** The shop's vendor accepts a claim, which upholds it as it was made, or contests it, which makes it a dispute. */
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
        text: text({ label: 'Your answer', least: 0, most: 2000, lines: true }),
        evidence: readEvidence,
      }),
      ({ answer, text: said }) =>
        answer === 'contest' && [...said].length < 10
          ? { text: 'Say what is not right about it, in at least 10 characters.' }
          : {},
    ),
  async run({ input, caller, tx, shop }) {
    await tx.query(`select public.caused_by('vendor')`)
    const claim = await lockClaim(tx, { claimId: input.claim_id, personId: caller.userId })
    if (claim?.side !== 'vendor') return refuse('claim_not_found')
    if (claim.status !== 'open') return refuse('claim_answered')
    if (claim.now > claim.answer_by) return refuse('claim_answer_late')
    const accepts = input.answer === 'accept'
    await tx.query(`update public.claims set status = 'answered' where id = $1`, [claim.id])
    if (accepts) {
      // It is as the buyer wants it and the vendor agrees: nobody is left to appeal.
      await tx.query(
        `update public.claims set status = 'upheld', outcome = wish, outcome_kobo = case wish when 'refund' then asked_kobo else 0 end, payer = 'vendor',
           decided_at = clock_timestamp(), appeal_by = null where id = $1`,
        [claim.id],
      )
    } else await tx.query(`update public.claims set status = 'disputed' where id = $1`, [claim.id])
    const refused = await addEvidence(tx, {
      claimId: claim.id,
      part: 'vendor',
      personId: caller.userId,
      paths: input.evidence,
    })
    if (refused) return refused
    const event = accepts ? 'accepted' : 'contested'
    await writeEvent(tx, { claimId: claim.id, kind: event, part: 'vendor', authorId: caller.userId, text: input.text })
    await tellOfClaim(tx, { claim, event, siteUrl: shop.siteUrl })
    return { claim_id: claim.id, status: accepts ? 'upheld' : 'disputed' }
  },
}
