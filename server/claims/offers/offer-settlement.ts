import { PREFERRED_OUTCOMES } from '#domain/claims/claiming.ts'
import { decideOffer } from '#domain/claims/offering.ts'
import {
  checkAlso,
  checkFields,
  oneOf,
  optional,
  type Reader,
  text,
  uuid,
  wholeNumber,
} from '#domain/forms/validation.ts'
import { isRefusal } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { addEvidence, readEvidence } from '../add-evidence.ts'
import { lockClaimToAnswer } from '../read-claim.ts'
import { recordClaimEvent } from '../record-claim-event.ts'

/**
 * The vendor answers a claim with an offer: a part of the money, or a replacement. The buyer has until the end of the
 * next business day to accept or decline it.
 */
export const offerSettlement: Command<'offer-settlement'> = {
  name: 'offer-settlement',
  who: 'signed-in',
  personal: true,
  limit: { tries: 20, ...PER_MINUTE },
  fields: ['claim_id', 'outcome', 'goods_kobo', 'units', 'text', 'evidence'],
  check: (raw) =>
    checkAlso(
      checkFields(raw, {
        claim_id: uuid('Claim'),
        outcome: oneOf({ label: 'outcome', among: PREFERRED_OUTCOMES }),
        goods_kobo: optional(wholeNumber({ label: 'Offered goods', min: 1, max: 99_999_999_999_999 })),
        units: optional(offeredUnits),
        text: text({ label: 'Your message', min: 10, max: 2000, lines: true }),
        evidence: readEvidence,
      }),
      ({ outcome, goods_kobo, units }): Record<string, string> =>
        (goods_kobo === null ? 0 : 1) + (units === null ? 0 : 1) === (outcome === 'refund' ? 1 : 0)
          ? {}
          : { goods_kobo: 'Offer an amount or a number of units; neither for a replacement.' },
    ),
  async run({ input, caller, tx, context }) {
    const claim = await lockClaimToAnswer(tx, { claimId: input.claim_id, personId: caller.userId })
    if (isRefusal(claim)) return claim
    const kobo = decideOffer(
      {
        preferredOutcome: claim.preferred_outcome,
        requestedKobo: claim.requested_kobo,
        worthKobo: claim.worth_kobo,
        lines: claim.lines,
        offers: claim.offers,
      },
      {
        outcome: input.outcome,
        goodsKobo: input.goods_kobo === null ? null : BigInt(input.goods_kobo),
        units: input.units,
      },
    )
    if (isRefusal(kobo)) return kobo
    await tx.query(
      `update public.claims set status = 'offered', offered_outcome = $2, offered_kobo = $3, offered_at = clock_timestamp(), offers = offers + 1,
         offer_by = public.business_deadline(clock_timestamp(), 1) where id = $1`,
      [claim.id, input.outcome, kobo],
    )
    const refusal = await addEvidence(tx, {
      claimId: claim.id,
      part: 'vendor',
      personId: caller.userId,
      paths: input.evidence,
    })
    if (refusal) return refusal
    await recordClaimEvent(tx, {
      claimId: claim.id,
      kind: 'offered',
      part: 'vendor',
      authorId: caller.userId,
      text: input.text,
      siteUrl: context.siteUrl,
    })
    return { claim_id: claim.id, status: 'offered', goods_kobo: Number(kobo) }
  },
}

/** A number of units in tenths, as claims have them. */
const offeredUnits: Reader<number> = (raw) =>
  typeof raw === 'number' && raw > 0 && raw <= 1_000_000 && Math.abs(raw * 10 - Math.round(raw * 10)) < 1e-6
    ? { value: Math.round(raw * 10) / 10 }
    : { error: 'Give a number of units above zero, such as 2 or 0.5.' }
