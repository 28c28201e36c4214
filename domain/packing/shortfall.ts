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
 * Who gives up how much: whole units, pro rata by largest remainder, then earlier payment. A bag is not cut, and nobody gives up more than
 * they have coming. Who loses all that is left of a line gets all of its money, so that no rounding stays.
 */
export function shareOut(lines: readonly LineToCut[], missingThousandths: bigint): Share[] | Refusal {
  if (missingThousandths % UNIT !== 0n) {
    return refuse('shares_are_whole', {
      message: `Buyers share whole units: enter ${decimalText(Number((missingThousandths / UNIT) * UNIT))} or ${decimalText(Number((missingThousandths / UNIT + 1n) * UNIT))}.`,
    })
  }
  const inTurn = lines
    .filter(({ leftThousandths, leftKobo }) => leftThousandths >= UNIT && leftKobo > 0n)
    .sort((a, b) => a.paidAt.getTime() - b.paidAt.getTime() || a.orderNo - b.orderNo)
  const units = inTurn.map(({ leftThousandths }) => leftThousandths / UNIT)
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
  return inTurn.flatMap(({ lineId, orderId, leftKobo }, index) => {
    const [lost, had] = [missing[index] ?? 0n, units[index] ?? 0n]
    if (lost === 0n) return []
    // Rounded up once for the buyer.
    const goodsKobo = (leftKobo * lost + had - 1n) / had
    return [{ lineId, orderId, missingThousandths: lost * UNIT, goodsKobo }]
  })
}

const UNIT = 1000n

interface ToWeigh {
  missingThousandths: bigint
  goodsKobo: bigint
  /** Entered before for the same buy or line, and not taken back. */
  before: { missingThousandths: bigint; goodsKobo: bigint }
  /** All that was bought of it. */
  wholeThousandths: bigint
  /** Settings: per cent of the whole, and worth. */
  most: { percent: bigint; kobo: bigint }
}

/** True for what is too large for one person to give back: the shop or a manager answers it first. Small ones add up. */
export function needsAnswer({ missingThousandths, goodsKobo, before, wholeThousandths, most }: ToWeigh): boolean {
  return (
    (before.missingThousandths + missingThousandths) * 100n > wholeThousandths * most.percent ||
    before.goodsKobo + goodsKobo > most.kobo
  )
}

/** What the weigh-in did not find missing, and what is said to be damaged, a photograph has to prove. */
export function needsPhotograph(wish: {
  kind: ShortfallKind
  missingThousandths: bigint
  /** Entered before for the same place. */
  beforeThousandths: bigint
  foundThousandths: bigint
}): boolean {
  return wish.kind === 'damaged' || wish.beforeThousandths + wish.missingThousandths > wish.foundThousandths
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
