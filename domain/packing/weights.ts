// Weights are stored in whole grams, and entered and shown in kilograms.

import type { Reader } from '#domain/forms/validation.ts'
import type { Refusal } from '#domain/refusal.ts'
import { refuseFrom } from '#domain/refusals/refuse-from.ts'
import { packingRefusals } from './refusals.ts'
import { weightText } from './weight-text.ts'

const refuse = refuseFrom(packingRefusals)

/** Maximum weight of a load: 1,000 tonnes. */
const MAX_GRAMS = 1_000_000_000

/** Reads kilograms, "49.5" or "1,250", as grams. `kilograms` of products/measure-draft.ts returns kilograms. */
export function kilograms({ label }: { label: string }): Reader<number> {
  return (raw) => {
    const text = String(raw ?? '').trim()
    const match = /^(\d{1,3}(?:,\d{3})+|\d{1,10})(?:\.(\d{1,3}))?$/.exec(text.replace(/\s*kg$/i, ''))
    if (!match) return { error: `${label} must be above zero, such as 49.5.` }
    const grams = Number((match[1] ?? '').replaceAll(',', '')) * 1000 + Number((match[2] ?? '').padEnd(3, '0'))
    if (grams <= 0) return { error: `${label} must be above zero.` }
    if (grams > MAX_GRAMS) return { error: `${label} is more than any delivery weighs.` }
    return { value: grams }
  }
}

/**
 * Weight of one unit in grams, if the unit or name states it: "kg", "50 kg bag", "Rice, 25kg"; else null. A weigh-in is
 * judged by it, so approximate measures do not count (products/measures.ts estimates with them).
 */
export function gramsOfUnit({ unit, name }: { unit: string; name: string }): number | null {
  if (unit === 'kg') return 1000
  for (const text of [unit, name]) {
    const [, digits] = /(?:^|[^\d.])(\d{1,4}(?:\.\d{1,3})?)\s*kg\b/i.exec(text) ?? []
    const grams = Math.round(Number(digits ?? 0) * 1000)
    if (grams > 0) return grams
  }
  return null
}

interface Load {
  units: number
  grams: number | null
}

/**
 * The error in an implausible weigh-in; null if it is plausible. The measured weight per unit must be between half and
 * twice the known one, or between 5 grams and 500 kilograms if it is unknown.
 */
export function weighInFault({ units, grams }: Load, gramsEach: number | null): string | null {
  if (grams === null) return gramsEach === null ? null : 'Weigh this load too: its kilograms are known.'
  const each = grams / units
  const [least, most] = gramsEach === null ? [5, 500_000] : [gramsEach / 2, gramsEach * 2]
  if (each >= least && each <= most) return null
  const shown = `${weightText(Math.round(each))} each`
  return gramsEach === null
    ? `This cannot be right: ${shown}. Please check units and kilograms.`
    : `This cannot be right: ${shown}, and one weighs ${weightText(gramsEach)}. Please check units and kilograms.`
}

interface LoadCorrection {
  former: Load
  corrected: Load
  /** Units of all loads of the delivery before the correction, and those handed over. */
  totalUnits: number
  handedUnits: number
  hasPhoto: boolean
}

/**
 * Refuses a count that would be below what was handed over, and a lower one without a photograph: it makes more
 * missing. `public.guard_load_correction` holds the same rule.
 */
export function correctionFault({
  former,
  corrected,
  totalUnits,
  handedUnits,
  hasPhoto,
}: LoadCorrection): Refusal | null {
  if (corrected.units === former.units && corrected.grams === former.grams) return refuse('nothing_corrected')
  const isLess = corrected.units < former.units
  if (isLess && totalUnits - former.units + corrected.units < handedUnits) {
    const least = Math.max(0, handedUnits - totalUnits + former.units)
    return refuse('less_than_handed_over', {
      message: `${handedUnits} were handed over here already, so this load had at least ${Math.min(least, former.units)}.`,
    })
  }
  const isLighter = former.grams !== null && corrected.grams !== null && corrected.grams < former.grams
  return (isLess || isLighter) && !hasPhoto ? refuse('lower_count_needs_photo') : null
}

/**
 * Shortage of a load in thousandths of the unit: by count or by weight, whichever is larger.
 * `public.found_missing_thousandths` adds it up over loads, but counts a shortage by weight in whole units only.
 */
export function shortThousandths(expected: Load, counted: Load): number {
  const byCount = Math.max(0, expected.units - counted.units) * 1000
  if (!expected.grams || counted.grams === null || expected.units === 0) return byCount
  const shortGrams = Math.max(0, expected.grams - counted.grams)
  return Math.max(byCount, Math.round((shortGrams * expected.units * 1000) / expected.grams))
}
