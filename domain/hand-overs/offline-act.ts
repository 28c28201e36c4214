// Hand-overs that staff wrote down without a network and sent later (docs/decisions/0108).

import { HOUR_MS } from '#domain/time/calendar.ts'

/** An act is accepted until this long after it; older ones are conflicts. */
const MAX_AGE_HOURS = 48
/** A device's clock may move by this much between an act and its sending. */
const CLOCK_TOLERANCE_MS = 5 * 60_000

/** Why a hand-over that was written down did not count: for staff, and for the buyer. */
export const conflictTexts = {
  'done-already': {
    staff: 'It had already been handed over.',
    buyer: /*i18n*/ 'The goods had already been handed over.',
  },
  ended: {
    staff: 'There was nothing to hand over any more: the order had been paid back or changed.',
    buyer: /*i18n*/ 'There was nothing to hand over any more.',
  },
  'not-left': {
    staff: 'Less was left than what was written down.',
    buyer: /*i18n*/ 'Less was left than what was written down.',
  },
  'no-right': {
    staff: 'The person who wrote it down was no longer allowed to hand it over.',
    buyer: /*i18n*/ 'The person who wrote it down was no longer allowed to hand it over.',
  },
  'wrong-code': { staff: 'The code was wrong.', buyer: /*i18n*/ 'The code was wrong.' },
  'code-changed': {
    staff: 'The buyer had changed the code.',
    buyer: /*i18n*/ 'You had changed the code.',
  },
  'too-old': {
    staff: `It was sent more than ${MAX_AGE_HOURS} hours later.`,
    buyer: /*i18n*/ 'It reached us more than two days later.',
  },
  clock: {
    staff: 'The clock of the phone was changed in between.',
    buyer: /*i18n*/ 'Its time could not be right.',
  },
} as const

export type HandOverConflict = keyof typeof conflictTexts

/** How staff settled a conflict. */
export const settlementTexts = {
  'handed-over': {
    staff: 'The goods were handed over once, and nothing is missing',
    buyer: /*i18n*/ 'The goods were handed over once.',
  },
  'not-handed-over': {
    staff: 'It did not happen: the goods are here',
    buyer: /*i18n*/ 'It did not happen: your goods are at the place.',
  },
  missing: {
    staff: 'The goods are gone, and it cannot be proved who has them',
    buyer: /*i18n*/ 'The place could not prove who has the goods.',
  },
} as const

export type ConflictSettlement = keyof typeof settlementTexts

export const CONFLICT_SETTLEMENTS = Object.keys(settlementTexts) as ConflictSettlement[]

interface ActTimes {
  /** Both by the device's clock. */
  actedAt: Date
  sentAt: Date
  receivedAt: Date
}

/**
 * The time of an act by the server's clock. Only the time between act and sending is taken from the device, so that a
 * clock that is wrong all day does no harm.
 */
export function measureAct({ actedAt, sentAt, receivedAt }: ActTimes): {
  at: Date
  fault: 'clock' | 'too-old' | null
} {
  const ageMs = sentAt.getTime() - actedAt.getTime()
  if (ageMs < -CLOCK_TOLERANCE_MS) return { at: receivedAt, fault: 'clock' }
  if (ageMs > MAX_AGE_HOURS * HOUR_MS)
    return { at: new Date(receivedAt.getTime() - MAX_AGE_HOURS * HOUR_MS), fault: 'too-old' }
  return { at: new Date(receivedAt.getTime() - Math.max(0, ageMs)), fault: null }
}

interface ShownCode {
  createdAt: Date
  /** When another code replaced it; null: it is valid now. */
  endedAt: Date | null
}

/**
 * Judges a code as it was at the time of the act. A scanned code that its buyer changed afterwards still counts;
 * otherwise goods could be taken and the code changed before the hand-over is sent. Typed digits may have been
 * overheard, and the time of the act is the device's word, so they must still be valid.
 */
export function judgeShownCode(
  code: ShownCode | null,
  { at, isScanned }: { at: Date; isScanned: boolean },
): 'wrong-code' | 'code-changed' | 'clock' | null {
  if (!code) return 'wrong-code'
  if (code.createdAt.getTime() > at.getTime() + CLOCK_TOLERANCE_MS) return 'clock'
  if (code.endedAt === null) return null
  return isScanned && at <= code.endedAt ? null : 'code-changed'
}
