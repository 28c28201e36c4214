import { isUuid, type Reader } from '#domain/forms/validation.ts'
import type { TakenLine } from './plan-hand-over.ts'

const MAX_LINES = 200

/** Reads lines with quantities; null means everything that is left. */
export const takenLines: Reader<TakenLine[] | null> = (raw) => {
  if (raw === null || raw === undefined) return { value: null }
  if (!Array.isArray(raw) || raw.length > MAX_LINES || !raw.every(isTakenLine)) {
    return { error: 'Each line needs its id and a whole number.' }
  }
  return { value: raw.map(({ line_id, quantity }) => ({ line_id, quantity })) }
}

function isTakenLine(raw: unknown): raw is TakenLine {
  if (typeof raw !== 'object' || raw === null || !('line_id' in raw) || !('quantity' in raw)) return false
  const { line_id, quantity } = raw
  return (
    isUuid(line_id) &&
    typeof quantity === 'number' &&
    Number.isInteger(quantity) &&
    quantity >= 0 &&
    quantity <= 1_000_000
  )
}

export interface GoodsOfOrder {
  hand_over_id: string
  lines: TakenLine[] | null
}

/** Reads the goods of several orders that change hands in one act. */
export const goodsOfOrders: Reader<GoodsOfOrder[]> = (raw) => {
  if (raw === null || raw === undefined) return { value: [] }
  const rows: unknown[] = Array.isArray(raw) ? raw : [null]
  const read = rows.map((row) => {
    const { hand_over_id, lines } = (row ?? {}) as { hand_over_id?: unknown; lines?: unknown }
    const taken = takenLines(lines)
    return isUuid(hand_over_id) && 'value' in taken
      ? { hand_over_id: hand_over_id.toLowerCase(), lines: taken.value }
      : null
  })
  const goods = read.filter((one) => one !== null)
  const isTwice = new Set(goods.map(({ hand_over_id }) => hand_over_id)).size < goods.length
  if (goods.length < rows.length || isTwice || goods.length > 50)
    return { error: 'Each order is named once, with its goods.' }
  return { value: goods }
}
