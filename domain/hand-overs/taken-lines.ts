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
