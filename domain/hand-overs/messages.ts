// Mails about goods that are ready or handed over, and about staff who hand them over.

import { defineMessage } from '#domain/define-message.ts'
import { orderPath } from '#domain/texts/paths.ts'
import { withValues } from '#domain/texts/translatable-text.ts'
import { formatMoment } from '#domain/time/date-text.ts'
import { dutyTexts, GIVE_CODE_ONLY, type StaffDuty } from './hand-over-texts.ts'

interface HandOverFacts {
  orderId: string
  orderNo: number
  goods: string
  place: string
  /** Name of the buyer's representative; empty if the buyer came in person. */
  takenBy: string
  at: Date
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
    mail: ({ orderId, orderNo, goods, place, takenBy, at, claimUntil, isAll }, site) => ({
      subject: `Handed over: order ${orderNo}`,
      text: [
        'Good day,',
        `${place} handed over ${goods} of order ${orderNo}${takenBy ? ` to ${takenBy}` : ''}, ${formatMoment(at)}.${isAll ? '' : ' The rest has a new code.'}`,
        `Is something missing or spoiled, or was it not you? Tell us by ${formatMoment(claimUntil)}. Then the vendor gets the money.\n${site}/account/orders/${orderId}`,
      ],
    }),
    notice: ({ orderId, orderNo, goods, place, takenBy, claimUntil }) => ({
      title: withValues(/*i18n*/ 'Handed over: order {number}', { number: orderNo }),
      body: [
        `${goods}, at ${place}${takenBy ? `, to ${takenBy}` : ''}.`,
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
