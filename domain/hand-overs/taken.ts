import { isUuid, type Reader } from '../validation.ts'
import type { Taken } from './what-changes-hands.ts'

const MOST_LINES = 200

/** Lines with quantities, or nothing for everything that is left. */
export const takenLines: Reader<Taken[] | null> = (raw) => {
  if (raw === null || raw === undefined) return { value: null }
  if (!Array.isArray(raw) || raw.length > MOST_LINES || !raw.every(isTaken)) {
    return { error: 'Each line needs its id and a whole number.' }
  }
  return { value: raw.map(({ line_id, quantity }) => ({ line_id, quantity })) }
}

function isTaken(raw: unknown): raw is Taken {
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
