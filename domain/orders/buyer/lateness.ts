// Whether an order is late, and the acts that are open then (semantics.md 6). Screens and mails of the buyer say it in
// the same words.
import { type TranslatableText, withValues } from '#domain/texts/translatable-text.ts'
import { addDays, DAY_MS, lagosDate } from '#domain/time/calendar.ts'
import { clocks } from '#domain/time/clocks.ts'
import { formatDay, formatMoment } from '#domain/time/date-text.ts'

export interface OrderDates {
  status: string
  fulfilment: string
  /** The sharing days of its lines or its buy; null where none is set. */
  shareDates: readonly (string | null)[]
  /** End of the time to collect; null unless goods are ready and kept for a time. */
  collectUntil: string | null
  placeHasClosed: boolean
}

type LateAct = 'choose-place' | 'claim' | 'collect' | 'write'

export interface Lateness {
  reason: 'place-closed' | 'sharing-day-passed' | 'not-collected'
  text: TranslatableText
  acts: readonly LateAct[]
}

/** Null for an order that is not late. A closed place comes first, because there is nothing to wait for. */
export function orderLateness(order: OrderDates, now: Date): Lateness | null {
  const { status, fulfilment, collectUntil, placeHasClosed } = order
  const isCollected = fulfilment !== 'delivery'
  if (placeHasClosed && isCollected && ['pending', 'paid', 'confirmed'].includes(status)) {
    return { reason: 'place-closed', text: PLACE_CLOSED, acts: ['choose-place', 'write'] }
  }
  if (status === 'paid' || status === 'confirmed') return lateGoods(order.shareDates, now)
  if (status === 'ready' && isCollected && collectUntil !== null && Date.parse(collectUntil) < now.getTime()) {
    const text = withValues(
      /*i18n*/ 'Not collected: the time to collect ended on {time}. Go there with your code, or have it delivered.',
      { time: formatMoment(new Date(collectUntil)) },
    )
    return { reason: 'not-collected', text, acts: ['collect', 'choose-place', 'write'] }
  }
  return null
}

/** Goods that have not come are claimed from the end of the sharing day on, for as long as `public.claimable_lines` allows. */
function lateGoods(shareDates: OrderDates['shareDates'], now: Date): Lateness | null {
  const [first] = shareDates.filter((date) => date !== null).toSorted()
  const today = lagosDate(now)
  if (first === undefined || today <= first) return null
  const claimUntil = addDays(first, clocks.claimNotReceivedMs / DAY_MS)
  const values = { day: formatDay(first), until: formatDay(claimUntil) }
  const reason = 'sharing-day-passed'
  if (today > claimUntil) {
    const text = withValues(
      /*i18n*/ 'Late: the sharing day was {day}, and the goods are not ready. Write to the shop.',
      values,
    )
    return { reason, text, acts: ['write'] }
  }
  const text = withValues(
    /*i18n*/ 'Late: the sharing day was {day}, and the goods are not ready. You can claim your money until {until}, or write to the shop.',
    values,
  )
  return { reason, text, acts: ['claim', 'write'] }
}

const PLACE_CLOSED: TranslatableText =
  /*i18n*/ 'The place where you wanted to collect this has closed. Your order is safe: choose another place.'
