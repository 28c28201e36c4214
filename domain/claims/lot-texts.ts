// Texts of lot incidents for users.
import { formatMoment } from '#domain/time/date-text.ts'
import { payerTexts } from './claim-texts.ts'
import type { ClaimOutcome, ClaimPayer } from './claiming.ts'
import type { LotState } from './lot-states.ts'

export const lotStateTexts: Record<LotState, string> = {
  open: 'Open',
  decided: 'Decided',
  appealed: 'Appealed',
  final: 'Decided for good',
  closed: 'Closed',
}

/** "60% of what each claim asks comes back, with its part of the fee; the vendor pays" */
export function lotOutcomeText(outcome: ClaimOutcome, sharePercent: number, payer: ClaimPayer): string {
  const pays = `; ${payerTexts[payer].toLowerCase()} pays`
  if (outcome === 'refund')
    return `${sharePercent}% of what each claim asks comes back, with its part of the fee${pays}`
  return outcome === 'replacement' ? `The goods are replaced${pays}` : 'Nothing comes back'
}

interface LotProgress {
  status: LotState
  respondBy: Date
  decideBy: Date
  appealBy: Date | null
}

/** The next step and its deadline. */
export function lotNextStepText({ status, respondBy, decideBy, appealBy }: LotProgress): string {
  switch (status) {
    case 'open':
      return `The vendor answers each claim by ${formatMoment(respondBy)}. Then a coordinator decides all that are left at once, by ${formatMoment(decideBy)}. Until then the vendor is not paid for this group buy.`
    case 'decided':
      return appealBy === null
        ? 'The decision is being carried out.'
        : `Either side may appeal, once for all, by ${formatMoment(appealBy)}. Then the decision is carried out.`
    case 'appealed':
      return 'A chief reviews it. Until then the money stays where it is.'
    case 'final':
      return 'It is decided for good, and the decision is carried out.'
    case 'closed':
      return 'All of its claims are decided.'
  }
}
