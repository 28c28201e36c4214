// Texts of claims for users: reasons, status, history and next steps.

import { formatNaira } from '#domain/money.ts'
import {
  type TextTemplate,
  type TranslatableText,
  translatedValue,
  withValues,
} from '#domain/texts/translatable-text.ts'
import { formatMoment } from '#domain/time/date-text.ts'
import type { ClaimOutcome, ClaimPayer, ClaimReason, PreferredOutcome } from './claiming.ts'
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

export const preferredOutcomeTexts: Record<PreferredOutcome, string> = {
  refund: /*i18n*/ 'Money back',
  replacement: /*i18n*/ 'Replacement',
}

export const payerTexts: Record<ClaimPayer, string> = {
  vendor: /*i18n*/ 'The vendor',
  hub: /*i18n*/ 'The hub',
  rider: /*i18n*/ 'The rider',
  platform: /*i18n*/ 'The market',
}

export const outcomeTexts: Record<ClaimOutcome, string> = {
  refund: /*i18n*/ 'Money back',
  replacement: /*i18n*/ 'Replacement',
  rejected: /*i18n*/ 'Rejected',
}

const claimStateTexts: Record<ClaimState, string> = {
  open: /*i18n*/ 'Waiting for the vendor',
  answered: /*i18n*/ 'Answered',
  offered: /*i18n*/ 'Offer made',
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
  'offered',
  'offer_withdrawn',
  'offer_accepted',
  'offer_declined',
  'offer_lapsed',
  'contested',
  'unanswered',
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
export type ClaimActor = 'buyer' | 'vendor' | 'manager' | 'coordinator' | 'chief' | 'clock'

const actorTexts: Record<ClaimActor, string> = {
  buyer: /*i18n*/ 'The buyer',
  vendor: /*i18n*/ 'The vendor',
  manager: /*i18n*/ 'A manager',
  coordinator: /*i18n*/ 'A coordinator',
  chief: /*i18n*/ 'A chief',
  clock: 'Ajoja',
}

const eventTemplates = {
  opened: /*i18n*/ '{part} made the claim',
  accepted: /*i18n*/ '{part} accepted it',
  offered: /*i18n*/ '{part} made an offer',
  offer_withdrawn: /*i18n*/ '{part} withdrew the offer',
  offer_accepted: /*i18n*/ '{part} accepted the offer',
  offer_declined: /*i18n*/ '{part} declined the offer',
  offer_lapsed: /*i18n*/ '{part} ended the offer: it was not answered in time',
  contested: /*i18n*/ '{part} contested it',
  unanswered: /*i18n*/ '{part} upheld it: the vendor did not answer in time',
  withdrawn: /*i18n*/ '{part} withdrew it',
  proposed: /*i18n*/ '{part} proposed how it should end',
  decided: /*i18n*/ '{part} decided it',
  appealed: /*i18n*/ '{part} appealed',
  appeal_decided: /*i18n*/ '{part} decided the appeal',
  carried_out: /*i18n*/ '{part} carried the decision out',
  less_left: /*i18n*/ '{part} carried the decision out, as far as goods were left to pay back',
  nothing_left: /*i18n*/ '{part} found nothing left to pay back',
} as const satisfies Record<ClaimEventKind, string>

/** The reason of the refund that carries a claim out. */
export const claimRefundReason = (claimNo: number, reason: ClaimReason): TextTemplate =>
  withValues(/*i18n*/ 'Claim {number}: {reason}', { number: claimNo, reason: translatedValue(reasonTexts[reason]) })

/** "A manager proposed how it should end" */
export const eventText = (part: ClaimActor, kind: ClaimEventKind): TranslatableText =>
  withValues(eventTemplates[kind], { part: translatedValue(actorTexts[part]) })

const payersInSentence: Record<ClaimPayer, string> = {
  vendor: /*i18n*/ 'the vendor',
  hub: /*i18n*/ 'the hub',
  rider: /*i18n*/ 'the rider',
  platform: /*i18n*/ 'the market',
}

/** "₦3,500 of goods come back, with their part of the fee; the vendor pays" */
export function outcomeText(outcome: ClaimOutcome, kobo: bigint, payerKind: ClaimPayer | null): TranslatableText {
  const payer = payerKind && translatedValue(payersInSentence[payerKind])
  if (outcome === 'rejected') return /*i18n*/ 'Nothing comes back'
  if (outcome === 'replacement') {
    return payer
      ? withValues(/*i18n*/ 'The goods are replaced; {payer} pays', { payer })
      : /*i18n*/ 'The goods are replaced'
  }
  const naira = formatNaira(kobo)
  return payer
    ? withValues(/*i18n*/ '{naira} of goods comes back, with its part of the fee; {payer} pays', { naira, payer })
    : withValues(/*i18n*/ '{naira} of goods comes back, with its part of the fee', { naira })
}

/** "The vendor offers ₦3,500 of goods, with its part of the fee." */
export const offerText = ({ outcome, kobo }: ClaimOffer): TranslatableText =>
  outcome === 'replacement'
    ? /*i18n*/ 'The vendor offers a replacement.'
    : withValues(/*i18n*/ 'The vendor offers {naira} of goods, with its part of the fee.', { naira: formatNaira(kobo) })

interface ClaimOffer {
  outcome: PreferredOutcome
  kobo: bigint
  /** The buyer's time to answer. */
  by: Date
}

export interface ClaimProgress {
  status: ClaimState
  /** The vendor's last offer. */
  offer: ClaimOffer | null
  answerBy: Date
  proposeBy: Date
  decideBy: Date
  appealBy: Date | null
  isEnded: boolean
  /** Amount awarded, and amount refunded when the decision was carried out. */
  outcomeKobo: bigint
  returnedGoodsKobo: bigint | null
}

/** The next step and its deadline. */
export function nextStepText(progress: ClaimProgress): TranslatableText {
  const { status, offer, answerBy, proposeBy, decideBy, appealBy, isEnded } = progress
  switch (status) {
    case 'offered':
      return [
        ...(offer ? [offerText(offer)].flat() : []),
        withValues(/*i18n*/ 'The buyer accepts or declines it by {moment}.', {
          moment: formatMoment(offer?.by ?? decideBy),
        }),
        /*i18n*/ 'If they do not answer, our staff look at both sides.',
      ]
    case 'open':
    case 'answered':
      return [
        withValues(/*i18n*/ 'The vendor answers by {moment}.', { moment: formatMoment(answerBy) }),
        /*i18n*/ 'If they do not, the claim is upheld.',
      ]
    case 'disputed':
      return [
        /*i18n*/ 'The vendor contests it.',
        withValues(/*i18n*/ 'A manager looks at both sides by {moment}, and a coordinator decides by {later}.', {
          moment: formatMoment(proposeBy),
          later: formatMoment(decideBy),
        }),
      ]
    case 'proposed':
      return withValues(/*i18n*/ 'A coordinator decides by {moment}.', { moment: formatMoment(decideBy) })
    case 'appealed':
      return /*i18n*/ 'A chief reviews it. Until then the money stays where it is.'
    case 'withdrawn':
      return /*i18n*/ 'It was withdrawn. Nothing more happens.'
    case 'upheld':
    case 'rejected':
      if (isEnded) return status === 'upheld' ? carriedOutText(progress) : ENDED
      return appealBy
        ? [
            withValues(/*i18n*/ 'Either side may appeal, once, by {moment}.', { moment: formatMoment(appealBy) }),
            /*i18n*/ 'Then the decision is carried out.',
          ]
        : /*i18n*/ 'The decision is being carried out.'
    case 'upheld_final':
      return isEnded ? carriedOutText(progress) : /*i18n*/ 'The decision is being carried out.'
    case 'rejected_final':
      return ENDED
  }
}

/** Result of an upheld claim; says so if less than the awarded amount was refunded. */
function carriedOutText({ outcomeKobo, returnedGoodsKobo }: ClaimProgress): TranslatableText {
  if (returnedGoodsKobo === null || returnedGoodsKobo >= outcomeKobo)
    return /*i18n*/ 'The decision has been carried out.'
  return returnedGoodsKobo === 0n
    ? /*i18n*/ 'There was nothing left to refund: the goods were collected in the meantime, or had been refunded already.'
    : withValues(
        /*i18n*/ '{part} of {whole} was refunded: the rest was collected in the meantime, or had been refunded already.',
        { part: formatNaira(returnedGoodsKobo), whole: formatNaira(outcomeKobo) },
      )
}

/** Short status label; "Nothing left to pay" instead of "Upheld" if nothing was refunded. */
export const claimStatusText = (
  status: ClaimState,
  { outcomeKobo, returnedGoodsKobo }: { outcomeKobo: number; returnedGoodsKobo: number | null },
): string =>
  hasPaidNothing({ outcomeKobo, returnedGoodsKobo }) ? /*i18n*/ 'Nothing left to pay' : claimStateTexts[status]

/** True if the decision awarded a refund and nothing was left to refund. */
export const hasPaidNothing = ({
  outcomeKobo,
  returnedGoodsKobo,
}: {
  outcomeKobo: number
  returnedGoodsKobo: number | null
}): boolean => outcomeKobo > 0 && returnedGoodsKobo === 0

const ENDED = /*i18n*/ 'The claim has ended. Nothing comes back.'

/** Where a buyer can turn after the final decision. */
export const ESCALATION_TEXT =
  /*i18n*/ 'Not content? You can take it to the Federal Competition and Consumer Protection Commission (FCCPC), free of charge, at fccpc.gov.ng.'

/** The missed deadline of the current state; null if it has not passed or there is none. */
export function missedDeadline({ status, answerBy, proposeBy, decideBy }: ClaimProgress, now: Date): Date | null {
  const by = status === 'open' ? answerBy : status === 'disputed' ? proposeBy : status === 'proposed' ? decideBy : null
  return by !== null && now > by ? by : null
}
