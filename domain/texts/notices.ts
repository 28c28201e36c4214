// Notices in the app. Every system mail has a notice here, or is listed in `mailOnly` with the reason.
import { formatAwaitedDay, formatDatedMoment, formatDay, formatMoment } from '../date-text.ts'
import { formatNaira } from '../money.ts'
import { countUnits } from '../products/units.ts'
import { rateNames } from '../settings.ts'
import { applicationNotices } from './application-mails.ts'
import { type BooksMails, ordersWithVerb } from './books-mails.ts'
import type { ChangeMails } from './change-mails.ts'
import { claimNotices } from './claim-mails.ts'
import { followNotices } from './follow-mails.ts'
import { fulfilmentNotices } from './fulfilment-mails.ts'
import { handOverNotices } from './hand-over-notices.ts'
import { unpaidSentence } from './mail-content.ts'
import type { SystemMailName, SystemMails } from './mails.ts'
import { ordersText, payPath, productNames, reminderTitle } from './money-mails.ts'
import type { NoticeContent, NoticeTable } from './notice-content.ts'
import { packingNotices } from './packing-mails.ts'
import { payoutNotices } from './payout-mails.ts'
import { questionNotices } from './question-mails.ts'
import { paidText, peopleText, type ShopBuy, type ShopMails } from './shop-mails.ts'
import { truncate } from './truncate.ts'

/** Mails without a notice, and why. Mails of sign-in (`auth-…`) have none either. */
export const mailOnly = {
  contact: 'is sent to the support mailbox',
  'contact-answer': 'is sent to an address: the sender need not be a member',
  'contact-received': 'is sent to an address: the sender need not be a member',
  'staff-invited': 'is sent to an address: the invitee need not be a member',
  welcome: 'greets a new member',
} as const

export type NoticedMail = Exclude<SystemMailName, keyof typeof mailOnly>

type NoticesByName<Name extends SystemMailName> = { [Each in Name]: (facts: SystemMails[Each]) => NoticeContent }

const orderPath = (id: string) => `/account/orders/${id}`
const paymentPath = (id: string) => `/account/payments/${id}`
const SHOP_BUYS_PATH = '/vendor/products/buys'

const shopNotices: NoticeTable<ShopMails> = {
  'shop-buy-closed': (buy) => ({
    title: `Closed: ${buy.product}`,
    body: `${paidText(buy)}.`,
    link: `${SHOP_BUYS_PATH}?show=closed`,
  }),
  'shop-buy-extended': (buy) => ({
    title: `Open a little longer: ${buy.product}`,
    body: `Until ${formatMoment(buy.endDate)}. Sharing day is now ${formatDay(buy.shareDate)}.`,
    link: SHOP_BUYS_PATH,
  }),
  'shop-buy-short': (buy) => ({
    title: `Your decision by ${formatMoment(buy.decideBy)}: ${buy.product}`,
    body: `${paidText(buy)}; you asked for at least ${buy.leastPeople}. Go ahead with it, or it fails.`,
    link: `${SHOP_BUYS_PATH}?show=settling`,
  }),
  'shop-buy-confirmed': (buy) => ({
    title: `Confirmed, please pack: ${buy.product}`,
    body: `${unitsToPack(buy)} by ${formatDay(buy.shareDate)}.`,
    link: `/vendor/orders/print/${buy.buyId}`,
  }),
  'shop-buy-failed': (buy) => ({
    title: `Did not take place: ${buy.product}`,
    body: 'Too few people paid. Its goods are in your stock again.',
    link: SHOP_BUYS_PATH,
  }),
  'shop-buy-cancelled': (buy) => ({
    title: `Cancelled by our staff: ${buy.product}`,
    body: buy.reason,
    link: SHOP_BUYS_PATH,
  }),
}

const booksNotices: NoticeTable<BooksMails> = {
  'payment-reversed': ({ paymentId, amountKobo, orderNos }) => ({
    title: `Your bank took back ${formatNaira(amountKobo)}`,
    body: orderNos.length === 0 ? 'If you did not ask for this, write to us.' : `So ${ordersWithVerb(orderNos)} ended.`,
    link: paymentPath(paymentId),
  }),
  'payment-taken-back': ({ amountKobo, lossKobo }) => ({
    title: `A bank took back ${formatNaira(amountKobo)}`,
    body: lossKobo === 0n ? 'All of it was still held.' : `${formatNaira(lossKobo)} of it is booked as a loss.`,
    link: '/chief/payments',
  }),
  chargeback: ({ reference }) => ({
    title: `A bank asks for a payment back: ${reference}`,
    body: 'Answer it at the payment gateway before its deadline.',
    link: '/chief/ledger/differences',
  }),
  'books-differ': ({ days, counts }) => ({
    title: 'The payment gateway and the ledger differ',
    body: `In ${days}. ${countsText(counts)}`,
    link: '/chief/ledger/differences',
  }),
  'audit-found': ({ counts }) => ({
    title: 'The nightly check of the books found something',
    body: countsText(counts),
    link: '/chief/ledger/checks',
  }),
}

