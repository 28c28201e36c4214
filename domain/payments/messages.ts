// Mails about due payments, unmatched payments, refunds and rewards.

import { defineMessage } from '#domain/define-message.ts'
import { formatNaira } from '#domain/money.ts'
import { REFUND_TIMES } from '#domain/texts/mail-content.ts'
import { paymentPath, payPath } from '#domain/texts/paths.ts'
import { formatInEnglish, type TextTemplate, withValues } from '#domain/texts/translatable-text.ts'
import { formatAwaitedDay, formatMoment } from '#domain/time/date-text.ts'

interface UnpaidOrder {
  orderId: string
  orderNo: number
  product: string
  dueKobo: bigint
}

/** "3 hours left to pay: Ofada rice" */
function reminderTitle(hours: number, orders: readonly UnpaidOrder[]): TextTemplate {
  const what = productNames(orders)
  if (hours === 24) return withValues(/*i18n*/ '1 day left to pay: {what}', { what })
  return hours % 24 === 0
    ? withValues(/*i18n*/ '{count} days left to pay: {what}', { count: hours / 24, what })
    : withValues(/*i18n*/ '{count} hours left to pay: {what}', { count: hours, what })
}

/** "Ofada rice", "Ofada rice and 2 more" */
function productNames([first, ...more]: readonly UnpaidOrder[]): string {
  return more.length > 0 ? `${first?.product} and ${more.length} more` : (first?.product ?? '')
}

const ordersText = (orderNos: readonly number[]): string =>
  orderNos.length === 1 ? `order ${orderNos[0]}` : `orders ${orderNos.join(', ')}`

const orderCountText = (orders: number): string => (orders === 1 ? 'An order' : `${orders} orders`)

