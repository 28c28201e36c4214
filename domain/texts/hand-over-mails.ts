// Mails about goods that are ready or handed over, and about staff who hand them over.
import { formatMoment } from '../date-text.ts'
import { type DeliveryMails, deliveryMails } from './delivery-mails.ts'
import type { MailTable } from './mail-content.ts'
import { type UncollectedMails, uncollectedMails } from './uncollected-mails.ts'

export const GIVE_CODE_ONLY = /*i18n*/ 'Give this code only when the food is in your hands.'

export interface HandOverMails extends DeliveryMails, UncollectedMails {
  /** Its text is not stored in the mail log, which staff can read. `code` is formatted as "123 456". */
  'hand-over-code': {
    code: string
    orderId: string
    orderNo: number
    what: string
    place: string
    dueUntil: Date | null
    isDelivered: boolean
  }
  'handed-over': HandOverFacts
  /** Staff checked documents instead of a code. */
  'handed-over-without-code': HandOverFacts & { byShop: boolean }
  'staff-invited': { place: string; duty: StaffDuty }
}

export type StaffDuty = 'hand-over' | 'delivery'

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

export const handOverMails: MailTable<HandOverMails> = {
  ...uncollectedMails,
  ...deliveryMails,
  'hand-over-code': ({ code, orderNo, what, place, dueUntil, isDelivered }, site) => ({
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
  'handed-over': ({ orderId, orderNo, goods, place, takenBy, at, claimUntil, isAll }, site) => ({
    subject: `Handed over: order ${orderNo}`,
    text: [
      'Good day,',
      `${place} handed over ${goods} of order ${orderNo}${takenBy ? ` to ${takenBy}` : ''}, ${formatMoment(at)}.${isAll ? '' : ' The rest has a new code.'}`,
      `Is something missing or spoiled, or was it not you? Tell us by ${formatMoment(claimUntil)}. Then the vendor gets the money.\n${site}/account/orders/${orderId}`,
    ],
  }),
  'handed-over-without-code': ({ orderId, orderNo, goods, place, at, claimUntil, byShop }, site) => ({
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
  'staff-invited': ({ place, duty }, site) => ({
    subject: `${place} invites you to its staff`,
    text: [
      'Good day,',
      `${place} would like you to ${dutyTexts[duty]}. You would see who collects what, and no money.`,
      `To accept, sign in with this address within 14 days:\n${site}/handover`,
      'If you do not know this shop, do nothing.',
    ],
  }),
}

export const dutyTexts: Record<StaffDuty, string> = {
  'hand-over': 'hand goods over to buyers',
  delivery: 'deliver goods to buyers',
}
