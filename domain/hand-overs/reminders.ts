// Schedule of reminders for uncollected goods (semantics.md 6; docs/decisions/0049). Day 0 is the notice that they are
// ready.
import { DAY_MS } from '#domain/time/calendar.ts'
import { clocks } from '#domain/time/clocks.ts'

export type ReminderStep = 'day-7' | 'day-11' | 'day-13' | 'last-day' | 'over' | 'undecided'

interface Reminder {
  step: ReminderStep
  kinds: readonly ('pickup' | 'stockpile')[]
  /** Start of the count: the day the goods were ready, the end of the collection time, or the end of grace. */
  from: 'ready' | 'until' | 'grace'
  afterMs: number
}

export const reminders: readonly Reminder[] = [
  { step: 'day-7', kinds: ['stockpile'], from: 'ready', afterMs: 7 * DAY_MS },
  { step: 'day-11', kinds: ['stockpile'], from: 'ready', afterMs: 11 * DAY_MS },
  { step: 'day-13', kinds: ['stockpile'], from: 'ready', afterMs: 13 * DAY_MS },
  { step: 'last-day', kinds: ['pickup'], from: 'until', afterMs: -clocks.lastCallBeforeMs },
  { step: 'over', kinds: ['pickup', 'stockpile'], from: 'until', afterMs: 0 },
  { step: 'undecided', kinds: ['pickup', 'stockpile'], from: 'grace', afterMs: 0 },
]
