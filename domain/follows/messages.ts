// Mails and notices about followed products and shops, and about unread messages.

import { defineMessage } from '#domain/define-message.ts'
import { formatNaira } from '#domain/money.ts'
import type { NoticeContent } from '#domain/texts/notice-content.ts'
import { formatInEnglish, withValues } from '#domain/texts/translatable-text.ts'
import { formatMoment } from '#domain/time/date-text.ts'

interface OpenBuy {
  buyId: string
  product: string
  unit: string
  shop: string
  baseKobo: bigint
  /** Price of the last tier; the base price if there are no tiers. */
  leastKobo: bigint
  endDate: Date
}

const PREFERENCES = '/account/notices/preferences'

const openMail = (buy: OpenBuy, site: string, why: string) => ({
  subject: `Group buy open: ${buy.product}`.slice(0, 200),
  text: [
    'Good day,',
    `${buy.shop} has opened a group buy: ${buy.product}. ${formatInEnglish(buyPriceText(buy))} It is open until ${formatMoment(buy.endDate)}.`,
    `See it and join: ${site}/group-buys/${buy.buyId}`,
    `${why} Stop following: ${site}/account/follows\nChoose what we tell you: ${site}${PREFERENCES}`,
  ],
})

const buyPriceText = ({ baseKobo, leastKobo, unit }: OpenBuy) =>
  leastKobo < baseKobo
    ? withValues(/*i18n*/ '{naira} a {unit}, down to {least} as more people join.', {
        naira: formatNaira(baseKobo),
        unit,
        least: formatNaira(leastKobo),
      })
    : withValues(/*i18n*/ '{naira} a {unit}.', { naira: formatNaira(baseKobo), unit })

const openNotice = (buy: OpenBuy): NoticeContent => ({
  title: withValues(/*i18n*/ 'Group buy open: {product}', { product: buy.product }),
  body: [
    `${buy.shop}.`,
    buyPriceText(buy),
    withValues(/*i18n*/ 'Open until {moment}.', { moment: formatMoment(buy.endDate) }),
  ],
  link: `/group-buys/${buy.buyId}`,
})

export const followMessages = {
  /** To followers of the product. */
  'product-buy-open': defineMessage<OpenBuy>({
    topic: 'prices',
    push: 'by-day',
    isPublic: true,
    isMailDeferred: true,
    lane: 'bulk',
    mail: (buy, site) => openMail(buy, site, 'You asked to be told when a group buy opens for it.'),
    notice: openNotice,
  }),
  /** To followers of the shop. */
  'shop-buy-open': defineMessage<OpenBuy>({
    topic: 'shops',
    push: 'by-day',
    isPublic: true,
    isMailDeferred: true,
    lane: 'bulk',
    mail: (buy, site) => openMail(buy, site, `You follow ${buy.shop}.`),
    notice: openNotice,
  }),
  'message-waits': defineMessage<{ conversationId: string; from: string; subject: string }>({
    topic: 'messages',
    push: 'by-day',
    isMailDeferred: true,
    lane: 'bulk',
    mail: ({ conversationId, from, subject }, site) => ({
      subject: `${from} wrote to you`.slice(0, 200),
      text: [
        'Good day,',
        `${from} wrote to you about "${subject}".`,
        `Read it and answer: ${site}/account/messages/${conversationId}`,
        `Choose what we tell you: ${site}${PREFERENCES}`,
      ],
    }),
    notice: ({ conversationId, from, subject }) => ({
      title: withValues(/*i18n*/ '{name} wrote to you', { name: from }),
      body: subject,
      link: `/account/messages/${conversationId}`,
    }),
  }),
}
