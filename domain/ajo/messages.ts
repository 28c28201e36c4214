// Messages to the members of a circle of ajo.
import { defineMessage } from '#domain/define-message.ts'
import { formatNaira } from '#domain/money.ts'
import { countUnits } from '#domain/products/units.ts'
import { circlePath } from '#domain/texts/paths.ts'
import { withValues } from '#domain/texts/translatable-text.ts'
import { formatDay, formatMoment } from '#domain/time/date-text.ts'
import type { ContributionReminder } from './circle.ts'

interface CircleFacts {
  circleId: string
  circle: string
}

export const ajoMessages = {
  /** `firstDueOn` is 'YYYY-MM-DD'. */
  'ajo-started': defineMessage<CircleFacts & { monthlyKobo: bigint; firstDueOn: string }>({
    topic: 'orders',
    push: 'by-day',
    lane: 'transactional',
    mail: ({ circleId, circle, monthlyKobo, firstDueOn }, site) => ({
      subject: `Ajo has started: ${circle}`,
      text: [
        'Good day,',
        `All seats of ${circle} are taken, and the circle has started. The first ${formatNaira(monthlyKobo)} is due on ${formatDay(firstDueOn)}.`,
        `Pay and vote here: ${site}${circlePath(circleId)}`,
      ],
    }),
    notice: ({ circleId, circle, monthlyKobo, firstDueOn }) => ({
      title: withValues(/*i18n*/ 'Ajo has started: {circle}', { circle }),
      body: withValues(/*i18n*/ 'The first {naira} is due on {day}.', {
        naira: formatNaira(monthlyKobo),
        day: formatDay(firstDueOn),
      }),
      link: circlePath(circleId),
    }),
  }),
  'ajo-paid': defineMessage<CircleFacts & { month: number; paidKobo: bigint }>({
    topic: 'orders',
    push: 'never',
    lane: 'transactional',
    mail: ({ circleId, circle, month, paidKobo }, site) => ({
      subject: `Paid: month ${month} of ${circle}`,
      text: [
        'Good day,',
        `We have your ${formatNaira(paidKobo)} for month ${month} of ${circle}. We hold it for you until the circle buys.`,
        `Vote for what it buys: ${site}${circlePath(circleId)}`,
      ],
    }),
    notice: ({ circleId, circle, month, paidKobo }) => ({
      title: withValues(/*i18n*/ 'Paid: month {month} of {circle}', { month, circle }),
      body: withValues(/*i18n*/ 'We have your {naira} and hold it for you until the circle buys.', {
        naira: formatNaira(paidKobo),
      }),
      link: circlePath(circleId),
    }),
  }),
  'ajo-reminder': defineMessage<
    CircleFacts & { month: number; step: ContributionReminder; amountKobo: bigint; dueOn: string; closesAt: Date }
  >({
    topic: 'orders',
    push: 'by-day',
    lane: 'transactional',
    mail: ({ circleId, circle, month, step, amountKobo, dueOn, closesAt }, site) => ({
      subject: `${step === 'last' ? 'Last day to pay' : 'Please pay'}: ${circle}`,
      text: [
        'Good day,',
        `Month ${month} of ${circle}, ${formatNaira(amountKobo)}, ${step === 'soon' || step === 'due' ? 'is' : 'was'} due on ${formatDay(dueOn)}.`,
        `If it is not paid by ${formatMoment(closesAt)}, you leave the circle. What you have in it comes back to you.`,
        `Pay here: ${site}${circlePath(circleId)}`,
      ],
    }),
    notice: ({ circleId, circle, step, amountKobo, closesAt }) => ({
      title: withValues(step === 'last' ? /*i18n*/ 'Last day to pay: {circle}' : /*i18n*/ 'Please pay: {circle}', {
        circle,
      }),
      body: withValues(
        /*i18n*/ 'Your {naira} for this month must be paid by {moment}. After that you leave the circle, and what you have in it comes back to you.',
        { naira: formatNaira(amountKobo), moment: formatMoment(closesAt) },
      ),
      link: circlePath(circleId),
    }),
  }),
  'ajo-bought': defineMessage<
    CircleFacts & { orderId: string; product: string; unit: string; quantity: number; amountKobo: bigint }
  >({
    topic: 'orders',
    push: 'by-day',
    lane: 'transactional',
    mail: ({ orderId, circle, product, unit, quantity, amountKobo }, site) => ({
      subject: `Bought: ${product}`,
      text: [
        'Good day,',
        `${circle} has bought ${product}. Your own order is ${countUnits(quantity, unit)}, paid with ${formatNaira(amountKobo)} of your money in the circle.`,
        'If the price falls, the difference goes back to your money in the circle.',
        `Choose where you receive it: ${site}/account/orders/${orderId}`,
      ],
    }),
    notice: ({ circleId, circle, product, unit, quantity, amountKobo }) => ({
      title: withValues(/*i18n*/ '{circle} has bought {product}', { circle, product }),
      body: withValues(/*i18n*/ 'You get {units}, paid with {naira} of your money in the circle.', {
        units: countUnits(quantity, unit),
        naira: formatNaira(amountKobo),
      }),
      link: circlePath(circleId),
    }),
  }),
  /** `why`: no vote, not enough for everybody, or an order that could not be placed for this member alone. */
  'ajo-not-bought': defineMessage<CircleFacts & { why: 'no_votes' | 'not_enough' | 'not_served' }>({
    topic: 'orders',
    push: 'by-day',
    lane: 'transactional',
    mail: ({ circleId, circle, why }, site) => ({
      subject: `Nothing bought this month: ${circle}`,
      text: [
        'Good day,',
        `${NOT_BOUGHT[why]} Your money stays in the circle for the next month.`,
        `${site}${circlePath(circleId)}`,
      ],
    }),
    notice: ({ circleId, circle, why }) => ({
      title: withValues(/*i18n*/ 'Nothing bought this month: {circle}', { circle }),
      body: [NOT_BOUGHT[why], /*i18n*/ 'Your money stays in the circle for the next month.'],
      link: circlePath(circleId),
    }),
  }),
  /** `returnedKobo`: goes back to where the person paid from. */
  'ajo-over': defineMessage<CircleFacts & { as: 'left' | 'defaulted' | 'finished'; returnedKobo: bigint }>({
    topic: 'orders',
    push: 'by-day',
    lane: 'transactional',
    mail: ({ circleId, circle, as, returnedKobo }, site) => ({
      subject: `Ajo is over for you: ${circle}`,
      text: [
        'Good day,',
        OVER[as],
        returnedKobo === 0n
          ? 'You had no money left in it.'
          : `You had ${formatNaira(returnedKobo)} left in it, and it goes back to where you paid from, in 3 to 5 business days.`,
        `${site}${circlePath(circleId)}`,
      ],
    }),
    notice: ({ circleId, circle, as, returnedKobo }) => ({
      title: withValues(/*i18n*/ 'Ajo is over for you: {circle}', { circle }),
      body: [
        OVER[as],
        returnedKobo === 0n
          ? /*i18n*/ 'You had no money left in it.'
          : withValues(/*i18n*/ 'The {naira} that you had left goes back to where you paid from.', {
              naira: formatNaira(returnedKobo),
            }),
      ],
      link: circlePath(circleId),
    }),
  }),
}

const NOT_BOUGHT = {
  no_votes: /*i18n*/ 'There was no vote for a group buy that was still open.',
  not_enough: /*i18n*/ 'No group buy with votes had enough for everybody at a price that all of you could pay.',
  not_served: /*i18n*/ 'The circle has bought, but we could not place an order for you.',
}

const OVER = {
  left: /*i18n*/ 'You have left the circle.',
  defaulted: /*i18n*/ 'This month was not paid, so you are out of the circle.',
  finished: /*i18n*/ 'The last month is over, and the circle has ended.',
}
