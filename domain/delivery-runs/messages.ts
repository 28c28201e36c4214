// Mails and notices to buyers about home delivery.

import { defineMessage } from '#domain/define-message.ts'
import { orderPath } from '#domain/texts/paths.ts'
import { formatInEnglish, type TextTemplate, translatedValue, withValues } from '#domain/texts/translatable-text.ts'
import { formatMoment, formatTime } from '#domain/time/date-text.ts'
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

interface TakenRun {
  place: string
  from: Date
  until: Date
  hasLeft: boolean
  stopCount: number
  /** The next open stop; null without one. */
  next: { orderNo: number; area: string } | null
}

function takenRunText({ from, until, hasLeft, stopCount, next }: TakenRun): string {
  const stops = stopCount === 1 ? '1 stop is' : `${stopCount} stops are`
  const first = next ? ` Next is order ${next.orderNo}, in ${next.area}.` : ''
  return `${windowText({ from, until })}: ${stops} open.${first}${hasLeft ? ' It has left already.' : ''}`
}

const HAVE_CODE = [/*i18n*/ 'Have your code at hand.', /*i18n*/ 'Give it only when the food is in your hands.'] as const
const codeLine = (site: string) => `Your code: ${site}/account/codes`
const orderLine = (site: string, { orderId }: DeliveredOrder) => `Your order: ${site}/account/orders/${orderId}`

/** "Sat 14 Mar, 9 am to 12 noon" */
const windowText = ({ from, until }: Pick<PlannedDelivery, 'from' | 'until'>) =>
  `${formatMoment(from)} to ${formatTime(until)}`

function afterFailureTexts({ waits }: FailedDelivery): (string | TextTemplate)[] {
  if (!waits) return [/*i18n*/ 'We will try again and tell you when.', /*i18n*/ 'It costs you nothing more.']
  const { place, until } = waits
  return [
    /*i18n*/ 'We tried twice.',
    until
      ? withValues(/*i18n*/ 'It now waits for you at {place} until {moment}.', { place, moment: formatMoment(until) })
      : withValues(/*i18n*/ 'It now waits for you at {place}.', { place }),
    /*i18n*/ 'Your code stays the same.',
  ]
}

export const deliveryMessages = {
  'delivery-planned': defineMessage<PlannedDelivery>({
    topic: 'orders',
    push: 'by-day',
    lane: 'transactional',
    mail: (order, site) => ({
      subject: `We deliver ${windowText(order)}: ${order.what}`.slice(0, 200),
      text: [
        'Good day,',
        `Order ${order.orderNo}, ${order.what}, comes to your door ${windowText(order)}. Please see that somebody is there.`,
        `${formatInEnglish(HAVE_CODE)}\n${codeLine(site)}`,
      ],
    }),
    notice: (order) => ({
      title: withValues(/*i18n*/ 'We deliver {window}: {what}', { window: windowText(order), what: order.what }),
      body: /*i18n*/ 'Please see that somebody is there, with your code.',
      link: orderPath(order.orderId),
    }),
  }),
  'delivery-out': defineMessage<PlannedDelivery>({
    topic: 'orders',
    push: 'now',
    lane: 'transactional',
    mail: (order, site) => ({
      subject: `On its way: ${order.what}`.slice(0, 200),
      text: [
        'Good day,',
        `Our rider has left with order ${order.orderNo}, ${order.what}, and comes by ${formatTime(order.until)}.`,
        `${formatInEnglish(HAVE_CODE)} The rider asks for it at the door, never by phone.\n${codeLine(site)}`,
      ],
    }),
    notice: (order) => ({
      title: withValues(/*i18n*/ 'On its way: {what}', { what: order.what }),
      body: [withValues(/*i18n*/ 'By {time}.', { time: formatTime(order.until) }), ...HAVE_CODE],
      link: '/account/codes',
    }),
  }),
  'delivery-postponed': defineMessage<DeliveredOrder>({
    topic: 'orders',
    push: 'now',
    lane: 'transactional',
    mail: (order, site) => ({
      subject: `Delivery postponed: ${order.what}`.slice(0, 200),
      text: [
        'Good day,',
        `Order ${order.orderNo}, ${order.what}, will not arrive in the window we told you. We will tell you the new one. This costs you nothing.`,
        orderLine(site, order),
      ],
    }),
    notice: (order) => ({
      title: withValues(/*i18n*/ 'Delivery postponed: {what}', { what: order.what }),
      body: [/*i18n*/ 'We will tell you the new time.', /*i18n*/ 'This costs you nothing.'],
      link: orderPath(order.orderId),
    }),
  }),
  /** To the rider who takes over a run of somebody else. The address of the next stop is on the page of the run. */
  'run-taken-over': defineMessage<TakenRun>({
    topic: 'orders',
    push: 'now',
    lane: 'transactional',
    mail: (run, site) => ({
      subject: `A delivery run is yours now: ${run.place}`.slice(0, 200),
      text: ['Good day,', takenRunText(run), `Your run: ${site}/my-run`],
    }),
    notice: (run) => ({
      title: `A delivery run is yours now: ${run.place}`,
      body: takenRunText(run),
      link: '/my-run',
    }),
  }),
  /** `waits`: there is no further attempt, and the goods can be collected there until then. */
  'delivery-failed': defineMessage<FailedDelivery>({
    topic: 'orders',
    push: 'now',
    lane: 'transactional',
    mail: (order, site) => ({
      subject: `We could not deliver: ${order.what}`.slice(0, 200),
      text: [
        'Good day,',
        `We could not hand over order ${order.orderNo}, ${order.what}: ${failReasons[order.reason].buyerText}.`,
        formatInEnglish(afterFailureTexts(order)),
        `Is that wrong? Tell us: ${site}/contact\n${orderLine(site, order)}`,
      ],
    }),
    notice: (order) => ({
      title: withValues(/*i18n*/ 'We could not deliver: {what}', { what: order.what }),
      body: [
        withValues(/*i18n*/ 'Why: {reason}.', { reason: translatedValue(failReasons[order.reason].buyerText) }),
        ...afterFailureTexts(order),
      ],
      link: orderPath(order.orderId),
    }),
  }),
}
