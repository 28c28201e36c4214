// Money is integer kobo in `bigint`; naira is used only at the edges (catalogue columns, form fields, screens).
import { assert } from './assert.ts'

/** Largest amount that `numeric(14,2)` naira can hold, in kobo. */
const MAX_KOBO = 99_999_999_999_999n

const NAIRA_TEXT = /^(-?)(\d+)(?:\.(\d{1,2}))?$/
const GROUPED_TEXT = /^-?\d{1,3}(,\d{3})+(\.\d*)?$/

/**
 * Parses user input as kobo: "1,234.50", "₦68,000", "N 500". Null if it is not an amount of naira with at most two
 * decimals, or does not fit `numeric(14,2)`.
 */
export function parseNaira(text: string): bigint | null {
  const bare = text.trim().replace(/^(?:₦|NGN|N)\s*/i, '')
  if (bare.includes(',') && !GROUPED_TEXT.test(bare)) return null
  const match = NAIRA_TEXT.exec(bare.replaceAll(',', ''))
  if (!match) return null
  const [, sign, whole = '', decimals = ''] = match
  const kobo = BigInt(whole + decimals.padEnd(2, '0'))
  if (kobo > MAX_KOBO) return null
  return sign === '-' ? -kobo : kobo
}

/**
 * Converts a catalogue value, the text or number of a `numeric(14,2)` naira column, to kobo. Throws on any other value:
 * catalogue columns are validated before they are stored.
 */
export function nairaToKobo(naira: string | number): bigint {
  // The shortest decimal text of a double is exact to the kobo; naira * 100 is not.
  const kobo = parseNaira(String(naira))
  assert(kobo !== null, `not an amount of naira: ${naira}`)
  return kobo
}

/** "68000.00": the text of a `numeric(14,2)` naira column. */
export function koboToNaira(kobo: bigint): string {
  const digits = (kobo < 0n ? -kobo : kobo).toString().padStart(3, '0')
  return `${kobo < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Naira as a number, for spreadsheets. */
export const koboToNairaNumber = (kobo: number): number => Number(koboToNaira(BigInt(kobo)))

/** Total of amounts, such as of lines of the ledger. */
export const sumKobo = (amounts: readonly { amountKobo: bigint }[]): bigint =>
  amounts.reduce((all, { amountKobo }) => all + amountKobo, 0n)

/** Whether it is an amount in whole kobo, from 0. */
export const isKobo = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0

/**
 * "₦68,000", or "₦77,900.50" if kobo are not zero. Does not use `Intl`, so that server and browser give the same text
 * with any locale data.
 */
export function formatNaira(kobo: bigint | number): string {
  const [whole = '0', decimals = '00'] = koboToNaira(BigInt(kobo)).replace('-', '').split('.')
  return `${kobo < 0 ? '-' : ''}₦${groupThousands(whole)}${decimals === '00' ? '' : `.${decimals}`}`
}

/** "12,345" from 12345 or its digits. */
export function groupThousands(whole: string | number | bigint): string {
  return String(whole).replace(/\B(?=(\d{3})+$)/g, ',')
}

/**
 * Basis points of an amount, rounded down: `amount * bps div 10000` (money.md 2, Rounding). Charged once per order, on
 * goods.
 */
export function feeKobo(amountKobo: bigint, basisPoints: number): bigint {
  return (amountKobo * BigInt(basisPoints)) / 10_000n
}

/** Part of a whole in percent, rounded to the nearest whole number; 0 if the whole is 0. */
export function percent(part: bigint | number, whole: bigint | number): number {
  const [p, w] = [BigInt(part), BigInt(whole)]
  return w === 0n ? 0 : Number((p * 200n + w) / (w * 2n))
}

interface RefundStep {
  /** Fee of the whole order (F) and its goods (G). */
  orderFeeKobo: bigint
  goodsKobo: bigint
  /** Total of refunded goods before and after this refund; `after` is at most G. */
  refundedBeforeKobo: bigint
  refundedAfterKobo: bigint
}

/** The fee refunded with a partial refund. Cumulative, so that refunds that reach G return exactly F. */
export function feeRefundKobo(step: RefundStep): bigint {
  if (step.goodsKobo === 0n) return 0n
  const share = (refundedKobo: bigint) => (step.orderFeeKobo * refundedKobo) / step.goodsKobo
  return share(step.refundedAfterKobo) - share(step.refundedBeforeKobo)
}

/**
 * Allocates a total in proportion to weights, in whole units, by largest remainder (ties: the earlier one). The shares
 * always add up to the total; if all weights are zero, so are all shares.
 */
export function allocate(total: bigint, weights: readonly bigint[]): bigint[] {
  const sum = weights.reduce((all, weight) => all + weight, 0n)
  if (sum === 0n) return weights.map(() => 0n)
  const shares = weights.map((weight) => (total * weight) / sum)
  const left = Number(total - shares.reduce((all, share) => all + share, 0n))
  const byRemainder = weights
    .map((weight, index) => ({ index, remainder: (total * weight) % sum }))
    .sort((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1))
  for (const { index } of byRemainder.slice(0, left)) shares[index] = (shares[index] ?? 0n) + 1n
  return shares
}

/** The smaller of two amounts. (`Math.min` does not accept bigint.) */
export function minKobo(aKobo: bigint, bKobo: bigint): bigint {
  if (aKobo < bKobo) return aKobo
  return bKobo
}

export function maxKobo(aKobo: bigint, bKobo: bigint): bigint {
  if (aKobo > bKobo) return aKobo
  return bKobo
}
