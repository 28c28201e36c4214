// Mails about claims. They do not quote the parties: statements are shown on the claim's page only.

import { formatMoment } from '../date-text.ts'
import { defineMessage } from '../define-message.ts'
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
const buyerTitles: Record<ClaimMailEvent, string> = {
  opened: 'We have your claim',
  accepted: 'The vendor accepts your claim',
  contested: 'The vendor contests your claim',
  silent: 'Your claim is upheld: the vendor did not answer',
  withdrawn: 'You have withdrawn your claim',
  proposed: 'A manager has looked at your claim',
  decided: 'Your claim has been decided',
  appealed: 'The decision on your claim is appealed',
  appeal_decided: 'Your claim has been decided for good',
  less_left: 'Less of your claim was left to pay back',
  nothing_left: 'Nothing of your claim was left to pay back',
  not_replaced: 'You get your money back, because no replacement came',
}

/** Titles of events for the shop. */
const shopTitles: Record<ClaimMailEvent, string> = {
  opened: 'A buyer has made a claim',
  accepted: 'You have accepted a claim',
  contested: 'You have contested a claim',
  silent: 'A claim is upheld: it was not answered in time',
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
  'claim-of-buyer': defineMessage<ClaimMailFacts & { event: ClaimMailEvent; next: string }>({
    topic: 'orders',
    push: 'by-day',
    lane: 'acts',
    mail: ({ claimId, claimNo, orderNo, what, event, next }, site) => ({
      subject: `${buyerTitles[event]}: ${what}`,
      text: [
        'Good day,',
        `${buyerTitles[event]}. Claim ${claimNo}, about ${what} in your order ${orderNo}.`,
        next,
        `Details, and what you can do: ${site}/account/claims/${claimId}`,
      ],
    }),
    notice: ({ claimId, what, event, next }) => ({
      title: `${buyerTitles[event]}: ${what}`,
      body: next,
      link: `/account/claims/${claimId}`,
    }),
  }),
  'claim-of-shop': defineMessage<ClaimMailFacts & { event: ClaimMailEvent; next: string; reason: string }>({
    topic: 'orders',
    push: 'by-day',
    lane: 'acts',
    mail: ({ claimId, claimNo, orderNo, what, event, next, reason }, site) => ({
      subject: `${shopTitles[event]}: ${what}`,
      text: [
        'Good day,',
        `${shopTitles[event]}. Claim ${claimNo}, about ${what} in order ${orderNo}.\nReason: ${reason}`,
        next,
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
    lane: 'acts',
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
