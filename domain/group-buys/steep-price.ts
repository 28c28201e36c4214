// A slip of a digit in a price costs the vendor the goods: once somebody has joined it holds. A price far below the one it is
// measured against is asked about, in the vendor's own forms. The table API has no second step: whoever calls it is a program.
import { formatNaira } from '../money.ts'

/** A price more than this much below its base is asked about. */
const STEEP_PERCENT = 40

export const isSteep = (fromKobo: bigint, toKobo: bigint): boolean =>
  toKobo * 100n < fromKobo * BigInt(100 - STEEP_PERCENT)

/** What the vendor is asked: the price to type once more. */
export function steepQuestion(fromKobo: bigint, toKobo: bigint, unit: string): string {
  const percent = Number(((fromKobo - toKobo) * 100n) / fromKobo)
  return `${formatNaira(toKobo)} a ${unit} is ${percent}% below ${formatNaira(fromKobo)}. If you mean it, type the price once more.`
}
