import type { I18n } from '@lingui/core'
import { joinFault, limitFault } from '#domain/group-buys/participants/joining.ts'
import { quantityField, unitsLeft } from '#domain/group-buys/progress.ts'
import { countUnits } from '#domain/products/units.ts'
import type { Refusal } from '#domain/refusal.ts'

interface LimitedBuy {
  status: string
  unit: string
  min_quantity: number
  max_quantity: number | null
  target_quantity: number
  current_quantity: number
  end_date: string
}

/**
 * The product's limits apply to a user's total: with existing units, from 1 up to the rest of the maximum can be added.
 */
export function quantityLimits(buy: Pick<LimitedBuy, 'min_quantity' | 'max_quantity'>, mine: number) {
  const whole = quantityField({ minQuantity: buy.min_quantity, maxQuantity: buy.max_quantity })
  if (mine === 0) return whole
  const min = Math.max(1, whole.min - mine)
  return { min, max: whole.max === null ? null : Math.max(0, whole.max - mine), initial: min }
}

interface QuantityRequest {
  quantity: number
  /** Units the user already has. */
  mine: number
  now: string
}

/**
 * Validation before the request: the specification's three checks, then the product's limits. The server repeats them.
 */
export function quantityFault(buy: LimitedBuy, { quantity, mine, now }: QuantityRequest): Refusal | null {
  const counted = {
    status: buy.status,
    endDate: new Date(buy.end_date),
    currentQuantity: buy.current_quantity,
    targetQuantity: buy.target_quantity,
  }
  const limits = { minQuantity: buy.min_quantity, maxQuantity: buy.max_quantity }
  return joinFault(counted, quantity, new Date(now)) ?? limitFault(limits, mine + quantity)
}

/** The permitted quantities in words: "You can take 2 to 12 bags." */
export function allowedQuantityText(buy: LimitedBuy, { mine, i18n }: { mine: number; i18n: I18n }): string {
  const { min, max } = quantityLimits(buy, mine)
  const left = unitsLeft(buy.target_quantity, buy.current_quantity)
  const most = Math.min(max ?? left, left)
  if (most < min) {
    return i18n.t('Only {left} left, and one person takes at least {least}.', {
      left: countUnits(left, buy.unit),
      least: countUnits(min, buy.unit),
    })
  }
  const units = countUnits(most, buy.unit)
  if (most === min)
    return mine > 0 ? i18n.t('You can add {units}.', { units }) : i18n.t('You can take {units}.', { units })
  const range = { least: min, units }
  return mine > 0 ? i18n.t('You can add {least} to {units}.', range) : i18n.t('You can take {least} to {units}.', range)
}
