// Mails about lot incidents: many claims about one group buy.

import { defineMessage } from '#domain/define-message.ts'
import { orderPath } from '#domain/texts/paths.ts'
import { formatInEnglish, type TranslatableText, withValues } from '#domain/texts/translatable-text.ts'
import { formatMoment } from '#domain/time/date-text.ts'

interface LotMailFacts {
  lotNo: number
  what: string
}

type LotEvent = 'opened' | 'decided' | 'appealed' | 'final'

const lotShopTitles: Record<LotEvent, string> = {
  opened: 'Several buyers have a claim about one group buy',
  decided: 'A lot incident has been decided',
  appealed: 'The decision on a lot incident is appealed',
  final: 'A lot incident has been decided for good',
}

const buyerNext = ({ claimed }: { claimed: boolean }): TranslatableText =>
  claimed
    ? /*i18n*/ 'Your claim is decided together with theirs.'
    : [
        /*i18n*/ 'Please look at your own share.',
        /*i18n*/ 'If something is wrong with it, open your order and tell us there.',
        /*i18n*/ 'If it is fine, there is nothing to do.',
      ]

export const lotMessages = {
  /** To every buyer of the lot, with or without a claim. */
  'lot-of-buyer': defineMessage<LotMailFacts & { orderId: string; orderNo: number; claimed: boolean }>({
    topic: 'orders',
    push: 'by-day',
    lane: 'transactional',
    mail: (facts, site) => ({
      subject: `Several buyers have a claim: ${facts.what}`,
      text: [
        'Good day,',
        `Several people who bought ${facts.what} with you say that something is wrong with it. It is in your order ${facts.orderNo}. The vendor is not paid for it until this is decided.`,
        formatInEnglish(buyerNext(facts)),
        `${site}/account/orders/${facts.orderId}`,
      ],
    }),
    notice: (facts) => ({
      title: withValues(/*i18n*/ 'Several buyers have a claim: {what}', { what: facts.what }),
      body: buyerNext(facts),
      link: orderPath(facts.orderId),
    }),
  }),
  'lot-of-shop': defineMessage<LotMailFacts & { lotId: string; event: LotEvent; next: string }>({
    topic: 'orders',
    push: 'by-day',
    lane: 'transactional',
    mail: ({ lotId, lotNo, what, event, next }, site) => ({
      subject: `${lotShopTitles[event]}: ${what}`,
      text: [
        'Good day,',
        `${lotShopTitles[event]}: ${what}. Lot ${lotNo}.`,
        next,
        `${site}/vendor/claims/lots/${lotId}`,
      ],
    }),
    notice: ({ lotId, what, event, next }) => ({
      title: `${lotShopTitles[event]}: ${what}`,
      body: next,
      link: `/vendor/claims/lots/${lotId}`,
    }),
  }),
  'lot-to-judge': defineMessage<
    LotMailFacts & { lotId: string; shop: string; area: 'coordinator' | 'chief'; by: Date | null }
  >({
    topic: 'orders',
    push: 'never',
    lane: 'transactional',
    mail: ({ lotId, lotNo, what, shop, area, by }, site) => ({
      subject: `Lot ${lotNo} waits for you: ${what}`,
      text: [
        'Good day,',
        `Several buyers have a claim about ${what} of ${shop}. One decision for all of them waits for a ${area}${by ? `, by ${formatMoment(by)}` : ''}.`,
        `${site}/${area}/claims/lots/${lotId}`,
      ],
    }),
    notice: ({ lotId, lotNo, what, shop, area, by }) => ({
      title: `Lot ${lotNo} waits for you: ${what}`,
      body: `At ${shop}${by ? `, by ${formatMoment(by)}` : ''}.`,
      link: `/${area}/claims/lots/${lotId}`,
    }),
  }),
}
