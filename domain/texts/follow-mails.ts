// What people hear of what they follow, and of messages they have not read: by mail and in the app.
import { formatMoment } from '../date-text.ts'
import { formatNaira } from '../money.ts'
import type { MailTable } from './mail-words.ts'

export interface FollowMails {
  /** To followers of the product. */
  'product-buy-open': OpenBuy
  /** To followers of the shop. */
  'shop-buy-open': OpenBuy
  'message-waits': { conversationId: string; from: string; subject: string }
}

interface OpenBuy {
  buyId: string
  product: string
  unit: string
  shop: string
  baseKobo: bigint
  /** At the last tier; the base price where there is none. */
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

export const followMails: MailTable<FollowMails> = {
  'product-buy-open': (buy, site) => openMail(buy, site, 'You asked to be told when a group buy opens for it.'),
  'shop-buy-open': (buy, site) => openMail(buy, site, `You follow ${buy.shop}.`),
  'message-waits': ({ conversationId, from, subject }, site) => ({
    subject: `${from} wrote to you`.slice(0, 200),
    text: [
      'Good day,',
      `${from} wrote to you about "${subject}".`,
      `Read it and answer: ${site}/account/messages/${conversationId}`,
      `Choose what we tell you: ${site}${PREFERENCES}`,
    ],
  }),
}

type Words = { title: string; body: string; link: string }

const openNotice = (buy: OpenBuy): Words => ({
  title: `Group buy open: ${buy.product}`,
  body: `${buy.shop}. ${buyPriceText(buy)} Open until ${formatMoment(buy.endDate)}.`,
  link: `/group-buys/${buy.buyId}`,
})

export const followNotices: { [Name in keyof FollowMails]: (facts: FollowMails[Name]) => Words } = {
  'product-buy-open': openNotice,
  'shop-buy-open': openNotice,
  'message-waits': ({ conversationId, from, subject }) => ({
    title: `${from} wrote to you`,
    body: subject,
    link: `/account/messages/${conversationId}`,
  }),
}
