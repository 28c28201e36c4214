// What people read of claims: reasons, standings, what was said, and what comes next.
import { formatMoment } from '../date-text.ts'
import { formatNaira } from '../money.ts'
import type { ClaimPayer, ClaimReason, Outcome, Wish } from './claiming.ts'
import type { ClaimState } from './states.ts'

export const reasonTexts: Record<ClaimReason, string> = {
  short_weight: /*i18n*/ 'Short weight or too few',
  spoiled: /*i18n*/ 'Spoiled or damaged',
  wrong_item: /*i18n*/ 'Not what was ordered',
  missing: /*i18n*/ 'Missing from the share',
  not_received: /*i18n*/ 'Not received',
  not_by_me: /*i18n*/ 'Handed over, but not to me',
  charged_wrongly: /*i18n*/ 'Charged wrongly',
  no_show: /*i18n*/ 'The vendor did not come',
}

export const wishTexts: Record<Wish, string> = { refund: /*i18n*/ 'Money back', replacement: /*i18n*/ 'Replacement' }

export const payerTexts: Record<ClaimPayer, string> = {
  vendor: /*i18n*/ 'The vendor',
  hub: /*i18n*/ 'The hub',
  rider: /*i18n*/ 'The rider',
  platform: /*i18n*/ 'The market',
}

export const outcomeTexts: Record<Outcome, string> = {
  refund: /*i18n*/ 'Money back',
  replacement: /*i18n*/ 'Replacement',
  rejected: /*i18n*/ 'Rejected',
}

const claimStateTexts: Record<ClaimState, string> = {
  open: /*i18n*/ 'Waiting for the vendor',
  answered: /*i18n*/ 'Answered',
  disputed: /*i18n*/ 'Contested',
  proposed: /*i18n*/ 'About to be decided',
  upheld: /*i18n*/ 'Upheld',
  rejected: /*i18n*/ 'Rejected',
  withdrawn: /*i18n*/ 'Withdrawn',
  appealed: /*i18n*/ 'Appealed',
  upheld_final: /*i18n*/ 'Upheld for good',
  rejected_final: /*i18n*/ 'Rejected for good',
}

const EVENT_KINDS = [
  'opened',
  'accepted',
  'contested',
  'silent',
  'withdrawn',
  'proposed',
  'decided',
  'appealed',
  'appeal_decided',
  'carried_out',
  'less_left',
  'nothing_left',
] as const
export type ClaimEventKind = (typeof EVENT_KINDS)[number]
export type ClaimPart = 'buyer' | 'vendor' | 'manager' | 'coordinator' | 'chief' | 'clock'

const partTexts: Record<ClaimPart, string> = {
  buyer: /*i18n*/ 'The buyer',
  vendor: /*i18n*/ 'The vendor',
  manager: /*i18n*/ 'A manager',
  coordinator: /*i18n*/ 'A coordinator',
  chief: /*i18n*/ 'A chief',
  clock: 'Ajoja',
}

const eventVerbs: Record<ClaimEventKind, string> = {
  opened: 'made the claim',
  accepted: 'accepted it',
  contested: 'contested it',
  silent: 'upheld it: the vendor did not answer in time',
  withdrawn: 'withdrew it',
  proposed: 'proposed how it should end',
  decided: 'decided it',
  appealed: 'appealed',
  appeal_decided: 'decided the appeal',
  carried_out: 'carried the decision out',
  less_left: 'carried the decision out, as far as goods were left to pay back',
  nothing_left: 'found nothing left to pay back',
}

/** "A manager proposed how it should end" */
export const eventText = (part: ClaimPart, kind: ClaimEventKind): string => `${partTexts[part]} ${eventVerbs[kind]}`

/** "₦3,500 of goods come back, with their part of the fee; the vendor pays" */
export function outcomeText(outcome: Outcome, kobo: bigint, payer: ClaimPayer | null): string {
  const pays = payer ? `; ${payerTexts[payer].toLowerCase()} pays` : ''
  if (outcome === 'refund') return `${formatNaira(kobo)} of goods comes back, with its part of the fee${pays}`
  return outcome === 'replacement' ? `The goods are replaced${pays}` : /*i18n*/ 'Nothing comes back'
}

export interface Standing {
  status: ClaimState
  answerBy: Date
  proposeBy: Date
  decideBy: Date
  appealBy: Date | null
  isEnded: boolean
  /** What was decided, and what of it came back when it was carried out. */
  outcomeKobo: bigint
  carriedKobo: bigint | null
}

/** What happens next, and until when. */
export function nextText(standing: Standing): string {
  const { status, answerBy, proposeBy, decideBy, appealBy, isEnded } = standing
  switch (status) {
    case 'open':
    case 'answered':
      return `The vendor answers by ${formatMoment(answerBy)}. If they do not, the claim is upheld.`
    case 'disputed':
      return `The vendor contests it. A manager looks at both sides by ${formatMoment(proposeBy)}, and a coordinator decides by ${formatMoment(decideBy)}.`
    case 'proposed':
      return `A coordinator decides by ${formatMoment(decideBy)}.`
    case 'appealed':
      return /*i18n*/ 'A chief looks at it once more. Until then the money stays where it is.'
    case 'withdrawn':
      return /*i18n*/ 'It was withdrawn. Nothing more happens.'
    case 'upheld':
    case 'rejected':
      if (isEnded) return status === 'upheld' ? carriedText(standing) : ENDED
      return appealBy
        ? `Either side may appeal, once, by ${formatMoment(appealBy)}. Then the decision is carried out.`
        : /*i18n*/ 'The decision is being carried out.'
    case 'upheld_final':
      return isEnded ? carriedText(standing) : /*i18n*/ 'The decision is being carried out.'
    case 'rejected_final':
      return ENDED
  }
}

/** What came of a claim that was upheld: more than "upheld" where less came back. */
function carriedText({ outcomeKobo, carriedKobo }: Standing): string {
  if (carriedKobo === null || carriedKobo >= outcomeKobo) return /*i18n*/ 'The decision has been carried out.'
  return carriedKobo === 0n
    ? /*i18n*/ 'Nothing was left to pay back: the goods were collected meanwhile, or their money had come back before.'
    : `${formatNaira(carriedKobo)} of ${formatNaira(outcomeKobo)} came back: the rest was collected meanwhile, or had been paid back before.`
}

/** The standing in a word or three: "upheld" is not said where nothing came back of it. */
export const standingWord = (
  status: ClaimState,
  { outcomeKobo, carriedKobo }: { outcomeKobo: number; carriedKobo: number | null },
): string => (isEmpty({ outcomeKobo, carriedKobo }) ? /*i18n*/ 'Nothing left to pay' : claimStateTexts[status])

/** Carried out, with nothing left to pay back. */
export const isEmpty = ({ outcomeKobo, carriedKobo }: { outcomeKobo: number; carriedKobo: number | null }): boolean =>
  outcomeKobo > 0 && carriedKobo === 0

const ENDED = /*i18n*/ 'The claim has ended. Nothing comes back.'

/** What else a person can do after the end. */
export const ELSEWHERE =
  /*i18n*/ 'Not content? You can take it to the Federal Competition and Consumer Protection Commission (FCCPC), free of charge, at fccpc.gov.ng.'

/** When somebody's time to act has passed; null while it has not, or where nobody has a time. */
export function lateBy({ status, answerBy, proposeBy, decideBy }: Standing, now: Date): Date | null {
  const by = status === 'open' ? answerBy : status === 'disputed' ? proposeBy : status === 'proposed' ? decideBy : null
  return by !== null && now > by ? by : null
}
