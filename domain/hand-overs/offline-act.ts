// Hand-overs that staff wrote down without a network and sent later (docs/decisions/0108).

import { HOUR_MS } from '#domain/time/calendar.ts'
import type { ConflictSettlement, HandOverConflict } from './conflict-texts.ts'

/** An act is accepted until this long after it; older ones are conflicts. */
const MAX_AGE_HOURS = 48
/** A device's clock may move by this much between an act and its sending. */
const CLOCK_TOLERANCE_MS = 5 * 60_000

/** Why a hand-over that was written down did not count. */
export const conflictTexts: Readonly<Record<HandOverConflict, string>> = {
  'done-already': 'It had already been handed over.',
  ended: 'There was nothing to hand over any more: the order had been paid back or changed.',
  'not-left': 'Less was left than what was written down.',
  'not-weighed': 'It is sold by weight, and no weight had been entered.',
  'no-right': 'The person who wrote it down was no longer allowed to hand it over.',
  'wrong-code': 'The code was wrong.',
  'code-changed': 'The buyer had changed the code.',
  'too-old': `It was sent more than ${MAX_AGE_HOURS} hours later.`,
  clock: 'The clock of the phone was changed in between.',
}

/** How staff settled a conflict. */
export const settlementTexts: Readonly<Record<ConflictSettlement, string>> = {
  'handed-over': 'The goods were handed over once, and nothing is missing',
  'not-handed-over': 'It did not happen: the goods are here',
  missing: 'The goods are gone, and it cannot be proved who has them',
}

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
