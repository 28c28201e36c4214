// Public holidays of Nigeria in a year (Public Holidays Act; days of the moon are announced by the government).
import { addDays, DAY_MS } from './calendar.ts'

export interface ProposedHoliday {
  date: string
  name: string
  /** By the moon: the day may move by one or two, and is announced shortly before. */
  is_expected: boolean
}

/** The holidays of a year that are known in advance, and those of the moon as expected days, in order. */
export function proposeHolidays(year: number): ProposedHoliday[] {
  const easter = easterSunday(year)
  const known = [
    ...FIXED.map(([day, name]) => ({ date: `${year}-${day}`, name })),
    { date: addDays(easter, -2), name: 'Good Friday' },
    { date: addDays(easter, 1), name: 'Easter Monday' },
  ].map((holiday) => ({ ...holiday, is_expected: false }))
  const expected = islamicDays(year).map((holiday) => ({ ...holiday, is_expected: true }))
  const days = [...known, ...expected.filter(({ date }) => known.every((other) => other.date !== date))]
  return days.toSorted((a, b) => a.date.localeCompare(b.date))
}

/** The year whose holidays have to be complete: next year from November on, so that promises beyond New Year count right. */
export function yearToComplete(today: string): number | null {
  return today.slice(5) >= '11-01' ? Number(today.slice(0, 4)) + 1 : null
}

/**
 * Holidays of a year that a list lacks. A day of the moon may stand in the list up to two days away, where it was announced.
 * Each listed day stands for one holiday.
 */
export function missingHolidays(year: number, listed: readonly { date: string }[]): ProposedHoliday[] {
  const proposed = proposeHolidays(year)
  const free = new Set(listed.map(({ date }) => date))
  const absent = proposed.filter(({ date }) => !free.delete(date))
  return absent.filter(({ date, is_expected }) => {
    const moved = is_expected && MOVES.map((days) => addDays(date, days)).find((day) => free.has(day))
    return !(moved && free.delete(moved))
  })
}

/** The earliest first, so that two days of one feast, which move together, both find theirs. */
const MOVES = [-2, -1, 1, 2]

const FIXED = [
  ['01-01', 'New Year'],
  ['05-01', 'Workers’ Day'],
  ['06-12', 'Democracy Day'],
  ['10-01', 'Independence Day'],
  ['12-25', 'Christmas Day'],
  ['12-26', 'Boxing Day'],
] as const

/** Easter Sunday in the Gregorian calendar (Meeus, Jones and Butcher). */
export function easterSunday(year: number): string {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const f = Math.floor((b + 8) / 25)
  const g = Math.floor((b - f + 1) / 3)
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const month = Math.floor((h + l - 7 * m + 114) / 31)
  const day = ((h + l - 7 * m + 114) % 31) + 1
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

/** Days of the Islamic year on which Nigeria rests, by month and day of the tabular calendar. */
const ISLAMIC = [
  { month: 3, day: 12, name: 'Id el Maulud' },
  { month: 10, day: 1, name: 'Id el Fitr' },
  { month: 10, day: 2, name: 'Id el Fitr, second day' },
  { month: 12, day: 10, name: 'Id el Kabir' },
  { month: 12, day: 11, name: 'Id el Kabir, second day' },
] as const

/** An Islamic year is 10 to 12 days shorter, so a Gregorian year touches two of them, and may have a holiday twice. */
function islamicDays(year: number): { date: string; name: string }[] {
  const first = Math.floor(((year - 622) * 33) / 32)
  return [first - 1, first, first + 1, first + 2]
    .flatMap((islamicYear) =>
      ISLAMIC.map(({ month, day, name }) => ({ date: tabularDay(islamicYear, month, day), name })),
    )
    .filter(({ date }) => date.startsWith(`${year}-`))
}

/** Days from 1970 to the first day of the tabular calendar (civil epoch, 16 July 622 in the Julian calendar). */
const EPOCH_DAY = 1_948_439 - 2_440_588 + 1

function tabularDay(year: number, month: number, day: number): string {
  const days = day + Math.ceil(29.5 * (month - 1)) + (year - 1) * 354 + Math.floor((3 + 11 * year) / 30) + EPOCH_DAY - 1
  return new Date(days * DAY_MS).toISOString().slice(0, 10)
}
