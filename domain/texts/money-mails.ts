// Mails about due payments, unmatched payments, refunds and rewards.
import { formatAwaitedDay, formatMoment } from '../date-text.ts'
import { formatNaira } from '../money.ts'
import type { MailTable } from './mail-content.ts'

export interface MoneyMails {
  /** Orders of one buyer that are due at the same time; `hours`: time left. */
  'payment-reminder': { dueAt: Date; hours: number; orders: UnpaidOrder[] }
  /** A checkout that was not paid before its hold expired. */
  'checkout-expired': { orderNos: number[] }
  'payment-odd': { paymentId: string; reference: string }
  'refund-arrived': { paymentId: string; reference: string; amountKobo: bigint }
  'refund-stuck': { paymentId: string; reference: string; amountKobo: bigint; expectedBy: string }
  /** Total reward for `orders` orders. */
  'reward-credited': { amountKobo: bigint; orders: number }
  'reward-taken-back': { amountKobo: bigint; orders: number }
}

interface UnpaidOrder {
  orderId: string
  orderNo: number
  product: string
  dueKobo: bigint
}

export const moneyMails: MailTable<MoneyMails> = {
  'payment-reminder': ({ dueAt, hours, orders }, site) => ({
    subject: `${reminderTitle(hours)}: ${productNames(orders)}`,
    text: [
      'Good day,',
      `Please pay by ${formatMoment(dueAt)}. After that your place is given up.`,
      orders
        .map(({ orderNo, product, dueKobo }) => `- ${product}, order ${orderNo}: ${formatNaira(dueKobo)}, fee included`)
        .join('\n'),
      `Pay here: ${site}${payPath(orders)}`,
      `Your orders, also to leave: ${site}/account/orders`,
    ],
  }),
  'checkout-expired': ({ orderNos }, site) => ({
    subject: 'Not paid in time: your cart',
    text: [
      'Good day,',
      `The goods in your cart were held for you and not paid for in time, so they are on sale again (${ordersText(orderNos)}). You owe nothing.`,
      `Order again: ${site}/products`,
    ],
  }),
  'payment-odd': ({ paymentId, reference }, site) => ({
    subject: 'We are looking at your payment',
    text: [
      'Good day,',
      'We received a payment of yours that we cannot book automatically.',
      'Our staff will look at it and write to you. You do not need to do anything; please do not pay again until you hear from us.',
      `Reference: ${reference}`,
      `Your payment: ${site}/account/payments/${paymentId}`,
    ],
  }),
  'refund-arrived': ({ paymentId, reference, amountKobo }, site) => ({
    subject: `${formatNaira(amountKobo)} is back with you`,
    text: [
      'Good day,',
      `The bank confirms that ${formatNaira(amountKobo)} has arrived where you paid from. It may take a day until your account shows it.`,
      `Reference: ${reference}`,
      `Your payment: ${site}/account/payments/${paymentId}`,
    ],
  }),
  'refund-stuck': ({ paymentId, reference, amountKobo, expectedBy }, site) => ({
    subject: `Your refund of ${formatNaira(amountKobo)} is delayed`,
    text: [
      'Good day,',
      `A bank is delaying your refund of ${formatNaira(amountKobo)}, due by ${formatAwaitedDay(expectedBy)}. Our staff are working on it. The money stays yours; you do not need to do anything.`,
      `Reference: ${reference}`,
      `Your payment: ${site}/account/payments/${paymentId}\nQuestions: ${site}/contact`,
    ],
  }),
  'reward-credited': ({ amountKobo, orders }, site) => ({
    subject: `You have earned ${formatNaira(amountKobo)} in PEPS`,
    text: [
      'Good day,',
      `${orderCountText(orders)} of people you referred ${orders === 1 ? 'is' : 'are'} settled: ${formatNaira(amountKobo)} in PEPS is yours to pay with.`,
      `Your referrals: ${site}/account/referrals`,
    ],
  }),
  'reward-taken-back': ({ amountKobo, orders }, site) => ({
    subject: `A reward of ${formatNaira(amountKobo)} was taken back`,
    text: [
      'Good day,',
      `${orderCountText(orders)} of people you referred ${orders === 1 ? 'was' : 'were'} refunded, so the reward of ${formatNaira(amountKobo)} goes back as well. What you have spent of it comes off your next rewards.`,
      `Your referrals: ${site}/account/referrals`,
    ],
  }),
}

/** "3 hours left to pay" */
export const reminderTitle = (hours: number): string =>
  hours % 24 === 0 ? `${hours === 24 ? '1 day' : `${hours / 24} days`} left to pay` : `${hours} hours left to pay`

export const payPath = (orders: readonly UnpaidOrder[]): string =>
  `/account/pay?${orders.map(({ orderId }) => `order=${orderId}`).join('&')}`

/** "Ofada rice", "Ofada rice and 2 more" */
export function productNames([first, ...more]: readonly UnpaidOrder[]): string {
  return more.length > 0 ? `${first?.product} and ${more.length} more` : (first?.product ?? '')
}

export const ordersText = (orderNos: readonly number[]): string =>
  orderNos.length === 1 ? `order ${orderNos[0]}` : `orders ${orderNos.join(', ')}`

const orderCountText = (orders: number): string => (orders === 1 ? 'An order' : `${orders} orders`)
