// Opening hours of a place, in Lagos time: at most two periods per day.

import type { Reader } from '#domain/forms/validation.ts'
import { formatClock } from '#domain/time/date-text.ts'

export interface OpenDay {
  /** 1 is Monday, 7 Sunday. */
  day: number
  /** "08:00" */
  opens: string
  closes: string
}

export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/

/** Reads opening hours, sorted by day and time; rejects impossible and overlapping periods. */
export const openingHours: Reader<OpenDay[]> = (raw) => {
  if (!Array.isArray(raw) || raw.length > 14) return { error: 'Opening hours must be a list of days.' }
  const days: OpenDay[] = []
  for (const one of raw as Partial<OpenDay>[]) {
    const { day, opens, closes } = one ?? {}
    const name = WEEKDAYS[Number(day) - 1]
    if (!name) return { error: 'A day is a number from 1, Monday, to 7, Sunday.' }
    if (!TIME.test(opens ?? '') || !TIME.test(closes ?? ''))
      return { error: `${name}: fill in both times, such as 08:00 and 18:00, or neither.` }
    const hours = { day: Number(day), opens: opens ?? '', closes: closes ?? '' }
    if (hours.opens >= hours.closes) return { error: `${name}: it must close after it opens.` }
    days.push(hours)
  }
  days.sort((a, b) => a.day - b.day || a.opens.localeCompare(b.opens))
  const clash = days.find(({ day, opens }, at) => {
    const before = days[at - 1]
    return before?.day === day && opens < before.closes
  })
  if (clash) return { error: `${WEEKDAYS[clash.day - 1]}: its hours overlap.` }
  return { value: days }
}

/** "Mon to Fri 8 am to 6 pm, Sat 9 am to 2 pm"; consecutive days with the same hours are grouped. */
export function hoursText(hours: readonly OpenDay[]): string {
  const days = WEEKDAYS.map((name, index) => {
    const own = hours.filter(({ day }) => day === index + 1)
    const text = own.map(({ opens, closes }) => `${clockText(opens)} to ${clockText(closes)}`).join(' and ')
    return { name: name.slice(0, 3), text }
  })
  const runs: { first: string; last: string; text: string }[] = []
  let former = ''
  for (const { name, text } of days) {
    const run = runs.at(-1)
    if (run && text !== '' && former === text) run.last = name
    else if (text !== '') runs.push({ first: name, last: name, text })
    former = text
  }
  return runs.map(({ first, last, text }) => `${first === last ? first : `${first} to ${last}`} ${text}`).join(', ')
}

/** "5:30 pm" from "17:30" */
export function clockText(time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return formatClock(hours, minutes)
}
