import type { I18n } from '@lingui/core'
import { freeLeavingUntil, leavesFreeOnlyAfterPaying } from '#domain/group-buys/participants/leaving.ts'
import { countUnits } from '#domain/products/units.ts'
import { DAY_MS, HOUR_MS } from '#domain/time/calendar.ts'
import { clocks } from '#domain/time/clocks.ts'
import { counted } from '#web/languages/counted.ts'
import { count, moment } from '#web/ui/format.ts'

interface BuyQuantityLimits {
  min_quantity: number
  max_quantity: number | null
  unit: string
}

/** "1 to 4 baskets" */
export function quantityLimitsText(
  { min_quantity: min, max_quantity: max, unit }: BuyQuantityLimits,
  i18n: I18n,
): string {
  if (max === null) return i18n.t('at least {units}', { units: countUnits(min, unit) })
  if (min === max) return countUnits(min, unit)
  return i18n.t('{least} to {units}', { least: count(min), units: countUnits(max, unit) })
}

interface DueDates {
  min_participants: number
  payment_due_at: string | null
  allow_extension: boolean
  extended_at: string | null
}

/** The outcome at the due time if too few participants have paid (docs/states-amounts-clocks.md). */
export function belowMinimumText(buy: DueDates, i18n: I18n): string {
  const { min_participants: min, payment_due_at: due, allow_extension, extended_at } = buy
  const rule = due
    ? counted(i18n, min, {
        one: /*i18n*/ 'It goes ahead only if {count} person has paid by {due}.',
        many: /*i18n*/ 'It goes ahead only if {count} people have paid by {due}.',
        due: moment(due),
      })
    : counted(i18n, min, {
        one: /*i18n*/ 'It goes ahead only if {count} person has paid in time.',
        many: /*i18n*/ 'It goes ahead only if {count} people have paid in time.',
      })
  if (!allow_extension || extended_at) {
    const hours = clocks.vendorHonoursWithinMs / HOUR_MS
    return `${rule} ${i18n.t('If fewer people pay, the vendor has {hours} hours to decide to go on anyway. Even then you pay no more than you were promised.', { hours })}`
  }
  const days = clocks.extensionMs / DAY_MS
  const hours = clocks.freeLeavingAfterExtensionMs / HOUR_MS
  return `${rule} ${i18n.t('If fewer people pay, it stays open {days} more days, one time only, and you can leave free of charge for {hours} hours.', { days, hours })}`
}

/**
 * Until when leaving is free, by decision 0001, Clocks: unpaid orders until the buy closes; paid ones until 72
 * hours before, and for an hour after paying.
 */
export function leavingText(
  buy: { starts_at: string; end_date: string },
  { now, i18n }: { now: string; i18n: I18n },
): string {
  const until = freeLeavingUntil(new Date(buy.end_date))
  const unpaid = i18n.t('Yes. Before you pay, you can leave free of charge until it closes.')
  if (leavesFreeOnlyAfterPaying({ startsAt: new Date(buy.starts_at), endDate: new Date(buy.end_date) })) {
    return `${unpaid} ${i18n.t('After you pay, you can leave free of charge for 1 hour only, because this group buy closes soon.')}`
  }
  if (until.getTime() <= Date.parse(now)) {
    return `${unpaid} ${i18n.t('After you pay, you can leave free of charge for 1 hour.')}`
  }
  return `${unpaid} ${i18n.t('After you pay, you can leave free of charge until {until}, and in any case for 1 hour.', { until: moment(until) })}`
}
