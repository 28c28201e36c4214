import type { ActDescribers, Fields, Part } from '#domain/acts/act.ts'
import { formatInEnglish } from '#domain/texts/translatable-text.ts'
import { outcomeText, outcomeTexts } from './claim-texts.ts'
import type { ClaimOutcome, ClaimPayer } from './claiming.ts'
import { lotOutcomeText } from './lot-texts.ts'

export const claimActs = {
  'claim.propose': ({ after }) => claimParts('proposed how to end', after),
  'claim.decide': ({ after }) => claimParts('decided', after),
  'lot.decide': ({ after }) => lotParts('decided', after),
  'lot.decide-appeal': ({ after }) => lotParts('decided the appeal of', after),
  'claim.decide-appeal': ({ after }) => claimParts('decided the appeal of', after),
} satisfies ActDescribers

function claimParts(verb: string, after: Fields): Part[] {
  const outcome = String(after.outcome) as ClaimOutcome
  const words = outcomeTexts[outcome] ? outcomeText(outcome, BigInt(Number(after.goods_kobo ?? 0)), null) : outcome
  return [` ${verb} claim ${String(after.claim_no)}: ${formatInEnglish(words)}.`]
}

function lotParts(verb: string, after: Fields): Part[] {
  const words = lotOutcomeText(
    after.outcome as ClaimOutcome,
    Number(after.share_percent ?? 0),
    after.payer as ClaimPayer,
  )
  return [` ${verb} lot incident ${String(after.lot_no)}: ${words}.`]
}
