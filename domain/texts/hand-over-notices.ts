// What a person reads in the app of goods that are ready and goods that have changed hands.
import { formatMoment } from '../date-text.ts'
import { deliveryNotices } from './delivery-mails.ts'
import type { HandOverMails } from './hand-over-mails.ts'
import { uncollectedNotices } from './uncollected-mails.ts'

type NoticedHandOver = Exclude<keyof HandOverMails, 'staff-invited'>
type Words = {
  [Each in NoticedHandOver]: (facts: HandOverMails[Each]) => { title: string; body: string; link: string }
}

export const handOverNotices: Words = {
  ...uncollectedNotices,
  ...deliveryNotices,
  // The code itself is on the page alone.
  'hand-over-code': ({ what, place, dueUntil, isDelivered }) => ({
    title: `Your food is ready: ${what}`,
    body: isDelivered
      ? 'It will be brought to you. Your code is here.'
      : `${place}.${dueUntil ? ` Collect it by ${formatMoment(dueUntil)}.` : ''} Your code is here.`,
    link: '/account/codes',
  }),
  'handed-over': ({ orderId, orderNo, goods, place, takenBy, claimUntil }) => ({
    title: `Handed over: order ${orderNo}`,
    body: `${goods}, at ${place}${takenBy ? `, to ${takenBy}` : ''}. Something wrong? Tell us by ${formatMoment(claimUntil)}.`,
    link: `/account/orders/${orderId}`,
  }),
  'handed-over-without-code': ({ orderId, orderNo, place }) => ({
    title: `Handed over without a code: order ${orderNo}`,
    body: `Staff at ${place} looked at papers and took a photo. If that was not you, write to us at once.`,
    link: `/account/orders/${orderId}`,
  }),
}
