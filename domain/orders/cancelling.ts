// Cancelling an order from the cart (design.md 7): unpaid orders at any time; paid ones until 72 hours before the
// sharing day or, without a sharing day, until the goods are packed.

import type { Refusal } from '#domain/refusal.ts'
import { refuseFrom } from '#domain/refusals/refuse-from.ts'
import { withValues } from '#domain/texts/translatable-text.ts'
import { startOfLagosDay } from '#domain/time/calendar.ts'
import { clocks } from '#domain/time/clocks.ts'
import { formatMoment } from '#domain/time/date-text.ts'
import { orderRefusals } from './refusals.ts'

const refuse = refuseFrom(orderRefusals)

interface CancelledOrder {
  status: string
  isBeingPaid: boolean
  lines: readonly {
    /** 'YYYY-MM-DD' in Lagos, when the order was placed. */
    shareDate: string | null
    isPacked: boolean
  }[]
}

interface CancelDecision {
  to: 'cancelled' | 'refunding'
}

export function decideCancel(order: CancelledOrder, now: Date): CancelDecision | Refusal {
  if (order.status === 'pending') return order.isBeingPaid ? refuse('being_paid') : { to: 'cancelled' }
  if (order.status !== 'paid') return refuse('cancelling_closed')
  const until = cancelFreeUntil(order.lines)
  if (until !== null && now >= until) {
    return refuse('cancelling_closed', {
      message: withValues(
        /*i18n*/ 'This order could be cancelled until {moment}, 72 hours before its sharing day. Write to the vendor if something is wrong.',
        { moment: formatMoment(until) },
      ),
    })
  }
  if (order.lines.some(({ shareDate, isPacked }) => shareDate === null && isPacked)) {
    return refuse('cancelling_closed', {
      message:
        /*i18n*/ 'The vendor has packed this order, so it can no longer be cancelled. Write to the vendor if something is wrong.',
    })
  }
  return { to: 'refunding' }
}

/** Deadline for cancelling a paid order, from its earliest sharing day; null if only packing ends it. */
export function cancelFreeUntil(lines: CancelledOrder['lines']): Date | null {
  const days = lines.flatMap(({ shareDate }) => shareDate ?? []).sort()
  const [first] = days
  if (first === undefined) return null
  return new Date(startOfLagosDay(first).getTime() - clocks.bulkFreeCancelBeforeShareMs)
}
