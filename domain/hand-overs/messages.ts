// Mails about goods that are ready or handed over, and about staff who hand them over.

import { defineMessage } from '#domain/define-message.ts'
import { orderPath } from '#domain/texts/paths.ts'
import { withValues } from '#domain/texts/translatable-text.ts'
import { formatMoment } from '#domain/time/date-text.ts'
import { conflictBuyerTexts, type HandOverConflict } from './conflict-texts.ts'
import { dutyTexts, GIVE_CODE_ONLY, type StaffDuty } from './hand-over-texts.ts'

interface HandOverFacts {
  orderId: string
  orderNo: number
  goods: string
  place: string
  /** Name of the buyer's representative; empty if the buyer came in person. */
  takenBy: string
  at: Date
  /** Set if it was written down without a network at `at`, and sent then. */
  sentAt: Date | null
  claimUntil: Date
  /** The order is completely handed over. */
  isAll: boolean
}

export const handOverMessages = {
  /** Its text is not stored in the mail log, which staff can read. `code` is formatted as "123 456". */
  'hand-over-code': defineMessage<{
    code: string
    handOverId: string
    /** The same for all hand-overs that show this code. */
    codeKey: string
    orderId: string
    orderNo: number
    what: string
    place: string
    dueUntil: Date | null
    isDelivered: boolean
  }>({
    // The hand-over takes place now or within hours.
    topic: 'orders',
    push: 'now',
    lane: 'transactional',
    mail: ({ code, orderNo, what, place, dueUntil, isDelivered }, site) => ({
      subject: `Your food is ready: ${what}`.slice(0, 200),
      text: [
        'Good day,',
        isDelivered
          ? `Order ${orderNo}, ${what}, is ready and will be brought to you.`
          : `Order ${orderNo}, ${what}, is ready at ${place}.${dueUntil ? ` Please collect it by ${formatMoment(dueUntil)}.` : ''}`,
        `Your code: ${code}`,
        `${GIVE_CODE_ONLY} Nobody from us asks for it by phone.`,
        `To show it, or to send somebody else: ${site}/account/codes`,
      ],
    }),
    notice: ({ what, place, dueUntil, isDelivered }) => ({
      title: withValues(/*i18n*/ 'Your food is ready: {what}', { what }),
      body: [
        isDelivered ? /*i18n*/ 'It will be brought to you.' : `${place}.`,
        ...(dueUntil && !isDelivered
          ? [withValues(/*i18n*/ 'Collect it by {moment}.', { moment: formatMoment(dueUntil) })]
          : []),
        /*i18n*/ 'Your code is here.',
      ],
      link: '/account/codes',
    }),
  }),
  'handed-over': defineMessage<HandOverFacts>({
    topic: 'orders',
    push: 'never',
    lane: 'transactional',
    mail: ({ orderId, orderNo, goods, place, takenBy, at, sentAt, claimUntil, isAll }, site) => ({
      subject: `Handed over: order ${orderNo}`,
      text: [
        'Good day,',
        `${place} handed over ${goods} of order ${orderNo}${takenBy ? ` to ${takenBy}` : ''}, ${formatMoment(at)}${sentAt ? `, without a network; we learned of it ${formatMoment(sentAt)}` : ''}.${isAll ? '' : ' The rest has a new code.'}`,
        `Is something missing or spoiled, or was it not you? Tell us by ${formatMoment(claimUntil)}. Then the vendor gets the money.\n${site}/account/orders/${orderId}`,
      ],
    }),
    notice: ({ orderId, orderNo, goods, place, takenBy, at, sentAt, claimUntil }) => ({
      title: withValues(/*i18n*/ 'Handed over: order {number}', { number: orderNo }),
      body: [
        `${goods}, at ${place}${takenBy ? `, to ${takenBy}` : ''}.`,
        ...(sentAt
          ? [withValues(/*i18n*/ 'It was written down without a network, {moment}.', { moment: formatMoment(at) })]
          : []),
        /*i18n*/ 'Something wrong?',
        withValues(/*i18n*/ 'Tell us by {moment}.', { moment: formatMoment(claimUntil) }),
      ],
      link: orderPath(orderId),
    }),
  }),
  /** Staff checked documents instead of a code. */
  'handed-over-without-code': defineMessage<HandOverFacts & { byShop: boolean }>({
    // In case of fraud, every hour counts.
    topic: 'orders',
    push: 'now',
    lane: 'transactional',
    mail: ({ orderId, orderNo, goods, place, at, claimUntil, byShop }, site) => ({
      subject: `Handed over without a code: order ${orderNo}`,
      text: [
        'Good day,',
        `${place} handed over ${goods} of order ${orderNo}, ${formatMoment(at)}. No code was shown: staff looked at papers, wrote down why and took a photo.`,
        ...(byShop
          ? [
              `Please tell us whether you have it: ${site}/account/orders/${orderId}\nThe shop is paid once you say so, or after ${formatMoment(claimUntil)}.`,
            ]
          : []),
        `If that was not you, write to us at once: ${site}/contact\nYou can complain until ${formatMoment(claimUntil)}: ${site}/account/orders/${orderId}`,
      ],
    }),
    notice: ({ orderId, orderNo, place }) => ({
      title: withValues(/*i18n*/ 'Handed over without a code: order {number}', { number: orderNo }),
      body: [
        withValues(/*i18n*/ 'Staff at {place} looked at papers and took a photo.', { place }),
        /*i18n*/ 'If that was not you, write to us at once.',
      ],
      link: orderPath(orderId),
    }),
  }),
  /** Staff wrote a hand-over down without a network, and it did not count. */
  'hand-over-conflict': defineMessage<{
    orderId: string
    orderNo: number
    place: string
    at: Date
    conflict: HandOverConflict
    /** The goods are still to be collected. */
    isOpen: boolean
  }>({
    // Either the goods are in the buyer's hands without proof, or somebody tried to take them.
    topic: 'orders',
    push: 'now',
    lane: 'transactional',
    mail: ({ orderId, orderNo, place, at, conflict, isOpen }, site) => ({
      subject: `A hand-over of order ${orderNo} did not count`,
      text: [
        'Good day,',
        `${place} wrote down a hand-over of order ${orderNo} without a network, ${formatMoment(at)}. It did not count. ${conflictBuyerTexts[conflict]}`,
        isOpen
          ? `If you have the goods, please show your code at the place: ${site}/account/codes
If you do not have them, they still wait for you, and you need to do nothing. No money goes to the shop.`
          : `If something is wrong, tell us: ${site}/account/orders/${orderId}`,
      ],
    }),
    notice: ({ orderId, orderNo, place, at, conflict, isOpen }) => ({
      title: withValues(/*i18n*/ 'A hand-over of order {number} did not count', { number: orderNo }),
      body: [
        withValues(/*i18n*/ '{place} wrote it down without a network, {moment}.', { place, moment: formatMoment(at) }),
        conflictBuyerTexts[conflict],
        ...(isOpen
          ? [
              /*i18n*/ 'If you have the goods, show your code at the place.',
              /*i18n*/ 'If not, they still wait for you, and no money goes to the shop.',
            ]
          : []),
      ],
      link: orderPath(orderId),
    }),
  }),
  'staff-invited': defineMessage<{ place: string; duty: StaffDuty }>({
    mailOnly: 'is sent to an address: the invitee need not be a member',
    lane: 'anonymous',
    mail: ({ place, duty }, site) => ({
      subject: `${place} invites you to its staff`,
      text: [
        'Good day,',
        `${place} would like you to ${dutyTexts[duty]}. You would see who collects what, and no money.`,
        `To accept, sign in with this address within 14 days:\n${site}/work`,
        'If you do not know this shop, do nothing.',
      ],
    }),
  }),
}
