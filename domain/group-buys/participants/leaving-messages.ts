// Mails to a buyer who left a group buy: at once, and when the price is final.

import { defineMessage } from '#domain/define-message.ts'
import { formatNaira } from '#domain/money.ts'
import { REFUND_TIMES } from '#domain/texts/mail-content.ts'
import { orderPath } from '#domain/texts/paths.ts'
import { withValues } from '#domain/texts/translatable-text.ts'
import { formatMoment } from '#domain/time/date-text.ts'

export const leavingMessages = {
  'left-buy': defineMessage<{
    orderId: string
    buyId: string
    product: string
    orderNo: number
    /** Maximum and minimum refund, and minimum charge. */
    refundKobo: bigint
    leastRefundKobo: bigint
    chargeKobo: bigint
    /** After a late leave: when the price will be final at the latest. The money is held until then. */
    finalBy: Date | null
  }>({
    topic: 'orders',
    push: 'never',
    lane: 'transactional',
    mail: ({ buyId, product, orderNo, refundKobo, leastRefundKobo, chargeKobo, finalBy }, site) => ({
      subject: `You have left: ${product}`,
      text: [
        'Good day,',
        refundKobo === 0n
          ? `You have left the group buy ${product}, and your order ${orderNo} is cancelled. You had paid nothing, so you owe nothing.`
          : finalBy
            ? `You have left the group buy ${product} after the free time. For your order ${orderNo}, at least ${formatNaira(leastRefundKobo)} and at most ${formatNaira(refundKobo)} comes back to you once the price of those who stay is final, by ${formatMoment(finalBy)}. The rest goes to the vendor: at least ${formatNaira(chargeKobo)}, or your part of what your leaving costs people who were promised a lower price.`
            : `You have left the group buy ${product}. For your order ${orderNo}, ${formatNaira(refundKobo)} comes back to you: ${REFUND_TIMES}`,
        `If you change your mind, you can join again while it is open: ${site}/group-buys/${buyId}`,
      ],
    }),
    notice: ({ orderId, product, refundKobo, leastRefundKobo, finalBy }) => ({
      title: withValues(/*i18n*/ 'You have left: {product}', { product }),
      body:
        refundKobo === 0n
          ? /*i18n*/ 'You owe nothing.'
          : finalBy
            ? withValues(
                /*i18n*/ 'At least {least} and at most {most} comes back to you once the price is final, by {time}.',
                {
                  least: formatNaira(leastRefundKobo),
                  most: formatNaira(refundKobo),
                  time: formatMoment(finalBy),
                },
              )
            : withValues(/*i18n*/ '{naira} comes back to you.', { naira: formatNaira(refundKobo) }),
      link: orderPath(orderId),
    }),
  }),
  'left-buy-settled': defineMessage<{
    orderId: string
    product: string
    orderNo: number
    refundKobo: bigint
    chargeKobo: bigint
  }>({
    topic: 'orders',
    push: 'by-day',
    lane: 'transactional',
    mail: ({ orderId, product, orderNo, refundKobo, chargeKobo }, site) => ({
      subject: `What comes back to you: ${product}`,
      text: [
        'Good day,',
        `You left the group buy ${product} after the free time, and its outcome is known now. For your order ${orderNo}, ${formatNaira(refundKobo)} comes back to you: ${REFUND_TIMES}`,
        ...(chargeKobo > 0n ? [`${formatNaira(chargeKobo)} goes to the vendor for what your leaving cost.`] : []),
        `Your order: ${site}/account/orders/${orderId}`,
      ],
    }),
    notice: ({ orderId, product, refundKobo, chargeKobo }) => ({
      title: withValues(/*i18n*/ 'What comes back to you: {product}', { product }),
      body: [
        withValues(/*i18n*/ '{naira} comes back to you.', { naira: formatNaira(refundKobo) }),
        withValues(/*i18n*/ 'Leaving late cost {naira}.', { naira: formatNaira(chargeKobo) }),
      ],
      link: orderPath(orderId),
    }),
  }),
}
