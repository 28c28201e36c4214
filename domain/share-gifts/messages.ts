// Messages about a share that is given away: to the person it is for, and to the giver.
import { defineMessage } from '#domain/define-message.ts'
import { formatNaira } from '#domain/money.ts'
import { countUnits } from '#domain/products/units.ts'
import { REFUND_TIMES } from '#domain/texts/mail-content.ts'
import { orderPath, sharePath } from '#domain/texts/paths.ts'
import { withValues } from '#domain/texts/translatable-text.ts'
import { formatMoment } from '#domain/time/date-text.ts'

interface OfferFacts {
  giftId: string
  giver: string
  product: string
  unit: string
  quantity: number
  /** The most that the receiver pays, fee included. */
  dueKobo: bigint
  note: string
  until: Date
}

const offerMail = (
  { giftId, giver, product, unit, quantity, dueKobo, note, until }: OfferFacts,
  { site, next }: { site: string; next: string },
) => ({
  subject: `A share for you: ${product}`.slice(0, 200),
  text: [
    'Good day,',
    `${giver || 'Somebody'} has a share in a group buy and wants to give you the place: ${countUnits(quantity, unit)} of ${product}. You would pay at most ${formatNaira(dueKobo)}, fee included, and collect the food.`,
    ...(note ? [`"${note}"`] : []),
    `${next} ${site}${sharePath(giftId)}`,
    `The offer ends on ${formatMoment(until)}. You owe nothing unless you accept and pay.`,
  ],
})

export const shareMessages = {
  'share-offered': defineMessage<OfferFacts>({
    topic: 'orders',
    push: 'now',
    isPublic: true,
    lane: 'transactional',
    mail: (facts, site) => offerMail(facts, { site, next: 'See it and accept:' }),
    notice: ({ giftId, giver, product, unit, quantity, until }) => ({
      title: withValues(/*i18n*/ 'A share for you: {product}', { product }),
      body: withValues(/*i18n*/ '{giver} gives you {units}, if you accept and pay by {moment}.', {
        giver,
        units: countUnits(quantity, unit),
        moment: formatMoment(until),
      }),
      link: sharePath(giftId),
    }),
  }),
  'share-invited': defineMessage<OfferFacts>({
    mailOnly: 'The person has no account with this address yet; the link leads to the offer.',
    lane: 'transactional',
    mail: (facts, site) => offerMail(facts, { site, next: 'Open an account with this e-mail address to accept:' }),
  }),
  /** To the giver. `refundKobo`: what they had paid; 0 if nothing. */
  'share-taken': defineMessage<{
    orderId: string
    product: string
    orderNo: number
    receiver: string
    refundKobo: bigint
  }>({
    topic: 'orders',
    push: 'by-day',
    lane: 'transactional',
    mail: ({ orderId, product, orderNo, receiver, refundKobo }, site) => ({
      subject: `Your share was taken: ${product}`.slice(0, 200),
      text: [
        'Good day,',
        `${receiver || 'The new buyer'} has paid for your share in the group buy ${product}, so your order ${orderNo} has ended, free of charge.`,
        refundKobo === 0n
          ? 'You had paid nothing, so you owe nothing.'
          : `All you paid comes back to you, ${formatNaira(refundKobo)}, fee included: ${REFUND_TIMES}`,
        `Your order: ${site}${orderPath(orderId)}`,
      ],
    }),
    notice: ({ orderId, product, receiver, refundKobo }) => ({
      title: withValues(/*i18n*/ 'Your share was taken: {product}', { product }),
      body: [
        withValues(/*i18n*/ '{receiver} has paid for it.', { receiver }),
        refundKobo === 0n
          ? /*i18n*/ 'You owe nothing.'
          : withValues(/*i18n*/ 'Everything you paid comes back to you: {naira}.', { naira: formatNaira(refundKobo) }),
      ],
      link: orderPath(orderId),
    }),
  }),
  /** To the giver, who still has the share. */
  'share-not-taken': defineMessage<{ orderId: string; product: string; declined: boolean }>({
    topic: 'orders',
    push: 'by-day',
    lane: 'transactional',
    mail: ({ orderId, product, declined }, site) => ({
      subject: `You still have your share: ${product}`.slice(0, 200),
      text: [
        'Good day,',
        declined
          ? `The person to whom you offered your share in the group buy ${product} does not want it. You still have it.`
          : `Nobody took the share in the group buy ${product} that you offered. You still have it.`,
        `You can offer it again until payment is due: ${site}${orderPath(orderId)}`,
      ],
    }),
    notice: ({ orderId, product, declined }) => ({
      title: withValues(/*i18n*/ 'You still have your share: {product}', { product }),
      body: declined
        ? /*i18n*/ 'The person you offered it to does not want it. You can offer it to somebody else.'
        : /*i18n*/ 'Nobody took it in time. You can offer it again.',
      link: orderPath(orderId),
    }),
  }),
  /** To a person who had accepted it. */
  'share-withdrawn': defineMessage<{ giftId: string; product: string; giver: string }>({
    topic: 'orders',
    push: 'by-day',
    lane: 'transactional',
    mail: ({ giftId, product, giver }, site) => ({
      subject: `No longer on offer: ${product}`.slice(0, 200),
      text: [
        'Good day,',
        `${giver || 'The giver'} no longer gives the share in the group buy ${product} that you had accepted. You owe nothing.`,
        `${site}${sharePath(giftId)}`,
      ],
    }),
    notice: ({ giftId, product }) => ({
      title: withValues(/*i18n*/ 'No longer on offer: {product}', { product }),
      body: /*i18n*/ 'The giver keeps the share that you had accepted. You owe nothing.',
      link: sharePath(giftId),
    }),
  }),
}
