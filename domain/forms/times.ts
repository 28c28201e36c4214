// Days and times of forms: apart from validation.ts, because forms of shoppers have none and pay for each kilobyte.

import { isCalendarDate } from '#domain/time/calendar.ts'
import { parseLagosTime } from '#domain/time/lagos-time.ts'
import { isBlank, missing, type Reader } from './validation.ts'

/** A calendar day in Lagos, 'YYYY-MM-DD'. */
export function day(rule: { label: string }): Reader<string> {
  return (raw) => {
    if (isBlank(raw)) return missing(rule)
    if (typeof raw !== 'string' || !isCalendarDate(raw)) return { error: `${rule.label} must be a date.` }
    return isWithinReach(Number(raw.slice(0, 4))) ? { value: raw } : { error: outOfReach(rule.label) }
  }
}

/** An instant as ISO text in UTC; a time without a zone is Lagos time. */
export function moment(rule: { label: string }): Reader<string> {
  return (raw) => {
    if (isBlank(raw)) return missing(rule)
    const instant = typeof raw === 'string' ? parseLagosTime(raw) : null
    if (!instant) return { error: `${rule.label} must be a date and time.` }
    return isWithinReach(instant.getUTCFullYear())
      ? { value: instant.toISOString() }
      : { error: outOfReach(rule.label) }
  }
}

/** Accepted years: a typing error such as 20266 would appear on every screen. */
const isWithinReach = (year: number) => year >= 2000 && year <= 2099
const outOfReach = (label: string) => `${label} must be between the years 2000 and 2099.`
