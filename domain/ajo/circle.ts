// The rules of a circle: fixed when it is set up, and the same for every member (docs/decisions/0145).
import { type Checked, checkTogether, type Errors, naira, oneOf, text, wholeNumber } from '#domain/forms/validation.ts'
import { withValues } from '#domain/texts/translatable-text.ts'
import { addDays } from '#domain/time/calendar.ts'

export const MIN_SEATS = 3
export const MAX_SEATS = 20
export const MIN_MONTHS = 2
export const MAX_MONTHS = 12
/** Every month has this day. */
export const MAX_DUE_DAY = 28
/** Largest sum a month that a setting may allow, ₦1,000,000. */
const MAX_MONTHLY_KOBO = 100_000_000n

/** Days after the due day in which a contribution may still be paid; then the month closes and the circle buys. */
export const GRACE_DAYS = 7
/** Least days between the start of a circle and its first due day. */
const FIRST_DUE_AFTER_DAYS = 3
/** A contribution may be paid this many days before it is due. */
export const PAYABLE_DAYS_BEFORE = 21

/**
 * `basket`: everybody orders each month, from their own money. `turns`: one member a month orders from the sums of all,
 * so that there are as many months as seats.
 */
export const CIRCLE_KINDS = ['basket', 'turns'] as const
export type CircleKind = (typeof CIRCLE_KINDS)[number]

interface CircleForm {
  name: string
  kind: CircleKind
  monthly: string
  seats: number
  months: number
  due_day: number
}

/** `months` is null in a circle that takes turns. */
type FormFields = Omit<CircleForm, 'months'> & { months: number | null }

/** Without a kind it is a basket. `months` of a circle that takes turns are its seats, whatever was sent. */
export function checkCircle(raw: Readonly<Record<string, unknown>>): Checked<CircleForm> {
  const takesTurns = raw.kind === 'turns'
  const months = wholeNumber({ label: /*i18n*/ 'The number of months', min: MIN_MONTHS, max: MAX_MONTHS })
  const checked = checkTogether<FormFields>(
    { ...raw, kind: raw.kind ?? 'basket' },
    {
      readers: {
        name: text({ label: /*i18n*/ 'The name', min: 3, max: 60 }),
        kind: oneOf({ label: /*i18n*/ 'kind of circle', among: CIRCLE_KINDS }),
        monthly: naira({ label: /*i18n*/ 'The sum a month', maxKobo: MAX_MONTHLY_KOBO }),
        seats: wholeNumber({ label: /*i18n*/ 'The number of members', min: MIN_SEATS, max: MAX_SEATS }),
        months: takesTurns ? () => ({ value: null }) : months,
        due_day: wholeNumber({ label: /*i18n*/ 'The day of the month', min: 1, max: MAX_DUE_DAY }),
      },
      faults: ({ seats = 0 }): Errors =>
        takesTurns && seats > MAX_MONTHS
          ? {
              seats: withValues(/*i18n*/ 'A circle that takes turns has at most {most} members.', { most: MAX_MONTHS }),
            }
          : {},
    },
  )
  if (!checked.ok) return checked
  const { name, monthly, seats, due_day } = checked.value
  return {
    ok: true,
    value: { name, kind: checked.value.kind, monthly, seats, due_day, months: checked.value.months ?? seats },
  }
}

/** The due days of a circle that starts on a day, as 'YYYY-MM-DD'. */
export function dueDays(startsOn: string, { dueDay, months }: { dueDay: number; months: number }): string[] {
  const earliest = addDays(startsOn, FIRST_DUE_AFTER_DAYS)
  const [year = 0, month = 0] = earliest.split('-').map(Number)
  const first = dayOf(year, month, dueDay) >= earliest ? month : month + 1
  return Array.from({ length: months }, (_, later) => dayOf(year, first + later, dueDay))
}

/** `month` may be beyond 12. */
const dayOf = (year: number, month: number, day: number): string =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)

export type ContributionReminder = 'soon' | 'due' | 'late' | 'last'

const REMINDER_DAYS: readonly (readonly [ContributionReminder, number])[] = [
  ['last', GRACE_DAYS],
  ['late', 3],
  ['due', 0],
  ['soon', -3],
]

/** The reminder of an unpaid contribution on a day; null before the first. An earlier one that was missed is not sent. */
export function reminderStep(dueOn: string, today: string): ContributionReminder | null {
  return REMINDER_DAYS.find(([, days]) => today >= addDays(dueOn, days))?.[0] ?? null
}
