import { beforeEach, describe, expect, it, vi } from 'vitest'
import { CART_KEY } from '#domain/limits.ts'

const storage = new Map<string, string>()
const localStorage = {
  getItem: (key: string) => storage.get(key) ?? null,
  setItem: (key: string, value: string) => void storage.set(key, value),
  removeItem: (key: string) => void storage.delete(key),
}
Object.assign(globalThis, { window: { localStorage } })
// Another file of this process may have made the store where there was no window.
vi.resetModules()
const { useCart, cartCount, cartTotalKobo } = await import('./store.ts')

const rice = { productId: 'r', name: 'Ofada rice', price: 68000.5, quantity: 2, unit: 'bag', image: '/basins/rice.svg' }
const yam = { productId: 'y', name: 'Abuja yam', price: 4500, quantity: 1, unit: 'tuber', image: '/basins/yam.svg' }
const acts = await import('./edit-cart.ts')
const cart = () => ({ ...useCart.getState(), ...acts })

beforeEach(() => cart().clear())

describe('the cart', () => {
  it('merges the quantity of the same product', () => {
    cart().add(rice)
    cart().add(yam)
    cart().add({ ...rice, quantity: 3, price: 67000 })
    expect(cart().items).toEqual([{ ...rice, quantity: 5, price: 67000 }, yam])
  })

  it('removes, sets quantities and clears', () => {
    cart().add(rice)
    cart().add(yam)
    cart().setQuantity('y', 7)
    cart().remove('r')
    expect(cart().items).toEqual([{ ...yam, quantity: 7 }])
    cart().clear()
    expect(cart().items).toEqual([])
  })

  it('removes ordered quantities, and keeps items added since then', () => {
    cart().add(rice)
    cart().add(yam)
    cart().add({ ...rice, quantity: 3 })
    cart().removeOrdered([{ productId: 'r', quantity: 2 }])
    expect(cart().items).toEqual([{ ...rice, quantity: 3 }, yam])
    cart().removeOrdered([
      { productId: 'y', quantity: 5 },
      { productId: 'r', quantity: 1 },
    ])
    expect(cart().items).toEqual([{ ...rice, quantity: 2 }])
  })

  it.each([0, -1, 1.5, Number.NaN, Infinity])('leaves the line as it is for a quantity of %d', (quantity) => {
    cart().add(yam)
    cart().setQuantity('y', quantity)
    expect(cart().items).toEqual([yam])
  })

  it('accepts a new price for one line', () => {
    cart().add(rice)
    cart().add(yam)
    cart().setPrice('r', 70000)
    expect(cart().items).toEqual([{ ...rice, price: 70000 }, yam])
  })

  it('counts units and adds prices to the kobo', () => {
    cart().add(rice)
    cart().add(yam)
    expect(cartCount(cart().items)).toBe(3)
    expect(cartTotalKobo(cart().items)).toBe(14050100)
  })

  it('is stored under cart-storage with the fields of the specification', () => {
    cart().add(yam)
    expect(CART_KEY).toBe('cart-storage')
    expect(JSON.parse(storage.get('cart-storage') ?? '')).toMatchObject({ state: { items: [yam] } })
  })

  it('drops malformed lines when it reads stored data', async () => {
    storage.set(
      CART_KEY,
      JSON.stringify({ state: { items: [yam, { productId: 'x' }, null, { ...rice, quantity: 0 }] }, version: 0 }),
    )
    await useCart.persist.rehydrate()
    expect(cart().items).toEqual([yam])
  })

  it('starts empty if the stored data is malformed', async () => {
    storage.set(CART_KEY, '{"state":')
    await Promise.resolve(useCart.persist.rehydrate()).catch(() => {})
    expect(Array.isArray(cart().items)).toBe(true)
  })
})

describe('removed lines', () => {
  it('are restored at their index, unless added again in the meantime', () => {
    for (const item of [rice, yam]) cart().add(item)
    cart().remove('r')
    cart().restoreLines([{ item: rice, at: 0 }])
    expect(cart().items).toEqual([rice, yam])
    cart().remove('r')
    cart().add({ ...rice, quantity: 9 })
    cart().restoreLines([{ item: rice, at: 0 }])
    expect(cart().items).toEqual([yam, { ...rice, quantity: 9 }])
  })

  it('change nothing when restored twice, nor do lists', () => {
    cart().add({ ...rice, quantity: 1 })
    cart().mergeItems([rice, yam])
    cart().mergeItems([rice, yam])
    expect(cart().items).toEqual([rice, yam])
  })
})

describe('another tab', () => {
  it('that has written in the meantime loses nothing', () => {
    cart().add(rice)
    storage.set(CART_KEY, JSON.stringify({ state: { items: [rice, yam] }, version: 0 }))
    cart().setQuantity('r', 5)
    expect(cart().items).toEqual([{ ...rice, quantity: 5 }, yam])
  })
})
