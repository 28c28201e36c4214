// Mails and notices about goods waiting to be collected, and about decisions on uncollected goods.

import { formatMoment } from '../date-text.ts'
import { defineMessage } from '../define-message.ts'
import { formatNaira } from '../money.ts'
import { orderPath } from '../texts/paths.ts'
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
  backKobo: bigint
  refundKobo: bigint
}

const stockpilePath = ({ orderId }: { orderId: string }): string => `/account/stockpile#${orderId}`

function reminderTitle({ step, kind }: ReminderFacts): string {
  if (step === 'undecided') return 'What should happen with your food?'
  if (step === 'over') return 'The time to collect is over'
  return kind === 'stockpile' ? 'In your stockpile' : 'Still to collect'
}

/** The next step and its date. */
function reminderNext({ step, kind, until, graceUntil, perishes }: ReminderFacts): string {
  const free = kind === 'stockpile' ? 'We keep it free until' : 'Please collect it by'
  if (step === 'undecided') {
    return perishes
      ? 'The time to collect is over, and this food does not keep. Collect it at once if you can, or agree that we sell it for you or give it away. We will call you.'
      : 'It is still yours. Collect it, have it brought to your door, or agree that we sell it for you or give it away. We will call you about it.'
  }
  if (step === 'over') {
    return `The time was over ${formatMoment(until)}. Collect it by ${formatMoment(graceUntil)}, or have it brought to your door; after that we will call you and find a way together.`
  }
  return `${free} ${formatMoment(until)}.`
}

const decisionTitles: Record<UncollectedDecision, string> = {
  resale: 'Sold for you',
  donation: 'Given away as you agreed',
  spoiled: 'Your food has spoiled',
}

function decisionText({ decision, proceedsKobo, backKobo, refundKobo }: UncollectedDecisionFacts): string {
  if (decision === 'donation') return 'It was given to people who need it, as you agreed. Thank you.'
  if (decision === 'spoiled') return 'It could no longer be eaten, so it could neither be sold nor given away.'
  const handlingKobo = proceedsKobo - backKobo
  const way =
    refundKobo === 0n
      ? 'as PEPS, at once'
      : refundKobo === backKobo
        ? 'to where you paid from, in 3 to 5 business days'
        : `${formatNaira(refundKobo)} of it to where you paid from, in 3 to 5 business days, the rest as PEPS, at once`
  return `It was sold for ${formatNaira(proceedsKobo)}. ${formatNaira(backKobo)} comes back to you, ${way}. We keep ${formatNaira(handlingKobo)} for handling.`
}

export const uncollectedMessages = {
  'collect-reminder': defineMessage<ReminderFacts>({
    topic: 'orders',
    push: 'by-day',
    isMailDeferred: true,
    lane: 'bulk',
    mail: (facts, site) => ({
      subject: `${reminderTitle(facts)}: order ${facts.orderNo}`,
      text: [
        'Good day,',
        `Order ${facts.orderNo} at ${facts.place}: ${facts.what}.`,
        reminderNext(facts),
        facts.step === 'undecided'
          ? `Choose what you would like, or see what we noted: ${site}${stockpilePath(facts)}`
          : `Your code and the place: ${site}/account/codes\nCollect in parts, or have it brought to your door: ${site}${stockpilePath(facts)}`,
      ],
    }),
    notice: (facts) => ({
      title: `${reminderTitle(facts)}: order ${facts.orderNo}`,
      body: reminderNext(facts),
      link: stockpilePath(facts),
    }),
  }),
  'uncollected-decided': defineMessage<UncollectedDecisionFacts>({
    topic: 'orders',
    push: 'by-day',
    lane: 'acts',
    mail: (facts, site) => ({
      subject: `${decisionTitles[facts.decision]}: order ${facts.orderNo}`,
      text: [
        'Good day,',
        `Nobody collected this of order ${facts.orderNo}: ${facts.what}.`,
        decisionText(facts),
        `Our staff wrote: ${facts.reason}`,
        `If this is not what we agreed, write to us: ${site}/contact\nYour order: ${site}/account/orders/${facts.orderId}`,
      ],
    }),
    notice: (facts) => ({
      title: `${decisionTitles[facts.decision]}: order ${facts.orderNo}`,
      body: decisionText(facts),
      link: orderPath(facts.orderId),
    }),
  }),
}
