import { defineMessage } from '#domain/define-message.ts'
import { formatNaira } from '#domain/money.ts'
import { allBackText } from '#domain/texts/all-back-text.ts'
import { orderPath } from '#domain/texts/paths.ts'
import { withValues } from '#domain/texts/translatable-text.ts'

/** To the buyer of an order. `what`: its goods. */
export const orderMessages = {
  'order-paid': defineMessage<{ orderId: string; what: string; orderNo: number; paidKobo: bigint; reference: string }>({
    topic: 'orders',
    push: 'never',
    lane: 'transactional',
    mail: ({ orderId, what, orderNo, paidKobo, reference }, site) => ({
      subject: `Paid: ${what}`,
      text: [
        'Good day,',
        `We have your payment of ${formatNaira(paidKobo)} for ${what}, order ${orderNo}. It is held for you: the vendor gets it once you have your food.`,
        `Reference: ${reference}`,
        `Your order: ${site}/account/orders/${orderId}`,
      ],
    }),
    notice: ({ orderId, what, orderNo, paidKobo }) => ({
      title: withValues(/*i18n*/ 'Paid: {what}', { what }),
      body: [
        withValues(/*i18n*/ 'We have your {naira} for order {number}.', {
          naira: formatNaira(paidKobo),
          number: orderNo,
        }),
        /*i18n*/ 'It is held for you until you have your food.',
      ],
      link: orderPath(orderId),
    }),
  }),
  /** An order from the cart, cancelled by its buyer. `refundKobo`: amount paid; 0 if unpaid. */
  'order-cancelled': defineMessage<{ orderId: string; what: string; orderNo: number; refundKobo: bigint }>({
    topic: 'orders',
    push: 'never',
    lane: 'transactional',
    mail: ({ orderId, what, orderNo, refundKobo }, site) => ({
      subject: `Cancelled: ${what}`,
      text: [
        'Good day,',
        refundKobo === 0n
          ? `You have cancelled your order ${orderNo}, ${what}. You had paid nothing, so you owe nothing.`
          : `You have cancelled your order ${orderNo}, ${what}. Everything you paid comes back to you: ${formatNaira(refundKobo)}, fee included: as PEPS at once, or to where you paid from in 3 to 5 business days, as you chose.`,
        `Follow it here: ${site}/account/orders/${orderId}`,
      ],
    }),
    notice: ({ orderId, what, refundKobo }) => ({
      title: withValues(/*i18n*/ 'Cancelled: {what}', { what }),
      body: allBackText(refundKobo),
      link: orderPath(orderId),
    }),
  }),
  /** An order from a buy; `checkout-expired` (payments/messages.ts) is the one for a cart. */
  'order-expired': defineMessage<{ orderId: string; buyId: string; product: string; orderNo: number }>({
    topic: 'orders',
    push: 'by-day',
    lane: 'transactional',
    mail: ({ buyId, product, orderNo }, site) => ({
      subject: `Not paid in time: ${product}`,
      text: [
        'Good day,',
        `Your order ${orderNo} in the group buy ${product} was not paid in time, so your place has been given up. You owe nothing.`,
        `The group buy: ${site}/group-buys/${buyId}`,
      ],
    }),
    notice: ({ orderId, product }) => ({
      title: withValues(/*i18n*/ 'Not paid in time: {product}', { product }),
      body: [/*i18n*/ 'Your place has been released.', /*i18n*/ 'You owe nothing.'],
      link: orderPath(orderId),
    }),
  }),
}
