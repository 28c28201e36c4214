// What a buyer is told while goods are on their way to the door: by mail, and in the app.
import { formatMoment, formatTime } from '../date-text.ts'
import { type FailReason, failReasons } from '../delivery-runs/failed-delivery.ts'
import type { MailTable } from './mail-words.ts'

export interface DeliveryMails {
  'delivery-planned': OnItsWay
  'delivery-out': OnItsWay
  'delivery-put-off': Order
  /** `waits`: it is not tried again, and is collected there until then. */
  'delivery-failed': Order & { reason: FailReason; waits: { place: string; until: Date | null } | null }
}

interface Order {
  orderId: string
  orderNo: number
  what: string
}

interface OnItsWay extends Order {
  from: Date
  until: Date
}

const HAVE_CODE = 'Have your code at hand. Give it only when the food is in your hands.'
const codes = (site: string) => `Your code: ${site}/account/codes`
const seeOrder = (site: string, { orderId }: Order) => `Your order: ${site}/account/orders/${orderId}`

/** "Sat 14 Mar, 9 am to 12 pm" */
const windowText = ({ from, until }: OnItsWay) => `${formatMoment(from)} to ${formatTime(until)}`

const whatNow = ({ waits }: DeliveryMails['delivery-failed']) =>
  waits
    ? `We tried twice. It now waits for you at ${waits.place}${waits.until ? ` until ${formatMoment(waits.until)}` : ''}. Your code stays the same.`
    : 'We will try again and tell you when. It costs you nothing more.'

export const deliveryMails: MailTable<DeliveryMails> = {
  'delivery-planned': (order, site) => ({
    subject: `We deliver ${windowText(order)}: ${order.what}`.slice(0, 200),
    text: [
      'Good day,',
      `Order ${order.orderNo}, ${order.what}, comes to your door ${windowText(order)}. Please see that somebody is there.`,
      `${HAVE_CODE}\n${codes(site)}`,
    ],
  }),
  'delivery-out': (order, site) => ({
    subject: `On its way: ${order.what}`.slice(0, 200),
    text: [
      'Good day,',
      `Our rider has left with order ${order.orderNo}, ${order.what}, and comes by ${formatTime(order.until)}.`,
      `${HAVE_CODE} The rider asks for it at the door, never by phone.\n${codes(site)}`,
    ],
  }),
  'delivery-put-off': (order, site) => ({
    subject: `Not today after all: ${order.what}`.slice(0, 200),
    text: [
      'Good day,',
      `Order ${order.orderNo}, ${order.what}, does not come in the time we told you. We will tell you the new one. This costs you nothing.`,
      seeOrder(site, order),
    ],
  }),
  'delivery-failed': (order, site) => ({
    subject: `We could not deliver: ${order.what}`.slice(0, 200),
    text: [
      'Good day,',
      `We could not hand over order ${order.orderNo}, ${order.what}: ${failReasons[order.reason].told}.`,
      whatNow(order),
      `Is that wrong? Tell us: ${site}/contact\n${seeOrder(site, order)}`,
    ],
  }),
}

type Words = {
  [Each in keyof DeliveryMails]: (facts: DeliveryMails[Each]) => { title: string; body: string; link: string }
}

const link = ({ orderId }: Order) => `/account/orders/${orderId}`

export const deliveryNotices: Words = {
  'delivery-planned': (order) => ({
    title: `We deliver ${windowText(order)}: ${order.what}`,
    body: 'Please see that somebody is there, with your code.',
    link: link(order),
  }),
  'delivery-out': (order) => ({
    title: `On its way: ${order.what}`,
    body: `By ${formatTime(order.until)}. ${HAVE_CODE}`,
    link: '/account/codes',
  }),
  'delivery-put-off': (order) => ({
    title: `Not today after all: ${order.what}`,
    body: 'We will tell you the new time. This costs you nothing.',
    link: link(order),
  }),
  'delivery-failed': (order) => ({
    title: `We could not deliver: ${order.what}`,
    body: `Why: ${failReasons[order.reason].told}. ${whatNow(order)}`,
    link: link(order),
  }),
}
