// Mails and notices about fulfilment: a delivery fee that changed after payment, and closed places.

import { defineMessage } from '#domain/define-message.ts'
import { formatNaira } from '#domain/money.ts'
import { REFUND_TIMES } from '#domain/texts/mail-content.ts'
import { orderPath } from '#domain/texts/paths.ts'
import { withValues } from '#domain/texts/translatable-text.ts'

export const fulfilmentMessages = {
  /** Changed delivery fee of a paid order: the difference is refunded or was paid. */
  'delivery-changed': defineMessage<{
    orderId: string
    orderNo: number
    what: string
    kind: 'back' | 'more'
    amountKobo: bigint
    backTo: 'peps' | 'source'
  }>({
    topic: 'orders',
    push: 'never',
    lane: 'transactional',
    mail: ({ orderId, orderNo, what, kind, amountKobo, backTo }, site) => ({
      subject: `${kind === 'back' ? 'Delivery costs less' : 'Delivery costs more'}: ${what}`,
      text: [
        'Good day,',
        `You chose another way to get your order ${orderNo}, ${what}.`,
        kind === 'more'
          ? `You paid the difference of ${formatNaira(amountKobo)}, so it is brought there now.`
          : `Delivery costs ${formatNaira(amountKobo)} less. ${backTo === 'peps' ? 'It is in your PEPS already.' : `It comes back to you: ${REFUND_TIMES}`}`,
        `Your order: ${site}/account/orders/${orderId}`,
      ],
    }),
    notice: ({ orderId, what, kind, amountKobo, backTo }) => ({
      title:
        kind === 'back'
          ? withValues(/*i18n*/ 'Delivery costs less: {what}', { what })
          : withValues(/*i18n*/ 'Delivery costs more: {what}', { what }),
      body:
        kind === 'more'
          ? [
              withValues(/*i18n*/ 'You paid the difference of {naira}.', { naira: formatNaira(amountKobo) }),
              /*i18n*/ 'It is brought there now.',
            ]
          : withValues(
              backTo === 'peps' ? /*i18n*/ '{naira} is in your PEPS.' : /*i18n*/ '{naira} comes back to you.',
              {
                naira: formatNaira(amountKobo),
              },
            ),
      link: orderPath(orderId),
    }),
  }),
  'place-closed': defineMessage<{ orderId: string; orderNo: number; what: string; place: string; reason: string }>({
    topic: 'orders',
    push: 'by-day',
    lane: 'transactional',
    mail: ({ orderId, orderNo, what, place, reason }, site) => ({
      subject: `Please choose another place: ${what}`,
      text: [
        'Good day,',
        `${place}, where you wanted to collect your order ${orderNo}, ${what}, has closed.\nReason: ${reason}`,
        `Your order is safe. Please choose another place: ${site}/account/orders/${orderId}/where`,
      ],
    }),
    notice: ({ orderId, what, place, reason }) => ({
      title: withValues(/*i18n*/ 'Please choose another place: {what}', { what }),
      body: [withValues(/*i18n*/ '{place} has closed.', { place }), reason],
      link: `/account/orders/${orderId}/where`,
    }),
  }),
  /** The order is packed, and its place has closed. */
  'order-waits-for-place': defineMessage<{ orderId: string; orderNo: number; what: string; place: string }>({
    topic: 'orders',
    push: 'by-day',
    lane: 'transactional',
    mail: ({ orderId, orderNo, what, place }, site) => ({
      subject: `Your food waits for a place: ${what}`,
      text: [
        'Good day,',
        `The vendor has packed your order ${orderNo}, ${what}. ${place}, where you wanted to collect it, has closed, so it cannot be brought there.`,
        `Your order is safe. Choose another place, and the vendor makes it ready for you there: ${site}/account/orders/${orderId}/where`,
      ],
    }),
    notice: ({ orderId, what, place }) => ({
      title: withValues(/*i18n*/ 'Choose a place for your food: {what}', { what }),
      body: [
        withValues(/*i18n*/ '{place} has closed.', { place }),
        /*i18n*/ 'The vendor makes your order ready once you have chosen another.',
      ],
      link: `/account/orders/${orderId}/where`,
    }),
  }),
}
