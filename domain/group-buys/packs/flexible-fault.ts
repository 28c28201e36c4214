import type { Refusal } from '#domain/refusal.ts'
import { callRefusals } from '#domain/refusals/call-refusals.ts'
import { refuseFrom } from '#domain/refusals/refuse-from.ts'
import type { TranslatableText } from '#domain/texts/translatable-text.ts'

interface PackedBuy {
  packSize?: number | null
  formerTargetQuantity?: number | null
}

/**
 * "I would take up to" is for goods in packs, and not for the top-up time; null if it fits. In a file of its own,
 * without work on loading, because only commands decide this: pages load the other checks of a join.
 */
export function flexibleFault(
  { packSize, formerTargetQuantity = null }: PackedBuy,
  { quantity, upTo = null }: { quantity: number; upTo?: number | null },
): Refusal | null {
  if (upTo === null) return null
  if (!Number.isSafeInteger(upTo) || upTo < quantity) return refuseUpTo(UP_TO_IS_LESS)
  if (upTo === quantity) return null
  if (!packSize) return refuseUpTo(NOT_IN_PACKS)
  return formerTargetQuantity !== null ? refuseUpTo(ONLY_WHAT_IS_MISSING) : null
}

const refuseUpTo = (message: TranslatableText): Refusal => refuseFrom(callRefusals)('invalid_input', { message })

const UP_TO_IS_LESS = /*i18n*/ '“Take up to” must not be less than the quantity that you want.'
const NOT_IN_PACKS = /*i18n*/ 'These goods do not come in packs. Choose one quantity.'
const ONLY_WHAT_IS_MISSING = /*i18n*/ 'Only what is still missing can be taken now. Choose one quantity.'
