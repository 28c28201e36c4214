// Packs in words, for pages and messages.
import { countUnits } from '#domain/products/units.ts'
import { type TextTemplate, withValues } from '#domain/texts/translatable-text.ts'

/** Goods in packs: a pack, and the units that it is shared by. */
interface PackTerms {
  /** "bag" */
  packUnit: string
  packSize: number
  /** "paint bucket" */
  unit: string
}

/** How many packs are begun, by what buyers want in any case and would take at most. */
export function packsOf(units: { sure: number; most: number }, { packSize }: Pick<PackTerms, 'packSize'>) {
  const begun = Math.ceil(units.sure / packSize)
  const missing = Math.max(0, begun * packSize - units.most)
  return { full: missing > 0 ? begun - 1 : begun, missing }
}

/** "2 bags are full, and the next one lacks 6 paint buckets." */
export function packsText(units: { sure: number; most: number }, terms: PackTerms): TextTemplate {
  const { full, missing } = packsOf(units, terms)
  const packs = countUnits(full, terms.packUnit)
  const lacking = countUnits(missing, terms.unit)
  if (missing === 0) return withValues(/*i18n*/ 'Full: {packs}.', { packs })
  if (full === 0)
    return withValues(/*i18n*/ 'The first {pack} lacks {units}.', { pack: terms.packUnit, units: lacking })
  return withValues(/*i18n*/ 'Full: {packs}. The next one lacks {units}.', { packs, units: lacking })
}

/** "5 bags of 20", "4 bags of 20 and 12 paint buckets": a settled quantity for the vendor. */
export function wholePacksText(quantity: number, { packUnit, packSize, unit }: PackTerms): string {
  const packs = Math.floor(quantity / packSize)
  const loose = quantity % packSize
  return [
    ...(packs > 0 ? [`${countUnits(packs, packUnit)} of ${packSize}`] : []),
    ...(loose > 0 ? [countUnits(loose, unit)] : []),
  ].join(' and ')
}

/** A buyer's part of the packs: wanted and allotted. */
export interface AllottedUnits extends Pick<PackTerms, 'packUnit' | 'unit'> {
  /** Wanted in any case. */
  sure: number
  /** Reserved and paid for. */
  most: number
  allotted: number
}

/** "You wanted 3 paint buckets and would take up to 5. You get 4, because that fills a bag." */
export function allottedText({ sure, most, allotted, unit, packUnit }: AllottedUnits): TextTemplate {
  const wanted = countUnits(sure, unit)
  if (allotted === 0)
    return withValues(/*i18n*/ 'The last {pack} was not filled, and there was nothing left for you.', {
      pack: packUnit,
    })
  if (allotted < sure)
    return withValues(/*i18n*/ 'You wanted {units} and get {count}, because the last {pack} was not filled.', {
      units: wanted,
      count: allotted,
      pack: packUnit,
    })
  if (sure === most) return withValues(/*i18n*/ 'You get {units}, as you wanted.', { units: wanted })
  const values = { units: wanted, most, count: allotted }
  return allotted > sure
    ? withValues(
        /*i18n*/ 'You wanted {units} and would take up to {most}. You get {count}, because that fills a {pack}.',
        {
          ...values,
          pack: packUnit,
        },
      )
    : withValues(
        /*i18n*/ 'You wanted {units} and would take up to {most}. You get {count}: no more was needed.',
        values,
      )
}
