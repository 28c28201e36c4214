import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CartChangeInput } from '#api/commands/cart.ts'
import { applyCartChanges, type CartChange, type StoredCartLine } from '#domain/cart/cart-changes.ts'
import type { CartItem } from '../store.ts'
import { type CartSyncRecord, changesSince, mergeChanges, mergeServerLines, syncBase } from './sync-record.ts'

const IDS = Array.from({ length: 4 }, (_, n) => `00000000-0000-4000-8000-00000000000${n}`)
const item = (n: number, quantity: number, price = 100): CartItem => ({
  productId: IDS[n] ?? '',
  name: `Food ${n}`,
  price,
  quantity,
  unit: 'bag',
  image: '',
})
const serverLine = ({ productId, quantity, price }: CartItem) => ({
  product_id: productId,
  quantity,
  seen_kobo: price * 100,
  name: 'Today',
  unit: 'bag',
  image_url: null,
})
const record = (items: CartItem[], more: Partial<CartSyncRecord> = {}): CartSyncRecord => ({
  owner: 'ada',
  base: syncBase(items.map(serverLine)),
  changedAt: {},
  stays: [],
  ...more,
})
const amounts = (items: readonly CartItem[]) =>
  items.map(({ productId, quantity }) => [IDS.indexOf(productId), quantity])

describe('local changes', () => {
  it('are quantities, prices and removed lines, with their age', () => {
    const known = record([item(0, 1), item(1, 1), item(2, 1)], { changedAt: { [IDS[1] ?? '']: 4_000 } })
    const changes = changesSince(known, [item(0, 1), item(1, 5), item(3, 2)], 10_000)
    expect(
      changes.map(({ product_id, quantity, age_ms, how }) => [IDS.indexOf(product_id), quantity, age_ms, how]),
    ).toEqual([
      [1, 5, 6_000, 'set'],
      [3, 2, 0, 'set'],
      [2, 0, 0, 'set'],
    ])
    expect(changesSince(record([item(0, 1)]), [item(0, 1, 101)], 0)).toHaveLength(1)
  })

  it('leave out lines the account has no room for and hand-edited values', () => {
    const odd = { ...item(0, 1), productId: 'rice' }
    expect(mergeChanges([odd, item(1, 2_000_000), item(2, 3)]).map(({ product_id }) => product_id)).toEqual([IDS[2]])
    expect(changesSince(record([], { stays: [IDS[1] ?? ''] }), [odd, item(1, 1)], 0)).toEqual([])
  })
})

describe('merging a response', () => {
  it('applies remote changes, and preserves local ones made during the request', () => {
    const before = [item(0, 1), item(1, 1), item(2, 1)]
    const now = [item(0, 1), item(1, 9)]
    const lines = [serverLine(item(0, 4)), serverLine(item(1, 1)), serverLine(item(2, 1)), serverLine(item(3, 2))]
    expect(amounts(mergeServerLines({ before, now, lines, leftOut: [] }))).toEqual([
      [0, 4],
      [1, 9],
      [3, 2],
    ])
  })

  it('removes lines removed elsewhere, but not those the account had no room for', () => {
    const before = [item(0, 1), item(1, 1)]
    expect(amounts(mergeServerLines({ before, now: before, lines: [], leftOut: [IDS[1] ?? ''] }))).toEqual([[1, 1]])
  })
})

type SyncStep = { device: number; act: 'set' | 'remove' | 'sync'; product: number; quantity: number }
const step: fc.Arbitrary<SyncStep> = fc.record({
  device: fc.integer({ min: 0, max: 2 }),
  act: fc.constantFrom('set', 'set', 'remove', 'sync'),
  product: fc.integer({ min: 0, max: 3 }),
  quantity: fc.integer({ min: 1, max: 9 }),
})

describe('three devices', () => {
  it('converge on the account’s cart, whatever each changed while offline', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const account = new Map<string, StoredCartLine>()
        const devices = [0, 1, 2].map(() => ({ items: [] as CartItem[], known: record([]) }))
        let now = 0
        const send = (changes: CartChangeInput[]) => {
          const dated = changes.map(
            ({ product_id, how, quantity, seen_kobo, age_ms }): CartChange => ({
              productId: product_id,
              how,
              quantity,
              seenKobo: seen_kobo,
              at: now - age_ms,
            }),
          )
          for (const line of applyCartChanges([...account.values()], dated).changed) account.set(line.productId, line)
          const live = [...account.values()].filter(({ quantity }) => quantity > 0)
          return live.map(({ productId, quantity }) => serverLine(item(IDS.indexOf(productId), quantity)))
        }
        const sync = (device: (typeof devices)[number]) => {
          const before = device.items
          const lines = send(changesSince(device.known, before, now))
          device.items = mergeServerLines({ before, now: before, lines, leftOut: [] })
          device.known = { ...device.known, base: syncBase(lines) }
        }
        for (const { device: n, act, product, quantity } of steps) {
          now += 1
          const device = devices[n]
          if (!device) continue
          if (act === 'sync') {
            sync(device)
            continue
          }
          const others = device.items.filter(({ productId }) => productId !== IDS[product])
          const had = device.items.find(({ productId }) => productId === IDS[product])
          if ((act === 'remove' && !had) || (act === 'set' && had?.quantity === quantity)) continue
          device.items = act === 'remove' ? others : [...others, item(product, quantity)]
          device.known = { ...device.known, changedAt: { ...device.known.changedAt, [IDS[product] ?? '']: now } }
        }
        now += 1
        for (const device of [...devices, ...devices]) sync(device)
        const carts = devices.map(({ items }) => amounts(items).sort())
        expect(carts[1]).toEqual(carts[0])
        expect(carts[2]).toEqual(carts[0])
        const serverLines = [...account.values()].filter(({ quantity }) => quantity > 0)
        expect(serverLines.map(({ productId, quantity }) => [IDS.indexOf(productId), quantity]).sort()).toEqual(
          carts[0],
        )
      }),
    )
  })
})
