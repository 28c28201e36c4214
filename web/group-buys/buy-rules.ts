import { DAY_MS, HOUR_MS } from '#domain/calendar.ts'
import { clocks } from '#domain/clocks.ts'
import { freeLeavingUntil, leavesFreeOnlyAfterPaying } from '#domain/group-buys/leaving.ts'
import { countUnits } from '#domain/products/units.ts'
import { count, moment, plural } from '#web/ui/format.ts'

interface Limits {
  min_quantity: number
  max_quantity: number | null
  unit: string
}

/** "1 to 4 baskets" */
export function shareWords({ min_quantity: min, max_quantity: max, unit }: Limits): string {
  if (max === null) return `at least ${countUnits(min, unit)}`
  return min === max ? countUnits(min, unit) : `${count(min)} to ${countUnits(max, unit)}`
}

interface Due {
  min_participants: number
  payment_due_at: string | null
  allow_extension: boolean
  extended_at: string | null
}

/** What happens at the due time if the minimum is not paid (semantics.md 5). */
export function shortWords({ min_participants: min, payment_due_at: due, allow_extension, extended_at }: Due): string {
  const by = due ? ` by ${moment(due)}` : ' in time'
  const rule = `It goes ahead only if ${plural(min, 'person has', 'people have')} paid${by}.`
  if (!allow_extension || extended_at)
    return `${rule} If fewer have, the vendor has ${clocks.vendorHonoursWithinMs / HOUR_MS} hours to go on all the same, and you pay no more than you were promised.`
  return `${rule} If fewer have, it stays open ${clocks.extensionMs / DAY_MS} days longer, once, and you can leave free of charge for ${clocks.freeLeavingAfterExtensionMs / HOUR_MS} hours.`
}

/** docs/decisions/0001, Clocks: unpaid until it closes; paid until 72 hours before, and for an hour after paying. */
export function leavingWords(buy: { starts_at: string; end_date: string }, now: string): string {
  const until = freeLeavingUntil(new Date(buy.end_date))
  const unpaid = 'Yes. Before you pay, free of charge until it closes. After you pay, free of charge'
  if (leavesFreeOnlyAfterPaying({ startsAt: new Date(buy.starts_at), endDate: new Date(buy.end_date) })) {
    return `${unpaid} for 1 hour only, because this group buy closes soon.`
  }
  if (until.getTime() <= Date.parse(now)) return `${unpaid} for 1 hour.`
  return `${unpaid} until ${moment(until)}, and in any case for 1 hour.`
}
