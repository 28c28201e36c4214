// Mails and notices about followed products and shops, and about unread messages.
import { formatMoment } from '#domain/date-text.ts'
import { defineMessage } from '#domain/define-message.ts'
import { formatNaira } from '#domain/money.ts'
import type { NoticeContent } from '#domain/texts/notice-content.ts'

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
    `${buy.shop} has opened a group buy: ${buy.product}. ${buyPriceText(buy)} It is open until ${formatMoment(buy.endDate)}.`,
    `See it and join: ${site}/group-buys/${buy.buyId}`,
    `${why} Stop following: ${site}/account/follows\nChoose what we tell you: ${site}${PREFERENCES}`,
  ],
})

const buyPriceText = ({ baseKobo, leastKobo, unit }: OpenBuy) =>
  leastKobo < baseKobo
    ? `${formatNaira(baseKobo)} a ${unit}, down to ${formatNaira(leastKobo)} as more people join.`
    : `${formatNaira(baseKobo)} a ${unit}.`

const openNotice = (buy: OpenBuy): NoticeContent => ({
  title: `Group buy open: ${buy.product}`,
  body: `${buy.shop}. ${buyPriceText(buy)} Open until ${formatMoment(buy.endDate)}.`,
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
      title: `${from} wrote to you`,
      body: subject,
      link: `/account/messages/${conversationId}`,
    }),
  }),
}
