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
    ? withValues(/*i18n*/ '{naira} a {unit}, down to {least} as more people pay.', {
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

interface BackInStock {
  productId: string
  product: string
  unit: string
  shop: string
  priceKobo: bigint
}

interface FoundSearch {
  words: string
  /** The best match. */
  title: string
}

const searchLink = ({ words }: FoundSearch) => `/search?q=${encodeURIComponent(words)}`

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
  /** To those who asked for it while the product was sold out; once. */
  'product-back': defineMessage<BackInStock>({
    topic: 'prices',
    push: 'by-day',
    isPublic: true,
    isMailDeferred: true,
    lane: 'bulk',
    mail: ({ productId, product, unit, shop, priceKobo }, site) => ({
      subject: `Back: ${product}`.slice(0, 200),
      text: [
        'Good day,',
        `${product} can be ordered again at ${shop}: ${formatNaira(priceKobo)} a ${unit}.`,
        `See it: ${site}/products/${productId}`,
        `You asked to be told once, so we do not write again about it. Choose what we tell you: ${site}${PREFERENCES}`,
      ],
    }),
    notice: ({ productId, product, unit, shop, priceKobo }) => ({
      title: withValues(/*i18n*/ 'Back: {product}', { product }),
      body: [`${shop}.`, withValues(/*i18n*/ '{naira} a {unit}.', { naira: formatNaira(priceKobo), unit })],
      link: `/products/${productId}`,
    }),
  }),
  /** To people who saved a search without a result; once. */
  'search-found': defineMessage<FoundSearch>({
    topic: 'prices',
    push: 'by-day',
    isPublic: true,
    isMailDeferred: true,
    lane: 'bulk',
    mail: (found, site) => ({
      subject: `We found “${found.words}”`.slice(0, 200),
      text: [
        'Good day,',
        `You looked for “${found.words}”, and now it is on the market: ${found.title}.`,
        `See it: ${site}${searchLink(found)}`,
        `You asked to be told once, so we do not look for it any more. Choose what we tell you: ${site}${PREFERENCES}`,
      ],
    }),
    notice: (found) => ({
      title: withValues(/*i18n*/ 'We found “{words}”', { words: found.words }),
      body: withValues(/*i18n*/ 'Now on the market: {title}.', { title: found.title }),
      link: searchLink(found),
    }),
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
