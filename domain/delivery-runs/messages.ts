// Mails and notices to buyers about home delivery.
import { formatMoment, formatTime } from '../date-text.ts'
import { defineMessage } from '../define-message.ts'
import { orderPath } from '../texts/paths.ts'
import { type FailReason, failReasons } from './failed-delivery.ts'

interface DeliveredOrder {
  orderId: string
  orderNo: number
  what: string
}

interface PlannedDelivery extends DeliveredOrder {
  from: Date
  until: Date
}

type FailedDelivery = DeliveredOrder & { reason: FailReason; waits: { place: string; until: Date | null } | null }

const HAVE_CODE = 'Have your code at hand. Give it only when the food is in your hands.'
const codeLine = (site: string) => `Your code: ${site}/account/codes`
const orderLine = (site: string, { orderId }: DeliveredOrder) => `Your order: ${site}/account/orders/${orderId}`

/** "Sat 14 Mar, 9 am to 12 noon" */
const windowText = ({ from, until }: PlannedDelivery) => `${formatMoment(from)} to ${formatTime(until)}`

const afterFailureText = ({ waits }: FailedDelivery) =>
  waits
    ? `We tried twice. It now waits for you at ${waits.place}${waits.until ? ` until ${formatMoment(waits.until)}` : ''}. Your code stays the same.`
    : 'We will try again and tell you when. It costs you nothing more.'

export const deliveryMessages = {
  'delivery-planned': defineMessage<PlannedDelivery>({
    topic: 'orders',
    push: 'by-day',
    lane: 'acts',
    mail: (order, site) => ({
      subject: `We deliver ${windowText(order)}: ${order.what}`.slice(0, 200),
      text: [
        'Good day,',
        `Order ${order.orderNo}, ${order.what}, comes to your door ${windowText(order)}. Please see that somebody is there.`,
        `${HAVE_CODE}\n${codeLine(site)}`,
      ],
    }),
    notice: (order) => ({
      title: `We deliver ${windowText(order)}: ${order.what}`,
      body: 'Please see that somebody is there, with your code.',
      link: orderPath(order.orderId),
    }),
  }),
  'delivery-out': defineMessage<PlannedDelivery>({
    topic: 'orders',
    push: 'now',
    lane: 'acts',
    mail: (order, site) => ({
      subject: `On its way: ${order.what}`.slice(0, 200),
      text: [
        'Good day,',
        `Our rider has left with order ${order.orderNo}, ${order.what}, and comes by ${formatTime(order.until)}.`,
        `${HAVE_CODE} The rider asks for it at the door, never by phone.\n${codeLine(site)}`,
      ],
    }),
    notice: (order) => ({
      title: `On its way: ${order.what}`,
      body: `By ${formatTime(order.until)}. ${HAVE_CODE}`,
      link: '/account/codes',
    }),
  }),
  'delivery-put-off': defineMessage<DeliveredOrder>({
    topic: 'orders',
    push: 'now',
    lane: 'acts',
    mail: (order, site) => ({
      subject: `Delivery postponed: ${order.what}`.slice(0, 200),
      text: [
        'Good day,',
        `Order ${order.orderNo}, ${order.what}, will not arrive in the window we told you. We will tell you the new one. This costs you nothing.`,
        orderLine(site, order),
      ],
    }),
    notice: (order) => ({
      title: `Delivery postponed: ${order.what}`,
      body: 'We will tell you the new time. This costs you nothing.',
      link: orderPath(order.orderId),
    }),
  }),
  /** `waits`: there is no further attempt, and the goods can be collected there until then. */
  'delivery-failed': defineMessage<FailedDelivery>({
    topic: 'orders',
    push: 'now',
    lane: 'acts',
    mail: (order, site) => ({
      subject: `We could not deliver: ${order.what}`.slice(0, 200),
      text: [
        'Good day,',
        `We could not hand over order ${order.orderNo}, ${order.what}: ${failReasons[order.reason].buyerText}.`,
        afterFailureText(order),
        `Is that wrong? Tell us: ${site}/contact\n${orderLine(site, order)}`,
      ],
    }),
    notice: (order) => ({
      title: `We could not deliver: ${order.what}`,
      body: `Why: ${failReasons[order.reason].buyerText}. ${afterFailureText(order)}`,
      link: orderPath(order.orderId),
    }),
  }),
}
