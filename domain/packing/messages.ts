// Mails about goods that are ready, and about short or damaged deliveries.

import { defineMessage } from '#domain/define-message.ts'
import { formatNaira } from '#domain/money.ts'
import { orderPath } from '#domain/texts/paths.ts'
import { formatInEnglish, type TranslatableText, withValues } from '#domain/texts/translatable-text.ts'
import { formatDay } from '#domain/time/date-text.ts'

interface ReadyOrder {
  orderId: string
  orderNo: number
  what: string
  way: 'pickup' | 'delivery' | 'stockpile'
  /** Name and street of the place; for a delivery, the party that delivers. */
  place: string
  /** "Mon to Fri 8 am to 6 pm"; empty if unknown. */
  times: string
  instructions: string
  /** 'YYYY-MM-DD', if there is one. */
  shareDate: string | null
}

const readyTitles = {
  delivery: /*i18n*/ 'Packed for delivery: {what}',
  stockpile: /*i18n*/ 'In the store: {what}',
  pickup: /*i18n*/ 'Ready to collect: {what}',
} as const

const readyTitle = ({ way, what }: ReadyOrder) => withValues(readyTitles[way], { what })

/** Place and time of collection or delivery, in sentences. */
function readyWhere({ way, place, times, shareDate }: ReadyOrder): TranslatableText {
  const day = shareDate && formatDay(shareDate)
  if (way === 'delivery') {
    return [
      withValues(/*i18n*/ '{place} brings it to your door.', { place }),
      day ? withValues(/*i18n*/ 'From {day} you can expect it.', { day }) : /*i18n*/ 'From now on you can expect it.',
    ]
  }
  const template = readyFrom[way][day ? 'later' : 'now'][times ? 'withTimes' : 'always']
  return [
    way === 'stockpile'
      ? withValues(/*i18n*/ 'It is kept for you at {place}.', { place })
      : withValues(/*i18n*/ 'Collect it at {place}.', { place }),
    withValues(template, { day: day ?? '', times }),
  ]
}

const readyFrom = {
  stockpile: {
    now: {
      withTimes: /*i18n*/ 'From now on you can collect it, in parts too, {times}.',
      always: /*i18n*/ 'From now on you can collect it, in parts too.',
    },
    later: {
      withTimes: /*i18n*/ 'From {day} you can collect it, in parts too, {times}.',
      always: /*i18n*/ 'From {day} you can collect it, in parts too.',
    },
  },
  pickup: {
    now: { withTimes: /*i18n*/ 'From now on, {times}.', always: /*i18n*/ 'From now on.' },
    later: { withTimes: /*i18n*/ 'From {day}, {times}.', always: /*i18n*/ 'From {day}.' },
  },
} as const

const whyItWaits = (isByWeight: boolean): string =>
  isByWeight ? 'The weight is low or the amount large' : 'The amount is large'

export const packingMessages = {
  'order-ready': defineMessage<ReadyOrder>({
    topic: 'orders',
    push: 'by-day',
    lane: 'transactional',
    mail: (order, site) => ({
      subject: formatInEnglish(readyTitle(order)),
      text: [
        'Good day,',
        `Your order ${order.orderNo}, ${order.what}, is packed.`,
        formatInEnglish(readyWhere(order)),
        ...(order.instructions ? [order.instructions] : []),
        `Your order: ${site}/account/orders/${order.orderId}`,
      ],
    }),
    notice: (ready) => ({
      title: readyTitle(ready),
      body: readyWhere(ready),
      link: orderPath(ready.orderId),
    }),
  }),
  /** A hub has corrected its count of a load of the shop. */
  'load-corrected': defineMessage<{
    what: string
    place: string
    part: number
    from: number
    to: number
    reason: string
  }>({
    topic: 'orders',
    push: 'by-day',
    lane: 'transactional',
    mail: ({ what, place, part, from, to, reason }, site) => ({
      subject: `The count of your load was corrected: ${what}`,
      text: [
        'Good day,',
        `${place} has corrected load ${part} of ${what} from ${from} to ${to}.\nReason: ${reason}`,
        'What is missing on arrival is at your cost, what is lost later is not. If you see it differently, write to us.',
        `Your goods at every place: ${site}/vendor/goods\nQuestions: ${site}/contact`,
      ],
    }),
    notice: ({ what, place, part, from, to }) => ({
      title: `The count of your load was corrected: ${what}`,
      body: `${place}, load ${part}: ${to} instead of ${from}.`,
      link: '/vendor/goods',
    }),
  }),
  /** `amount`: "12 of 300 kg short". `byHub`: some of it was lost after the hub's weigh-in. */
  'short-delivery-shop': defineMessage<{
    what: string
    amount: string
    reason: string
    orders: number
    goodsKobo: bigint
    byHub: boolean
    /** The weight found of goods that are sold by weight, and not a short delivery. */
    isByWeight?: boolean
    /** The shortfall is too large for one person to enter alone, and waits for an answer. */
    waits: boolean
    /** Time for the shop's answer; null if only a manager answers. */
    answerHours: number | null
    minutes: number
  }>({
    topic: 'orders',
    push: 'by-day',
    lane: 'transactional',
    mail: (
      { what, amount, reason, orders, goodsKobo, byHub, isByWeight = false, waits, answerHours, minutes },
      site,
    ) => ({
      subject: `${isByWeight ? 'Low weight' : 'Short or damaged'}: ${what}`,
      text: [
        'Good day,',
        `${amount}: ${what}.\nReason: ${reason}`,
        `${isByWeight ? 'It concerns' : 'It is shared out over'} ${orders === 1 ? 'one order' : `${orders} orders`}: ${formatNaira(goodsKobo)} of goods, with their part of the fee. None of it had been released to you.`,
        waits
          ? answerHours === null
            ? `${whyItWaits(isByWeight)}, so the manager of your region reviews it before the buyers are refunded.`
            : `${whyItWaits(isByWeight)}, so it needs your answer within ${answerHours} hours. If you do not answer, it counts as accepted.`
          : `The buyers get their money back in ${minutes} minutes. Until then it can be withdrawn where it was entered.`,
        byHub
          ? 'Some of it was lost after our hub had weighed it in. We bear that part: our staff will reimburse you and write to you about it.'
          : isByWeight
            ? 'Buyers pay for the weight that is found, so it is at your cost.'
            : 'It was missing when the goods arrived, so it is at your cost.',
        `Your packing: ${site}/vendor/packing\nQuestions: ${site}/contact`,
      ],
    }),
    notice: ({ what, amount, reason, waits, answerHours }) => ({
      title: `${amount}: ${what}`,
      body: `${reason}${/[.!?]$/.test(reason) ? '' : '.'} ${waits ? (answerHours === null ? 'The manager of your region looks at it.' : `Please answer within ${answerHours} hours.`) : 'The buyers get their money back.'}`,
      link: '/vendor/packing',
    }),
  }),
}
