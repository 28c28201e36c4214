// A short or damaged delivery is entered once and shared out over its orders: in proportion to what each has coming, by largest
// remainder, then earlier payment (semantics.md 2, Bags). What it is worth comes back without a claim.
import { allocate } from '../money.ts'
import { type Refusal, refuse } from '../refusal.ts'
import type { Reader } from '../validation.ts'
import { decimalText } from './weights.ts'

export const SHORTFALL_KINDS = ['short', 'damaged'] as const
type ShortfallKind = (typeof SHORTFALL_KINDS)[number]

/** A line that has goods coming. Quantities are thousandths of the unit. */
export interface LineToCut {
  lineId: string
  orderId: string
  /** Of its units, what has not been entered as missing before. */
  leftThousandths: bigint
  /** Of its goods, what is neither handed over nor given back. */
  leftKobo: bigint
  paidAt: Date
  orderNo: number
}

export interface Share {
  lineId: string
  orderId: string
  missingThousandths: bigint
  goodsKobo: bigint
}

/**
 * Who gives up how much. Both sums are exact: the thousandths to the one, the kobo to the kobo, rounded up once for the buyers.
 * Nobody gives up more than they have coming, and all of it comes back if all of it is missing.
 */
export function shareOut(lines: readonly LineToCut[], missingThousandths: bigint): Share[] | Refusal {
  const inTurn = lines
    .filter(({ leftThousandths, leftKobo }) => leftThousandths > 0n && leftKobo > 0n)
    .sort((a, b) => a.paidAt.getTime() - b.paidAt.getTime() || a.orderNo - b.orderNo)
  const left = sum(inTurn.map(({ leftThousandths }) => leftThousandths))
  if (missingThousandths > left) {
    return refuse('more_than_is_coming', {
      message:
        left === 0n
          ? 'Nothing of this is still to come, so nothing can be missing.'
          : `Only ${decimalText(Number(left))} is still to come, so no more than that can be missing.`,
    })
  }
  const leftKobo = inTurn.map((line) => line.leftKobo)
  const missing = allocate(
    missingThousandths,
    inTurn.map(({ leftThousandths }) => leftThousandths),
  )
  const worth = (sum(leftKobo) * missingThousandths + left - 1n) / left
  const goods = allocate(worth, leftKobo)
  return inTurn.map(({ lineId, orderId }, index) => ({
    ...{ lineId, orderId },
    missingThousandths: missing[index] ?? 0n,
    goodsKobo: goods[index] ?? 0n,
  }))
}

interface Blame {
  missingThousandths: bigint
  /** What the place found missing when it weighed the goods in; null: it has not, or no hub of the market has them. */
  foundThousandths: bigint | null
  /** Of that, what has been entered before. */
  enteredThousandths: bigint
}

/** Short on arrival is the vendor's; what was lost after that is the hub's. */
export function whoBears({ missingThousandths, foundThousandths, enteredThousandths }: Blame): {
  vendorThousandths: bigint
  hubThousandths: bigint
} {
  if (foundThousandths === null) return { vendorThousandths: missingThousandths, hubThousandths: 0n }
  const open = foundThousandths > enteredThousandths ? foundThousandths - enteredThousandths : 0n
  const vendorThousandths = missingThousandths < open ? missingThousandths : open
  return { vendorThousandths, hubThousandths: missingThousandths - vendorThousandths }
}

/** Units as typed, with up to three decimals ("12", "0.5"), in thousandths. */
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
