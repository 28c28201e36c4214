// A short or damaged delivery is entered once and allocated to its orders in proportion to their outstanding goods, by
// largest remainder, then earlier payment (semantics.md 2, Bags). Its value is refunded without a claim.

import type { Reader } from '#domain/forms/validation.ts'
import { allocate } from '#domain/money.ts'
import { lostShareKobo } from '#domain/payments/handing-over.ts'
import type { Refusal } from '#domain/refusal.ts'
import { refuseFrom } from '#domain/refusals/refuse-from.ts'
import { packingRefusals } from './refusals.ts'
import { decimalText } from './weight-text.ts'

const refuse = refuseFrom(packingRefusals)

export const SHORTFALL_KINDS = ['short', 'damaged'] as const
type ShortfallKind = (typeof SHORTFALL_KINDS)[number]

/** A line with goods to be handed over. Quantities are thousandths of the unit. */
export interface AffectedLine {
  lineId: string
  orderId: string
  /** Units not entered as missing yet. */
  leftThousandths: bigint
  /** Value of its goods that are neither handed over nor refunded. */
  leftKobo: bigint
  paidAt: Date
  orderNo: number
}

export interface ShortfallShare {
  lineId: string
  orderId: string
  missingThousandths: bigint
  goodsKobo: bigint
}

/**
 * Allocates missing units to lines: whole units, pro rata by largest remainder, then earlier payment, and never more
 * than a line's outstanding units. A line that loses all of them is refunded all of its remaining money, so that no
 * rounding residue is left.
 */
export function allocateShortfall(
  lines: readonly AffectedLine[],
  missingThousandths: bigint,
): ShortfallShare[] | Refusal {
  if (missingThousandths % UNIT !== 0n) {
    return refuse('shares_are_whole', {
      message: `Buyers share whole units: enter ${decimalText(Number((missingThousandths / UNIT) * UNIT))} or ${decimalText(Number((missingThousandths / UNIT + 1n) * UNIT))}.`,
    })
  }
  const byPriority = lines
    .filter(({ leftThousandths, leftKobo }) => leftThousandths >= UNIT && leftKobo > 0n)
    .sort((a, b) => a.paidAt.getTime() - b.paidAt.getTime() || a.orderNo - b.orderNo)
  const units = byPriority.map(({ leftThousandths }) => leftThousandths / UNIT)
  const left = sum(units)
  if (missingThousandths > left * UNIT) {
    return refuse('more_than_is_coming', {
      message:
        left === 0n
          ? 'Nothing of this is still to come, so nothing can be missing.'
          : `Only ${decimalText(Number(left * UNIT))} is still to come, so no more than that can be missing.`,
    })
  }
  const missing = allocate(missingThousandths / UNIT, units)
  return byPriority.flatMap(({ lineId, orderId, leftKobo }, index) => {
    const [lost, had] = [missing[index] ?? 0n, units[index] ?? 0n]
    if (lost === 0n) return []
    // Rounded up once, in the buyer's favour.
    const goodsKobo = (leftKobo * lost + had - 1n) / had
    return [{ lineId, orderId, missingThousandths: lost * UNIT, goodsKobo }]
  })
}

const UNIT = 1000n

interface ShortfallSize {
  missingThousandths: bigint
  goodsKobo: bigint
  /** Entered earlier for the same buy or line, and not withdrawn. */
  before: { missingThousandths: bigint; goodsKobo: bigint }
  /** Total quantity sold. */
  wholeThousandths: bigint
  /** Limits from the settings: percentage of the total quantity, and value. */
  most: { percent: bigint; kobo: bigint }
}

/**
 * True if a shortfall is too large for one person to enter alone, so that the shop or a manager has to agree. Earlier
 * entries count too.
 */
export function needsAnswer({ missingThousandths, goodsKobo, before, wholeThousandths, most }: ShortfallSize): boolean {
  return (
    (before.missingThousandths + missingThousandths) * 100n > wholeThousandths * most.percent ||
    before.goodsKobo + goodsKobo > most.kobo
  )
}