const changeNotices: NoticeTable<ChangeMails> = {
  'part-back': ({ orderId, what, reason, backKobo }) => ({
    title: `${formatNaira(backKobo)} comes back to you: ${what}`,
    body: reason,
    link: orderPath(orderId),
  }),
  'part-back-shop': ({ orderNo, what, reason }) => ({
    title: `Part of order ${orderNo} was refunded: ${what}`,
    body: reason,
    link: '/vendor/orders',
  }),
  'rate-change': ({ key, was, becomes, from, isWithdrawn }) => ({
    title: isWithdrawn ? `It stays at ${was}: ${rateNames[key]}` : `From ${formatDatedMoment(from)}: ${rateNames[key]}`,
    body: isWithdrawn ? `The change to ${becomes} is cancelled.` : `It becomes ${becomes}. Until then it is ${was}.`,
    link: key === 'referral_bps' ? '/account/referrals' : '/account/notices',
  }),
}

const countsText = (counts: readonly { name: string; amount: number }[]) =>
  counts.map(({ name, amount }) => `${name}: ${amount}`).join('; ')

const unitsToPack = (buy: ShopBuy) => `${countUnits(buy.paidQuantity, buy.unit)} for ${peopleText(buy.paidPeople)}`

/** Exhaustive: a mail that is neither here nor in `mailOnly` is a type error. */
export const noticeTexts: NoticesByName<NoticedMail> = {
  ...applicationNotices,
  ...shopNotices,
  ...packingNotices,
  ...payoutNotices,
  ...booksNotices,
  ...changeNotices,
  ...handOverNotices,
  ...fulfilmentNotices,
  ...questionNotices,
  ...claimNotices,
  ...followNotices,
  'shop-suspended': ({ shop, orders }) => ({
    title: `${shop} is suspended`,
    body: `Your orders stand: ${orders.map(({ orderNo, product }) => `${orderNo}, ${product}`).join('; ')}. What you paid is held for you.`,
    link: '/account/orders',
  }),
  'joined-buy': ({ buyId, product, unit, quantity, hasGrown, amountDueKobo, payBy }) => ({
    title: `${hasGrown ? 'Your order has grown' : 'You have joined'}: ${product}`,
    body: `${countUnits(quantity, unit)}. To pay: ${formatNaira(amountDueKobo)} ${payBy ? `by ${formatMoment(payBy)}` : 'right away'}.`,
    link: `/group-buys/${buyId}`,
  }),
  'left-buy': ({ orderId, product, refundKobo, leastRefundKobo, finalBy }) => ({
    title: `You have left: ${product}`,
    body:
      refundKobo === 0n
        ? 'You owe nothing.'
        : finalBy
          ? `At least ${formatNaira(leastRefundKobo)} and at most ${formatNaira(refundKobo)} comes back to you once the price is final, by ${formatMoment(finalBy)}.`
          : `${formatNaira(refundKobo)} comes back to you.`,
    link: orderPath(orderId),
  }),
  'left-buy-settled': ({ orderId, product, refundKobo, chargeKobo }) => ({
    title: `What comes back to you: ${product}`,
    body: `${formatNaira(refundKobo)} comes back to you. Leaving late cost ${formatNaira(chargeKobo)}.`,
    link: orderPath(orderId),
  }),
  'order-paid': ({ orderId, what, orderNo, paidKobo }) => ({
    title: `Paid: ${what}`,
    body: `We have your ${formatNaira(paidKobo)} for order ${orderNo}. It is held for you until you have your food.`,
    link: orderPath(orderId),
  }),
  'buy-settled': ({ orderId, product, unitPriceKobo, backKobo, isHonoured, unpaid }) => ({
    title: `The price is final: ${product}`,
    body: [
      ...(isHonoured ? ['Too few people paid, but the vendor is going ahead anyway.'] : []),
      `You pay ${formatNaira(unitPriceKobo)} each.`,
      ...(unpaid ? [unpaidSentence(unpaid)] : []),
      ...(backKobo > 0n ? [`${formatNaira(backKobo)} comes back to you.`] : []),
    ].join(' '),
    link: orderPath(orderId),
  }),
  'buy-extended': ({ orderId, product, endDate, shareDate }) => ({
    title: `Open a little longer: ${product}`,
    body: `Until ${formatMoment(endDate)}; sharing day is now ${formatDay(shareDate)}. Your place is kept, and you may leave free for 48 hours.`,
    link: orderPath(orderId),
  }),
  'buy-failed': ({ orderId, product, refundKobo }) => ({
    title: `Too few paid: ${product}`,
    body: `It will not go ahead. Everything you paid comes back to you: ${formatNaira(refundKobo)}.`,
    link: orderPath(orderId),
  }),
  'buy-cancelled': ({ orderId, product, reason, refundKobo }) => ({
    title: `Cancelled: ${product}`,
    body: `${reason}${/[.!?]$/.test(reason) ? '' : '.'} ${refundKobo === 0n ? 'You owe nothing.' : `Everything you paid comes back to you: ${formatNaira(refundKobo)}.`}`,
    link: orderPath(orderId),
  }),
  'order-cancelled': ({ orderId, what, refundKobo }) => ({
    title: `Cancelled: ${what}`,
    body: refundKobo === 0n ? 'You owe nothing.' : `Everything you paid comes back to you: ${formatNaira(refundKobo)}.`,
    link: orderPath(orderId),
  }),
  'order-expired': ({ orderId, product }) => ({
    title: `Not paid in time: ${product}`,
    body: 'Your place has been released. You owe nothing.',
    link: orderPath(orderId),
  }),
  'checkout-expired': ({ orderNos }) => ({
    title: 'Not paid in time: your cart',
    body: `The goods are back on sale (${ordersText(orderNos)}). You owe nothing.`,
    link: '/account/orders',
  }),
  'payment-reminder': ({ dueAt, hours, orders }) => ({
    title: `${reminderTitle(hours)}: ${productNames(orders)}`,
    body: `${formatNaira(orders.reduce((all, { dueKobo }) => all + dueKobo, 0n))} by ${formatMoment(dueAt)}.`,
    link: payPath(orders),
  }),
  'money-back': ({ paymentId, backKobo }) => ({
    title: `${formatNaira(backKobo)} is on its way back`,
    body: 'It came too late, came twice or was the wrong amount, so it goes back to where it came from.',
    link: paymentPath(paymentId),
  }),
  'payment-odd': ({ paymentId }) => ({
    title: 'We are looking at your payment',
    body: 'It reached us in an unusual way. Please do not pay again until you hear from us.',
    link: paymentPath(paymentId),
  }),
  'refund-arrived': ({ paymentId, amountKobo }) => ({
    title: `${formatNaira(amountKobo)} is back with you`,
    body: 'It may take a day until your account shows it.',
    link: paymentPath(paymentId),
  }),
  'refund-stuck': ({ paymentId, amountKobo, expectedBy }) => ({
    title: `Your refund of ${formatNaira(amountKobo)} is delayed`,
    body: `Expected by ${formatAwaitedDay(expectedBy)}. Our staff are on it, and the money stays yours.`,
    link: paymentPath(paymentId),
  }),
  'reward-credited': ({ amountKobo }) => ({
    title: `You have earned ${formatNaira(amountKobo)} in PEPS`,
    body: 'People you invited have bought food. You can pay with it.',
    link: '/account/referrals',
  }),
  'reward-taken-back': ({ amountKobo }) => ({
    title: `A reward of ${formatNaira(amountKobo)} was taken back`,
    body: 'The order that earned it was refunded.',
    link: '/account/referrals',
  }),
}

const MAX_LENGTHS = { title: 200, body: 1000, link: 300 }

/** Renders a notice. Overlong titles and bodies are truncated. */
export function renderNotice<Name extends NoticedMail>(name: Name, facts: SystemMails[Name]): NoticeContent {
  const { title, body, link } = noticeTexts[name](facts)
  const listed = link.length > MAX_LENGTHS.link ? '/account/orders' : link
  return { title: truncate(title, MAX_LENGTHS.title), body: truncate(body, MAX_LENGTHS.body), link: listed }
}
