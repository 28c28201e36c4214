// A mistyped price is binding once a buyer has joined. The vendor's forms therefore ask for confirmation of a price far
// below its reference price. The table API has no such step: its clients are programs.
import { formatNaira } from '#domain/money.ts'

/** Prices more than this far below their reference need confirmation. */
const STEEP_PERCENT = 40

export const isSteep = (fromKobo: bigint, toKobo: bigint): boolean =>
  toKobo * 100n < fromKobo * BigInt(100 - STEEP_PERCENT)

/** Asks the vendor to type the price again. */
export function steepQuestion(fromKobo: bigint, toKobo: bigint, unit: string): string {
  const percent = Number(((fromKobo - toKobo) * 100n) / fromKobo)
  return `${formatNaira(toKobo)} a ${unit} is ${percent}% below ${formatNaira(fromKobo)}. If you mean it, type the price once more.`
}