export const moneyMessages = {
  'money-back': defineMessage<{ paymentId: string; reference: string; returnedKobo: bigint }>({
    topic: 'orders',
    push: 'by-day',
    pushTitle: 'A payment is on its way back',
    lane: 'transactional',
    mail: ({ paymentId, reference, returnedKobo }, site) => ({
      subject: `Your payment of ${formatNaira(returnedKobo)} is on its way back`,
      text: [
        'Good day,',
        `We received ${formatNaira(returnedKobo)} from you that could not pay an order: it came too late, twice, or in another amount. We are sending it back to where it came from: ${REFUND_TIMES}`,
        `Reference: ${reference}`,
        `Follow it here: ${site}/account/payments/${paymentId}`,
      ],
    }),
    notice: ({ paymentId, returnedKobo }) => ({
      title: withValues(/*i18n*/ '{naira} is on its way back', { naira: formatNaira(returnedKobo) }),
      body: /*i18n*/ 'It came too late, came twice or was the wrong amount, so it goes back to where it came from.',
      link: paymentPath(paymentId),
    }),
  }),
  /** Orders of one buyer that are due at the same time; `hours`: time left. */
  'payment-reminder': defineMessage<{ dueAt: Date; hours: number; orders: UnpaidOrder[] }>({
    // The last reminder is urgent (`isLastReminder`).
    topic: 'orders',
    push: 'by-day',
    lane: 'transactional',
    mail: ({ dueAt, hours, orders }, site) => ({
      subject: formatInEnglish(reminderTitle(hours, orders)),
      text: [
        'Good day,',
        `Please pay by ${formatMoment(dueAt)}. After that your place is given up.`,
        orders
          .map(
            ({ orderNo, product, dueKobo }) => `- ${product}, order ${orderNo}: ${formatNaira(dueKobo)}, fee included`,
          )
          .join('\n'),
        `Pay here: ${site}${payPath(...orders.map(({ orderId }) => orderId))}`,
        `Your orders, also to leave: ${site}/account/orders`,
      ],
    }),
    notice: ({ dueAt, hours, orders }) => ({
      title: reminderTitle(hours, orders),
      body: withValues(/*i18n*/ '{naira} by {moment}.', {
        naira: formatNaira(orders.reduce((all, { dueKobo }) => all + dueKobo, 0n)),
        moment: formatMoment(dueAt),
      }),
      link: payPath(...orders.map(({ orderId }) => orderId)),
    }),
  }),
  /** A checkout that was not paid before its hold expired. */
  'checkout-expired': defineMessage<{ orderNos: number[] }>({
    topic: 'orders',
    push: 'by-day',
    lane: 'transactional',
    mail: ({ orderNos }, site) => ({
      subject: 'Not paid in time: your cart',
      text: [
        'Good day,',
        `The goods in your cart were held for you and not paid for in time, so they are on sale again (${ordersText(orderNos)}). You owe nothing.`,
        `Order again: ${site}/products`,
      ],
    }),
    notice: ({ orderNos }) => ({
      title: /*i18n*/ 'Not paid in time: your cart',
      body: [
        withValues(/*i18n*/ 'The goods are back on sale ({orders}).', { orders: ordersText(orderNos) }),
        /*i18n*/ 'You owe nothing.',
      ],
      link: '/account/orders',
    }),
  }),
  'payment-mismatch': defineMessage<{ paymentId: string; reference: string }>({
    topic: 'orders',
    push: 'by-day',
    lane: 'transactional',
    mail: ({ paymentId, reference }, site) => ({
      subject: 'We are looking at your payment',
      text: [
        'Good day,',
        'We received a payment of yours that we cannot book automatically.',
        'Our staff will look at it and write to you. You do not need to do anything; please do not pay again until you hear from us.',
        `Reference: ${reference}`,
        `Your payment: ${site}/account/payments/${paymentId}`,
      ],
    }),
    notice: ({ paymentId }) => ({
      title: /*i18n*/ 'We are looking at your payment',
      body: [/*i18n*/ 'It reached us in an unusual way.', /*i18n*/ 'Please do not pay again until you hear from us.'],
      link: paymentPath(paymentId),
    }),
  }),
  'refund-arrived': defineMessage<{ paymentId: string; refundId: string; reference: string; amountKobo: bigint }>({
    topic: 'orders',
    push: 'by-day',
    pushTitle: 'Your refund has arrived',
    lane: 'transactional',
    mail: ({ paymentId, reference, amountKobo }, site) => ({
      subject: `${formatNaira(amountKobo)} is back with you`,
      text: [
        'Good day,',
        `The bank confirms that ${formatNaira(amountKobo)} has arrived where you paid from. It may take a day until your account shows it.`,
        `Reference: ${reference}`,
        `Your payment: ${site}/account/payments/${paymentId}`,
      ],
    }),
    notice: ({ paymentId, amountKobo }) => ({
      title: withValues(/*i18n*/ '{naira} is back with you', { naira: formatNaira(amountKobo) }),
      body: /*i18n*/ 'It may take a day until your account shows it.',
      link: paymentPath(paymentId),
    }),
  }),
  'refund-stuck': defineMessage<{ paymentId: string; reference: string; amountKobo: bigint; expectedBy: string }>({
    topic: 'orders',
    push: 'by-day',
    pushTitle: 'Your refund is held up',
    lane: 'transactional',
    mail: ({ paymentId, reference, amountKobo, expectedBy }, site) => ({
      subject: `Your refund of ${formatNaira(amountKobo)} is delayed`,
      text: [
        'Good day,',
        `A bank is delaying your refund of ${formatNaira(amountKobo)}, due by ${formatAwaitedDay(expectedBy)}. Our staff are working on it. The money stays yours; you do not need to do anything.`,
        `Reference: ${reference}`,
        `Your payment: ${site}/account/payments/${paymentId}\nQuestions: ${site}/contact`,
      ],
    }),
    notice: ({ paymentId, amountKobo, expectedBy }) => ({
      title: withValues(/*i18n*/ 'Your refund of {naira} is delayed', { naira: formatNaira(amountKobo) }),
      body: [
        withValues(/*i18n*/ 'Expected by {day}.', { day: formatAwaitedDay(expectedBy) }),
        /*i18n*/ 'Our staff are on it, and the money stays yours.',
      ],
      link: paymentPath(paymentId),
    }),
  }),
  /** Total reward for `orders` orders. */
  'reward-credited': defineMessage<{ amountKobo: bigint; orders: number }>({
    topic: 'rewards',
    push: 'by-day',
    pushTitle: 'You have earned PEPS',
    isMailDeferred: true,
    lane: 'bulk',
    mail: ({ amountKobo, orders }, site) => ({
      subject: `You have earned ${formatNaira(amountKobo)} in PEPS`,
      text: [
        'Good day,',
        `${orderCountText(orders)} of people you referred ${orders === 1 ? 'is' : 'are'} settled: ${formatNaira(amountKobo)} in PEPS is yours to pay with.`,
        `Your referrals: ${site}/account/referrals`,
      ],
    }),
    notice: ({ amountKobo }) => ({
      title: withValues(/*i18n*/ 'You have earned {naira} in PEPS', { naira: formatNaira(amountKobo) }),
      body: [/*i18n*/ 'People you invited have bought food.', /*i18n*/ 'You can pay with it.'],
      link: '/account/referrals',
    }),
  }),
  'reward-reversed': defineMessage<{ amountKobo: bigint; orders: number }>({
    // A deduction is about money, so it can't be turned off.
    topic: 'orders',
    push: 'by-day',
    pushTitle: 'A reward was taken back',
    lane: 'bulk',
    mail: ({ amountKobo, orders }, site) => ({
      subject: `A reward of ${formatNaira(amountKobo)} was taken back`,
      text: [
        'Good day,',
        `${orderCountText(orders)} of people you referred ${orders === 1 ? 'was' : 'were'} refunded, so the reward of ${formatNaira(amountKobo)} goes back as well. What you have spent of it comes off your next rewards.`,
        `Your referrals: ${site}/account/referrals`,
      ],
    }),
    notice: ({ amountKobo }) => ({
      title: withValues(/*i18n*/ 'A reward of {naira} was taken back', { naira: formatNaira(amountKobo) }),
      body: /*i18n*/ 'The order that earned it was refunded.',
      link: '/account/referrals',
    }),
  }),
}
