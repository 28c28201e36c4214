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
  /** `firstDueOn` is 'YYYY-MM-DD'; `turn` is the month that was drawn for the person, null in a basket. */
  'ajo-started': defineMessage<CircleFacts & { monthlyKobo: bigint; firstDueOn: string; turn: number | null }>({
    topic: 'orders',
    push: 'by-day',
    lane: 'transactional',
    mail: ({ circleId, circle, monthlyKobo, firstDueOn, turn }, site) => ({
      subject: `Ajo has started: ${circle}`,
      text: [
        'Good day,',
        `All seats of ${circle} are taken, and the circle has started. The first ${formatNaira(monthlyKobo)} is due on ${formatDay(firstDueOn)}.${turn === null ? '' : ` The order of turns was drawn: yours is month ${turn}.`}`,
        `Pay and vote here: ${site}${circlePath(circleId)}`,
      ],
    }),
    notice: ({ circleId, circle, monthlyKobo, firstDueOn, turn }) => ({
      title: withValues(/*i18n*/ 'Ajo has started: {circle}', { circle }),
      body: [
        withValues(/*i18n*/ 'The first {naira} is due on {day}.', {
          naira: formatNaira(monthlyKobo),
          day: formatDay(firstDueOn),
        }),
        ...(turn === null ? [] : [withValues(/*i18n*/ 'Your turn is month {month}.', { month: turn })]),
      ],
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
    CircleFacts & {
      month: number
      step: ContributionReminder
      amountKobo: bigint
      dueOn: string
      closesAt: Date
      turn: TurnState
    }
  >({
    topic: 'orders',
    push: 'by-day',
    lane: 'transactional',
    mail: ({ circleId, circle, month, step, amountKobo, dueOn, closesAt, turn }, site) => ({
      subject: `${step === 'last' ? 'Last day to pay' : 'Please pay'}: ${circle}`,
      text: [
        'Good day,',
        `Month ${month} of ${circle}, ${formatNaira(amountKobo)}, ${step === 'soon' || step === 'due' ? 'is' : 'was'} due on ${formatDay(dueOn)}.`,
        `If it is not paid by ${formatMoment(closesAt)}: ${UNPAID[turn]}`,
        `Pay here: ${site}${circlePath(circleId)}`,
      ],
    }),
    notice: ({ circleId, circle, step, amountKobo, closesAt, turn }) => ({
      title: withValues(step === 'last' ? /*i18n*/ 'Last day to pay: {circle}' : /*i18n*/ 'Please pay: {circle}', {
        circle,
      }),
      body: [
        withValues(/*i18n*/ 'Your {naira} for this month must be paid by {moment}.', {
          naira: formatNaira(amountKobo),
          moment: formatMoment(closesAt),
        }),
        UNPAID[turn],
      ],
      link: circlePath(circleId),
    }),
  }),
  /** Sent to the member whose turn it is, when the month closes. `sums`: contributions in the pot. */
  'ajo-turn': defineMessage<CircleFacts & { month: number; sums: number; potKobo: bigint }>({
    topic: 'orders',
    push: 'by-day',
    lane: 'transactional',
    mail: ({ circleId, circle, month, sums, potKobo }, site) => ({
      subject: `Your turn: ${circle}`,
      text: [
        'Good day,',
        `Month ${month} of ${circle} is your turn. The sums of ${sums} members, ${formatNaira(potKobo)}, are yours now, and we hold them for you.`,
        'We order from them for you in the group buy that the circle voted for. You go on paying each month until the last one.',
        `${site}${circlePath(circleId)}`,
      ],
    }),
    notice: ({ circleId, circle, sums, potKobo }) => ({
      title: withValues(/*i18n*/ 'Your turn: {circle}', { circle }),
      body: withValues(/*i18n*/ 'The sums of {count} members, {naira}, are yours now. We order from them for you.', {
        count: sums,
        naira: formatNaira(potKobo),
      }),
      link: circlePath(circleId),
    }),
  }),
  /** Sent to a person who dropped out before their turn, when its month closes. */
  'ajo-repaid': defineMessage<CircleFacts & { returnedKobo: bigint }>({
    topic: 'orders',
    push: 'by-day',
    lane: 'transactional',
    mail: ({ circleId, circle, returnedKobo }, site) => ({
      subject: `What you put in comes back: ${circle}`,
      text: [
        'Good day,',
        `You had left ${circle} before your turn. ${formatNaira(returnedKobo)} that you had put in goes back to where you paid from, in 3 to 5 business days.`,
        `${site}${circlePath(circleId)}`,
      ],
    }),
    notice: ({ circleId, circle, returnedKobo }) => ({
      title: withValues(/*i18n*/ 'What you put in comes back: {circle}', { circle }),
      body: withValues(/*i18n*/ '{naira} goes back to where you paid from.', { naira: formatNaira(returnedKobo) }),
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
  /**
   * `returnedKobo`: goes back to where the person paid from. In a circle that takes turns, `turn` is theirs, and
   * `putInKobo` is what they have put in for others, less what they got.
   */
  'ajo-over': defineMessage<
    CircleFacts & {
      as: 'left' | 'defaulted' | 'finished' | 'stopped'
      /** `stopped`: the chief's. */
      reason: string
      returnedKobo: bigint
      putInKobo: bigint
      turn: number | null
    }
  >({
    topic: 'orders',
    push: 'by-day',
    lane: 'transactional',
    mail: ({ circleId, circle, as, reason, returnedKobo, putInKobo, turn }, site) => ({
      subject: `Ajo is over for you: ${circle}`,
      text: [
        'Good day,',
        OVER[as],
        ...(as === 'stopped' ? [`The reason: ${reason}`] : []),
        ...(returnedKobo > 0n
          ? [
              `You had ${formatNaira(returnedKobo)} left in it, and it goes back to where you paid from, in 3 to 5 business days.`,
            ]
          : putInKobo === 0n
            ? ['You had no money left in it.']
            : []),
        ...(putInKobo > 0n && as !== 'finished'
          ? [
              `${formatNaira(putInKobo)} that you put in comes back in month ${turn}, which would have been your turn, as far as the sums of that month reach.`,
            ]
          : []),
        ...(putInKobo < 0n
          ? [
              `You had your turn and still owe ${formatNaira(-putInKobo)} to the members whose turn is to come. What is left from your turn, or comes back from your order, goes to them first.`,
            ]
          : []),
        `${site}${circlePath(circleId)}`,
      ],
    }),
    notice: ({ circleId, circle, as, reason, returnedKobo, putInKobo, turn }) => ({
      title: withValues(/*i18n*/ 'Ajo is over for you: {circle}', { circle }),
      body: [
        OVER[as],
        ...(as === 'stopped' ? [withValues(/*i18n*/ 'The reason: {reason}', { reason })] : []),
        ...(returnedKobo > 0n
          ? [
              withValues(/*i18n*/ 'The {naira} that you had left goes back to where you paid from.', {
                naira: formatNaira(returnedKobo),
              }),
            ]
          : putInKobo === 0n
            ? [/*i18n*/ 'You had no money left in it.']
            : []),
        ...(putInKobo > 0n && as !== 'finished'
          ? [
              withValues(/*i18n*/ '{naira} that you put in comes back in month {month}, as far as its sums reach.', {
                naira: formatNaira(putInKobo),
                month: turn ?? 0,
              }),
            ]
          : []),
        ...(putInKobo < 0n
          ? [
              withValues(/*i18n*/ 'You still owe {naira} to the members whose turn is to come.', {
                naira: formatNaira(-putInKobo),
              }),
            ]
          : []),
      ],
      link: circlePath(circleId),
    }),
  }),
}

/** A member in a basket, or before or after their turn. */
export type TurnState = 'none' | 'before' | 'after'

const UNPAID = {
  none: /*i18n*/ 'After that you leave the circle, and what you have in it comes back to you.',
  before:
    /*i18n*/ 'After that you leave the circle, and your turn is void. What you put in comes back in the month of your turn, as far as its sums reach.',
  after:
    /*i18n*/ 'After that we take it from what is left from your turn. If that is too little, you are out of the circle and still owe the months to come.',
}

const NOT_BOUGHT = {
  no_votes: /*i18n*/ 'There was no vote for a group buy that was still open.',
  not_enough: /*i18n*/ 'No group buy with votes had enough at a price that the money pays for.',
  not_served: /*i18n*/ 'The circle has bought, but we could not place an order for you.',
}

const OVER = {
  left: /*i18n*/ 'You have left the circle.',
  defaulted: /*i18n*/ 'This month was not paid, so you are out of the circle.',
  finished: /*i18n*/ 'The last month is over, and the circle has ended.',
  stopped: /*i18n*/ 'We have ended this circle, because it must not go on.',
}
