// Mails about claims. They do not quote the parties: statements are shown on the claim's page only.

import { defineMessage } from '#domain/define-message.ts'
import { formatInEnglish, type TranslatableText, withValues } from '#domain/texts/translatable-text.ts'
import { formatMoment } from '#domain/time/date-text.ts'
import type { ClaimEventKind } from './claim-texts.ts'

interface ClaimMailFacts {
  claimId: string
  claimNo: number
  orderNo: number
  what: string
}

/** `not_replaced`: no replacement was confirmed in time, so the buyer gets a refund. */
export type ClaimMailEvent = Exclude<ClaimEventKind, 'carried_out'> | 'not_replaced'

/** Titles of events for the buyer. */
const buyerTitles = {
  opened: /*i18n*/ 'We have your claim: {what}',
  accepted: /*i18n*/ 'The vendor accepts your claim: {what}',
  offered: /*i18n*/ 'The vendor makes you an offer: {what}',
  offer_withdrawn: /*i18n*/ 'The vendor has withdrawn the offer: {what}',
  offer_accepted: /*i18n*/ 'You have accepted the vendor’s offer: {what}',
  offer_declined: /*i18n*/ 'You have declined the vendor’s offer: {what}',
  offer_lapsed: /*i18n*/ 'The vendor’s offer was not answered in time: {what}',
  contested: /*i18n*/ 'The vendor contests your claim: {what}',
  unanswered: /*i18n*/ 'Your claim is upheld: the vendor did not answer: {what}',
  withdrawn: /*i18n*/ 'You have withdrawn your claim: {what}',
  proposed: /*i18n*/ 'A manager has looked at your claim: {what}',
  decided: /*i18n*/ 'Your claim has been decided: {what}',
  appealed: /*i18n*/ 'The decision on your claim is appealed: {what}',
  appeal_decided: /*i18n*/ 'Your claim has been decided for good: {what}',
  less_left: /*i18n*/ 'Less of your claim was left to pay back: {what}',
  nothing_left: /*i18n*/ 'Nothing of your claim was left to pay back: {what}',
  not_replaced: /*i18n*/ 'You get your money back, because no replacement came: {what}',
} as const satisfies Record<ClaimMailEvent, string>

/** The same event in a sentence. */
const buyerEvent = (event: ClaimMailEvent) => buyerTitles[event].replace(': {what}', '')

/** Titles of events for the shop. */
const shopTitles: Record<ClaimMailEvent, string> = {
  opened: 'A buyer has made a claim',
  accepted: 'You have accepted a claim',
  offered: 'You have made an offer on a claim',
  offer_withdrawn: 'You have withdrawn your offer on a claim',
  offer_accepted: 'A buyer has accepted your offer',
  offer_declined: 'A buyer has declined your offer',
  offer_lapsed: 'A buyer did not answer your offer in time',
  contested: 'You have contested a claim',
  unanswered: 'A claim is upheld: it was not answered in time',
  withdrawn: 'A buyer has withdrawn a claim',
  proposed: 'A manager has looked at a claim',
  decided: 'A claim has been decided',
  appealed: 'The decision on a claim is appealed',
  appeal_decided: 'A claim has been decided for good',
  less_left: 'Less of a claim was left to pay back',
  nothing_left: 'Nothing of a claim was left to pay back',
  not_replaced: 'A buyer gets money back, because no replacement was confirmed',
}

export const claimMessages = {
  'claim-of-buyer': defineMessage<ClaimMailFacts & { event: ClaimMailEvent; next: TranslatableText }>({
    topic: 'orders',
    push: 'by-day',
    lane: 'transactional',
    mail: ({ claimId, claimNo, orderNo, what, event, next }, site) => ({
      subject: `${buyerEvent(event)}: ${what}`,
      text: [
        'Good day,',
        `${buyerEvent(event)}. Claim ${claimNo}, about ${what} in your order ${orderNo}.`,
        formatInEnglish(next),
        `Details, and what you can do: ${site}/account/claims/${claimId}`,
      ],
    }),
    notice: ({ claimId, what, event, next }) => ({
      title: withValues(buyerTitles[event], { what }),
      body: next,
      link: `/account/claims/${claimId}`,
    }),
  }),
  'claim-of-shop': defineMessage<ClaimMailFacts & { event: ClaimMailEvent; next: TranslatableText; reason: string }>({
    topic: 'orders',
    push: 'by-day',
    lane: 'transactional',
    mail: ({ claimId, claimNo, orderNo, what, event, next, reason }, site) => ({
      subject: `${shopTitles[event]}: ${what}`,
      text: [
        'Good day,',
        `${shopTitles[event]}. Claim ${claimNo}, about ${what} in order ${orderNo}.\nReason: ${reason}`,
        formatInEnglish(next),
        `Details, and your answer: ${site}/vendor/claims/${claimId}`,
      ],
    }),
    notice: ({ claimId, what, event, next }) => ({
      title: `${shopTitles[event]}: ${what}`,
      body: next,
      link: `/vendor/claims/${claimId}`,
    }),
  }),
  /** To the staff who act next: managers, coordinators, chiefs. */
  'claim-to-judge': defineMessage<
    ClaimMailFacts & { shop: string; area: 'manager' | 'coordinator' | 'chief'; by: Date | null }
  >({
    topic: 'orders',
    push: 'never',
    lane: 'transactional',
    mail: ({ claimId, claimNo, orderNo, what, shop, area, by }, site) => ({
      subject: `Claim ${claimNo} waits for you: ${what}`,
      text: [
        'Good day,',
        `Claim ${claimNo}, about ${what} in order ${orderNo} of ${shop}, waits for a ${area}${by ? ` by ${formatMoment(by)}` : ''}.`,
        `Both sides, evidence and your part: ${site}/${area}/claims/${claimId}`,
      ],
    }),
    notice: ({ claimId, claimNo, what, shop, area, by }) => ({
      title: `Claim ${claimNo} waits for you: ${what}`,
      body: `At ${shop}${by ? `, by ${formatMoment(by)}` : ''}.`,
      link: `/${area}/claims/${claimId}`,
    }),
  }),
}
