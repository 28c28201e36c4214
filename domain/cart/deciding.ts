// What becomes of a cart when changes to it arrive: late, twice, or from several devices and tabs at once.

/** A line as it is kept. One that was removed is kept with the quantity 0, so that an older change cannot bring it back. */
export interface KeptLine {
  productId: string
  quantity: number
  /** The unit price that the person saw. */
  seenKobo: number
  /** Milliseconds, by one clock for all changes. */
  changedAt: number
}

/**
 * `set`: the line has this quantity now, 0 removes it; of two, the later one counts. `merge`: two carts become one. `add`: so many
 * more units.
 */
export interface CartChange extends Omit<KeptLine, 'changedAt'> {
  how: 'set' | 'merge' | 'add'
  at: number
}

/** Lines that a cart holds, and units of one. A checkout takes 50 lines. */
const MOST_CART_LINES = 100
export const MOST_UNITS = 1_000_000

interface Decided {
  /** As they must be kept now; lines that stay as they are are not among them. */
  changed: KeptLine[]
  /** Products for which there was no room. */
  leftOut: string[]
}

/** One change after the other, in the order given. */
export function decideCart(
  kept: readonly KeptLine[],
  changes: readonly CartChange[],
  { most = MOST_CART_LINES }: { most?: number } = {},
): Decided {
  const lines = new Map(kept.map((line) => [line.productId, line]))
  const before = new Map(lines)
  const leftOut = new Set<string>()
  let live = kept.filter(({ quantity }) => quantity > 0).length
  for (const change of changes) {
    const line = lines.get(change.productId)
    const next = decideLine(line, change)
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
 * Two carts become one without losing a line, and the larger quantity stays: who fills a cart on two devices wants the same bags, not
 * twice as many, and merging again (a call that is repeated, a second sign-in) changes nothing.
 */
function decideLine(line: KeptLine | undefined, { how, at, ...wanted }: CartChange): KeptLine {
  const change = { ...wanted, changedAt: at }
  if (!line) return change
  if (how === 'set') return at >= line.changedAt ? change : line
  const newest = line.quantity === 0 || at >= line.changedAt ? change : line
  const quantity = how === 'merge' ? Math.max(line.quantity, change.quantity) : line.quantity + change.quantity
  const next = {
    productId: line.productId,
    quantity: Math.min(quantity, MOST_UNITS),
    seenKobo: newest.seenKobo,
    changedAt: Math.max(line.changedAt, at),
  }
  return same(line, next) ? line : next
}

const same = (one: KeptLine, other: KeptLine): boolean =>
  one.quantity === other.quantity && one.seenKobo === other.seenKobo && one.changedAt === other.changedAt
