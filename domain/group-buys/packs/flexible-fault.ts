import type { Refusal } from '#domain/refusal.ts'
import { refuseFrom } from '#domain/refusals/refuse-from.ts'
import { packRefusals } from './refusals.ts'

const refuse = /* @__PURE__ */ refuseFrom(packRefusals)

interface PackedBuy {
  packSize?: number | null
  formerTargetQuantity?: number | null
}

/** "I would take up to" is for goods in packs, and not for the top-up time; null if it fits. */
export function flexibleFault(
  { packSize, formerTargetQuantity = null }: PackedBuy,
  { quantity, upTo = null }: { quantity: number; upTo?: number | null },
): Refusal | null {
  if (upTo === null) return null
  if (!Number.isSafeInteger(upTo) || upTo < quantity) return refuse('up_to_not_possible', { message: UP_TO_IS_LESS })
  if (upTo === quantity) return null
  if (!packSize) return refuse('up_to_not_possible')
  return formerTargetQuantity !== null ? refuse('up_to_not_possible', { message: ONLY_WHAT_IS_MISSING }) : null
}

const UP_TO_IS_LESS = /*i18n*/ '“Take up to” must not be less than the quantity that you want.'
const ONLY_WHAT_IS_MISSING = /*i18n*/ 'Only what is still missing can be taken now. Choose one quantity.'
