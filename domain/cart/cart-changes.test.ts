import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyCartChanges, type CartChange, MAX_CART_UNITS, type StoredCartLine } from './cart-changes.ts'

const product = fc.constantFrom('rice', 'beans', 'garri', 'oil')
const line = fc.record({
  productId: product,
  quantity: fc.integer({ min: 0, max: 9 }),
  seenKobo: fc.integer({ min: 1, max: 5 }),
  changedAt: fc.integer({ min: 0, max: 20 }),
})
const storedLines = fc.uniqueArray(line, { selector: ({ productId }) => productId })
const changeOf = (how: CartChange['how'], least: number) =>
  fc.record({
    productId: product,
    how: fc.constant(how),
    quantity: fc.integer({ min: least, max: 9 }),
    seenKobo: fc.integer({ min: 1, max: 5 }),
    at: fc.integer({ min: 0, max: 20 }),
  })
const merges = fc.uniqueArray(changeOf('merge', 1), { selector: ({ productId }) => productId })

function withChanges(before: readonly StoredCartLine[], changes: readonly CartChange[]): StoredCartLine[] {
  const lines = new Map(before.map((one) => [one.productId, one]))
  for (const one of applyCartChanges(before, changes).changed) lines.set(one.productId, one)
  return [...lines.values()].sort((a, b) => a.productId.localeCompare(b.productId))
}
const asMerges = (lines: readonly StoredCartLine[]): CartChange[] =>
  lines.filter(({ quantity }) => quantity > 0).map(({ changedAt: at, ...one }) => ({ ...one, how: 'merge', at }))
const amounts = (lines: readonly StoredCartLine[]) =>
  lines.filter(({ quantity }) => quantity > 0).map(({ productId, quantity }) => [productId, quantity])

describe('merging two carts', () => {
  it('keeps every line, with at least its units', () => {
    fc.assert(
      fc.property(storedLines, merges, (before, changes) => {
        const merged = new Map(withChanges(before, changes).map((one) => [one.productId, one.quantity]))
        for (const { productId, quantity } of [...before, ...changes])
          expect(merged.get(productId)).toBeGreaterThanOrEqual(quantity)
      }),
    )
  })

  it('is idempotent and commutative', () => {
    fc.assert(
      fc.property(storedLines, storedLines, (one, other) => {
        const once = withChanges(one, asMerges(other))
        expect(withChanges(once, asMerges(other))).toEqual(once)
        expect(amounts(withChanges(other, asMerges(one)))).toEqual(amounts(once))
      }),
    )
  })

  it('takes the larger quantity, with the price that was shown last', () => {
    const before = [{ productId: 'rice', quantity: 3, seenKobo: 100, changedAt: 5 }]
    const change = { productId: 'rice', how: 'merge' as const, quantity: 2, seenKobo: 90, at: 7 }
    expect(withChanges(before, [change])).toEqual([{ productId: 'rice', quantity: 3, seenKobo: 90, changedAt: 7 }])
    expect(withChanges(before, [{ ...change, at: 4 }])).toEqual(before)
  })
})

describe('quantities that are set', () => {
  it('end with the latest, independent of order and repetition', () => {
    const sets = fc.uniqueArray(changeOf('set', 0), { selector: ({ at }) => at, minLength: 1 })
    const shuffled = sets.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray([...all, ...all], { minLength: 2 * all.length })),
    )
    fc.assert(
      fc.property(shuffled, ([all, arriving]) => {
        const latest = new Map<string, CartChange>()
        for (const one of all.toSorted((a, b) => a.at - b.at)) latest.set(one.productId, one)
        const found = withChanges([], arriving)
        expect(found.map(({ productId, quantity }) => [productId, quantity])).toEqual(
          [...latest.values()]
            .sort((a, b) => a.productId.localeCompare(b.productId))
            .map(({ productId, quantity }) => [productId, quantity]),
        )
      }),
    )
  })

  it('do not restore a removed line if they are older', () => {
    const removed = [{ productId: 'rice', quantity: 0, seenKobo: 100, changedAt: 5 }]
    const older = { productId: 'rice', how: 'set' as const, quantity: 4, seenKobo: 100, at: 4 }
    expect(applyCartChanges(removed, [older]).changed).toEqual([])
    expect(applyCartChanges(removed, [{ ...older, at: 6 }]).changed).toHaveLength(1)
  })
})

describe('bounds', () => {
  it('reject and report lines beyond the limit', () => {
    const add = (productId: string): CartChange => ({ productId, how: 'add', quantity: 1, seenKobo: 1, at: 1 })
    const { changed, leftOut } = applyCartChanges([], ['rice', 'beans', 'garri', 'rice'].map(add), { most: 2 })
    expect(changed.map(({ productId, quantity }) => [productId, quantity])).toEqual([
      ['rice', 2],
      ['beans', 1],
    ])
    expect(leftOut).toEqual(['garri'])
  })

  it('free the place of a removed line', () => {
    const before = [{ productId: 'rice', quantity: 1, seenKobo: 1, changedAt: 0 }]
    const changes: CartChange[] = [
      { productId: 'rice', how: 'set', quantity: 0, seenKobo: 1, at: 1 },
      { productId: 'beans', how: 'set', quantity: 1, seenKobo: 1, at: 1 },
    ]
    expect(applyCartChanges(before, changes, { most: 1 }).leftOut).toEqual([])
  })

  it('limit the units of a line', () => {
    const change: CartChange = { productId: 'rice', how: 'add', quantity: MAX_CART_UNITS, seenKobo: 1, at: 1 }
    expect(applyCartChanges([], [change, change]).changed[0]?.quantity).toBe(MAX_CART_UNITS)
  })
})
