// Goods by final weight are charged at the most weight of a unit and settled on the weight that is found (semantics.md 2,
// Catch-weight). A lighter unit costs less in proportion; a heavier one costs nothing more.

import { maxKobo, minKobo } from '#domain/money.ts'
import type { Refusal } from '#domain/refusal.ts'
import { refuseFrom } from '#domain/refusals/refuse-from.ts'
import { type TextTemplate, withValues } from '#domain/texts/translatable-text.ts'
import { packingRefusals } from './refusals.ts'
import { weightText } from './weight-text.ts'

const refuse = refuseFrom(packingRefusals)

/** Units of a line that are weighed together. */
export interface WeighedUnits {
  unitPriceKobo: bigint
  units: number
  /** Stated weight of one unit. */
  leastGrams: number
  mostGrams: number
}

interface FormerWeight {
  grams: number
  units: number
  cutKobo: bigint
}

interface WeightFacts {
  grams: number
  /** The weight that counts so far. */
  former: FormerWeight | null
  /** Money of the order that is neither handed over, refunded, nor entered as missing. */
  availableKobo: bigint
  /** The largest amount that one person gives back alone. */
  mostAloneKobo: bigint
}

interface WeightDecision {
  /** By how much the units cost less than at the most weight. */
  cutKobo: bigint
  /** The part of it that is given back now. */
  backKobo: bigint
  /** The shop or a manager has to answer first. */
  waits: boolean
}

/** Decides what a weight gives back. A correction only lowers a weight: money that was given back is not asked for again. */
export function decideWeight(
  line: WeighedUnits,
  { grams, former, availableKobo, mostAloneKobo }: WeightFacts,
): WeightDecision | Refusal {
  const { units, leastGrams, mostGrams } = line
  if (grams < (leastGrams * units) / 4 || grams > mostGrams * units * 2) {
    const stated = `${weightText(leastGrams * units)} to ${weightText(mostGrams * units)}`
    return refuse('weight_cannot_be', {
      message: `This cannot be right: ${weightText(grams)}, and ${stated} is stated. Please check the scale.`,
    })
  }
  if (former && BigInt(grams) * BigInt(former.units) >= BigInt(former.grams) * BigInt(units)) {
    return refuse('weight_not_lower')
  }
  const cutKobo = weightCutKobo(line, grams)
  const beforeKobo = former ? (former.cutKobo * BigInt(units)) / BigInt(former.units) : 0n
  // An order without any money left would end before its goods are handed over.
  const backKobo = minKobo(maxKobo(cutKobo - beforeKobo, 0n), maxKobo(availableKobo - 1n, 0n))
  return { cutKobo, backKobo, waits: grams < leastGrams * units || backKobo > mostAloneKobo }
}

/** Rounded up, in the buyer's favour. `public.weight_cut_kobo` is the same rule. */
export function weightCutKobo({ unitPriceKobo, units, mostGrams }: WeighedUnits, grams: number): bigint {
  const most = BigInt(mostGrams) * BigInt(units)
  const missing = most - BigInt(grams)
  return missing > 0n ? (unitPriceKobo * BigInt(units) * missing + most - 1n) / most : 0n
}

/** Why money comes back, for buyer and shop. */
export const weightReason = ({ grams, mostGrams }: { grams: number; mostGrams: number }): TextTemplate =>
  withValues(/*i18n*/ 'It weighs {weight}. The price was for {most}.', {
    weight: weightText(grams),
    most: weightText(mostGrams),
  })
