// Notices about goods that are ready or handed over.
import { formatMoment } from '../date-text.ts'
import { deliveryNotices } from './delivery-mails.ts'
import type { HandOverMails } from './hand-over-mails.ts'
import type { NoticeTable } from './notice-content.ts'
import { uncollectedNotices } from './uncollected-mails.ts'

export const handOverNotices: NoticeTable<Omit<HandOverMails, 'staff-invited'>> = {
  ...uncollectedNotices,
  ...deliveryNotices,
  // The code is shown on the page only.
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