/** True if the entry needs a photograph: damaged goods, or more missing units than the weigh-in found. */
export function needsPhotograph(shortfall: {
  kind: ShortfallKind
  missingThousandths: bigint
  /** Entered earlier for the same place. */
  beforeThousandths: bigint
  foundThousandths: bigint
}): boolean {
  return (
    shortfall.kind === 'damaged' ||
    shortfall.beforeThousandths + shortfall.missingThousandths > shortfall.foundThousandths
  )
}

interface LiabilityFacts {
  missingThousandths: bigint
  /** Shortage found at the weigh-in; null if the goods were not weighed in or are not at a hub. */
  foundThousandths: bigint | null
  /** Part of the found shortage that has been entered already. */
  enteredThousandths: bigint
}

/** Splits a shortfall between the vendor, liable for shortage on arrival, and the hub, liable for later losses. */
export function splitLiability({ missingThousandths, foundThousandths, enteredThousandths }: LiabilityFacts): {
  vendorThousandths: bigint
  hubThousandths: bigint
} {
  if (foundThousandths === null) return { vendorThousandths: missingThousandths, hubThousandths: 0n }
  const open = foundThousandths > enteredThousandths ? foundThousandths - enteredThousandths : 0n
  const vendorThousandths = missingThousandths < open ? missingThousandths : open
  return { vendorThousandths, hubThousandths: missingThousandths - vendorThousandths }
}

interface RefundedPart {
  goodsKobo: bigint
  returnedKobo: bigint
  feeKobo: bigint
  deliveryKobo: bigint
  vendorFeeBasisPoints: number
  /** Goods of the order that are not refunded and not entered as missing. */
  leftKobo: bigint
}

/** The cost of a shortfall, from its shares and the planned refund of each order. */
export function shortfallCost(shares: readonly ShortfallShare[], parts: readonly RefundedPart[]) {
  const unitsOfOrders = new Map<string, bigint>()
  for (const { orderId, missingThousandths } of shares)
    unitsOfOrders.set(orderId, (unitsOfOrders.get(orderId) ?? 0n) + missingThousandths / UNIT)
  const orders = new Map<number, number>()
  for (const units of unitsOfOrders.values()) orders.set(Number(units), (orders.get(Number(units)) ?? 0) + 1)
  return {
    /** How many orders get how many units less, the smallest share first. */
    shares: [...orders].sort(([a], [b]) => a - b).map(([units, count]) => ({ units, orders: count })),
    returnedKobo: sum(parts.map(({ returnedKobo }) => returnedKobo)),
    feeKobo: sum(parts.map((part) => part.feeKobo)),
    deliveryKobo: sum(parts.map(({ deliveryKobo }) => deliveryKobo)),
    shopLosesKobo: sum(parts.map(lostShareKobo)),
  }
}

/** Reads units with up to three decimals ("12", "0.5"), in thousandths. */
export function thousandths({ label }: { label: string }): Reader<number> {
  return (raw) => {
    const match = /^(\d{1,3}(?:,\d{3})+|\d{1,7})(?:\.(\d{1,3}))?$/.exec(String(raw ?? '').trim())
    if (!match) return { error: `${label} must be a number above zero, such as 12 or 0.5.` }
    const value = Number((match[1] ?? '').replaceAll(',', '')) * 1000 + Number((match[2] ?? '').padEnd(3, '0'))
    return value > 0 ? { value } : { error: `${label} must be above zero.` }
  }
}

/** "12 of 300 kg short" */
export function shortfallText({
  kind,
  missing,
  of,
  unit,
}: {
  kind: ShortfallKind
  missing: number
  of: number
  unit: string
}): string {
  return `${decimalText(missing)} of ${decimalText(of)} ${unit === 'kg' ? 'kg' : `x ${unit}`} ${kind}`
}

const sum = (numbers: readonly bigint[]): bigint => numbers.reduce((all, one) => all + one, 0n)
