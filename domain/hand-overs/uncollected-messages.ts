// Mails and notices about goods waiting to be collected, and about decisions on uncollected goods.

import { defineMessage } from '#domain/define-message.ts'
import { formatNaira } from '#domain/money.ts'
import { orderPath } from '#domain/texts/paths.ts'
import {
  formatInEnglish,
  type TextTemplate,
  type TranslatableText,
  withValues,
} from '#domain/texts/translatable-text.ts'
import { formatMoment } from '#domain/time/date-text.ts'
import type { ReminderStep } from './reminders.ts'
import type { UncollectedDecision } from './uncollected.ts'

interface ReminderFacts {
  orderId: string
  orderNo: number
  /** Remaining goods: "2 x Rice, bag; 1 x Beans, bag". */
  what: string
  place: string
  kind: 'pickup' | 'stockpile'
  step: ReminderStep
  until: Date
  graceUntil: Date
  perishes: boolean
}

interface UncollectedDecisionFacts {
  orderId: string
  orderNo: number
  what: string
  decision: UncollectedDecision
  reason: string
  /** For a sale: proceeds, the buyer's part of them, and the naira in it that are refunded to the source. */
  proceedsKobo: bigint
  returnedKobo: bigint
  refundKobo: bigint
}

const stockpilePath = ({ orderId }: { orderId: string }): string => `/account/stockpile#${orderId}`

function reminderTitle({ step, kind, orderNo: number }: ReminderFacts): TextTemplate {
  if (step === 'undecided') return withValues(/*i18n*/ 'What should happen with your food?: order {number}', { number })
  if (step === 'over') return withValues(/*i18n*/ 'The time to collect is over: order {number}', { number })
  return kind === 'stockpile'
    ? withValues(/*i18n*/ 'In your stockpile: order {number}', { number })
    : withValues(/*i18n*/ 'Still to collect: order {number}', { number })
}

/** The next step and its date. */
function reminderNext({ step, kind, until, graceUntil, perishes }: ReminderFacts): TranslatableText {
  if (step === 'undecided') {
    return perishes
      ? [
          /*i18n*/ 'The time to collect is over, and this food does not keep.',
          /*i18n*/ 'Collect it at once if you can, or agree that we sell it for you or give it away.',
          /*i18n*/ 'We will call you.',
        ]
      : [
          /*i18n*/ 'It is still yours.',
          /*i18n*/ 'Collect it, have it brought to your door, or agree that we sell it for you or give it away.',
          /*i18n*/ 'We will call you about it.',
        ]
  }
  const moment = formatMoment(until)
  if (step === 'over') {
    return [
      withValues(/*i18n*/ 'Not collected: the time to collect ended on {time}.', { time: moment }),
      withValues(
        /*i18n*/ 'Collect it by {moment}, or have it brought to your door; after that we will call you and find a way together.',
        { moment: formatMoment(graceUntil) },
      ),
    ]
  }
  return kind === 'stockpile'
    ? withValues(/*i18n*/ 'We keep it free until {moment}.', { moment })
    : withValues(/*i18n*/ 'Please collect it by {moment}.', { moment })
}

const decisionTitles = {
  resale: /*i18n*/ 'Sold for you: order {number}',
  donation: /*i18n*/ 'Given away as you agreed: order {number}',
  spoiled: /*i18n*/ 'Your food has spoiled: order {number}',
} as const satisfies Record<UncollectedDecision, string>

const decisionTitle = ({ decision, orderNo }: UncollectedDecisionFacts) =>
  withValues(decisionTitles[decision], { number: orderNo })

function decisionText({
  decision,
  proceedsKobo,
  returnedKobo,
  refundKobo,
}: UncollectedDecisionFacts): TranslatableText {
  if (decision === 'donation')
    return [/*i18n*/ 'It was given to people who need it, as you agreed.', /*i18n*/ 'Thank you.']
  if (decision === 'spoiled') return /*i18n*/ 'It could no longer be eaten, so it could neither be sold nor given away.'
  return [
    withValues(/*i18n*/ 'It was sold for {naira}.', { naira: formatNaira(proceedsKobo) }),
    saleReturnText(returnedKobo, refundKobo),
    withValues(/*i18n*/ 'We keep {naira} for handling.', { naira: formatNaira(proceedsKobo - returnedKobo) }),
  ]
}

function saleReturnText(returnedKobo: bigint, refundKobo: bigint): TextTemplate {
  const naira = formatNaira(returnedKobo)
  if (refundKobo === 0n) return withValues(/*i18n*/ '{naira} comes back to you, as PEPS, at once.', { naira })
  if (refundKobo === returnedKobo)
    return withValues(/*i18n*/ '{naira} comes back to you, to where you paid from, in 3 to 5 business days.', { naira })
  return withValues(
    /*i18n*/ '{naira} comes back to you, {part} of it to where you paid from, in 3 to 5 business days, the rest as PEPS, at once.',
    { naira, part: formatNaira(refundKobo) },
  )
}

export const uncollectedMessages = {
  'collect-reminder': defineMessage<ReminderFacts>({
    topic: 'orders',
    push: 'by-day',
    isMailDeferred: true,
    lane: 'bulk',
    mail: (facts, site) => ({
      subject: formatInEnglish(reminderTitle(facts)),
      text: [
        'Good day,',
        `Order ${facts.orderNo} at ${facts.place}: ${facts.what}.`,
        formatInEnglish(reminderNext(facts)),
        facts.step === 'undecided'
          ? `Choose what you would like, or see what we noted: ${site}${stockpilePath(facts)}`
          : `Your code and the place: ${site}/account/codes\nCollect in parts, or have it brought to your door: ${site}${stockpilePath(facts)}`,
      ],
    }),
    notice: (facts) => ({
      title: reminderTitle(facts),
      body: reminderNext(facts),
      link: stockpilePath(facts),
    }),
  }),
  'uncollected-decided': defineMessage<UncollectedDecisionFacts>({
    topic: 'orders',
    push: 'by-day',
    lane: 'transactional',
    mail: (facts, site) => ({
      subject: formatInEnglish(decisionTitle(facts)),
      text: [
        'Good day,',
        `Nobody collected this of order ${facts.orderNo}: ${facts.what}.`,
        formatInEnglish(decisionText(facts)),
        `Our staff wrote: ${facts.reason}`,
        `If this is not what we agreed, write to us: ${site}/contact\nYour order: ${site}/account/orders/${facts.orderId}`,
      ],
    }),
    notice: (facts) => ({
      title: decisionTitle(facts),
      body: decisionText(facts),
      link: orderPath(facts.orderId),
    }),
  }),
}
