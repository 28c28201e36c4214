// Applies changes to a cart, which may arrive late, twice, or from several devices and tabs at once.

/** A stored line. A removed line stays with quantity 0, as a tombstone: an older `set` cannot restore it. */
export interface StoredCartLine {
  productId: string
  quantity: number
  /** The unit price shown to the buyer. */
  seenKobo: number
  /** Epoch milliseconds, by the same clock for all changes. */
  changedAt: number
}

/**
 * `set`: replaces the quantity, 0 removes the line; the later of two changes wins. `merge`: merges the line of another
 * cart, and restores a removed line whatever its time. `add`: adds this number of units, each time that it is
 * applied.
 */
export interface CartChange extends Omit<StoredCartLine, 'changedAt'> {
  how: 'set' | 'merge' | 'add'
  at: number
}

/** Maximum lines in a cart, and units per line. A checkout takes at most 50 lines. */
const MAX_CART_LINES = 100
export const MAX_CART_UNITS = 1_000_000

interface CartDecision {
  /** Lines to be written; unchanged lines are omitted. */
  changed: StoredCartLine[]
  /** Ids of products rejected because the cart is full. */
  leftOut: string[]
}

/** Applies the changes in order. */
export function applyCartChanges(
  stored: readonly StoredCartLine[],
  changes: readonly CartChange[],
  { most = MAX_CART_LINES }: { most?: number } = {},
): CartDecision {
  const lines = new Map(stored.map((line) => [line.productId, line]))
  const before = new Map(lines)
  const leftOut = new Set<string>()
  let live = stored.filter(({ quantity }) => quantity > 0).length
  for (const change of changes) {
    const line = lines.get(change.productId)
    const next = applyChange(line, change)
    const grows = Number(next.quantity > 0) - Number((line?.quantity ?? 0) > 0)
    if (live + grows > most && grows > 0) {
      leftOut.add(change.productId)
      continue
    }
    live += grows
    lines.set(change.productId, next)
  }
  const changed = [...lines.values()].filter((line) => before.get(line.productId) !== line)
  return { changed, leftOut: [...leftOut] }
}

/**
 * Merging two carts keeps every line and the larger quantity: a buyer who fills carts on two devices wants the same
 * bags, not twice as many. It also makes merging idempotent (a repeated call, a second sign-in).
 */
function applyChange(line: StoredCartLine | undefined, { how, at, ...values }: CartChange): StoredCartLine {
  const change = { ...values, changedAt: at }
  if (!line) return change
  if (how === 'set') return at >= line.changedAt ? change : line
  const newest = line.quantity === 0 || at >= line.changedAt ? change : line
  const quantity = how === 'merge' ? Math.max(line.quantity, change.quantity) : line.quantity + change.quantity
  const next = {
    productId: line.productId,
    quantity: Math.min(quantity, MAX_CART_UNITS),
    seenKobo: newest.seenKobo,
    changedAt: Math.max(line.changedAt, at),
  }
  return isSameLine(line, next) ? line : next
}

const isSameLine = (one: StoredCartLine, other: StoredCartLine): boolean =>
  one.quantity === other.quantity && one.seenKobo === other.seenKobo && one.changedAt === other.changedAt
