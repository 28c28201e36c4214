import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import { CART_KEY } from '#domain/limits.ts'

/** One line of the cart, with the specification's field names. `price` is naira per unit. */
export interface CartItem {
  productId: string
  name: string
  price: number
  quantity: number
  unit: string
  image: string
}

/** A line that was taken out, and its place. */
export interface TakenOut {
  item: CartItem
  at: number
}

interface CartState {
  items: CartItem[]
  /** Whatever the server keeps for this browser has come in, or there is nothing. */
  settled: boolean
  /** Adding a product again adds to its quantity and updates name, price and picture. */
  add: (item: CartItem) => void
  /** Several at once, in which a product that is in the cart already keeps the larger quantity: pressed twice, it puts in no more. */
  put: (items: readonly CartItem[]) => void
  remove: (productId: string) => void
  /** Where they stood; what has been added again meanwhile stays as it is. */
  putBack: (lines: readonly TakenOut[]) => void
  /** Anything but a whole number from 1 leaves the line unchanged. */
  setQuantity: (productId: string, quantity: number) => void
  /** Today's price, in naira per unit. */
  setPrice: (productId: string, price: number) => void
  /** What has been ordered leaves the cart; what was added meanwhile stays. */
  takeOut: (ordered: readonly Pick<CartItem, 'productId' | 'quantity'>[]) => void
  clear: () => void
}

/** The cart of this browser, kept under `cart-storage`. Empty on the server and while a page hydrates. */
export const useCart = create<CartState>()(
  persist(
    (set) => {
      // Another tab may have written since: each act starts from what is kept now.
      const act = (change: (items: CartItem[]) => CartItem[]) =>
        set(({ items }) => ({ items: change(keptNow() ?? items) }))
      return {
        items: [],
        settled: false,
        add: (item) => act((items) => merged(items, item)),
        put: (added) => act((items) => added.reduce(withLarger, items)),
        remove: (productId) => act((items) => items.filter((item) => item.productId !== productId)),
        putBack: (lines) => act((items) => lines.reduce(withTakenOut, items)),
        setQuantity: (productId, quantity) => {
          if (!Number.isSafeInteger(quantity) || quantity < 1) return
          act((items) => items.map((item) => (item.productId === productId ? { ...item, quantity } : item)))
        },
        setPrice: (productId, price) =>
          act((items) => items.map((item) => (item.productId === productId ? { ...item, price } : item))),
        takeOut: (ordered) => act((items) => items.flatMap((item) => leftOf(item, ordered))),
        clear: () => act(() => []),
      }
    },
    {
      name: CART_KEY,
      storage: createJSONStorage(() => (typeof window === 'undefined' ? nowhere : window.localStorage)),
      partialize: ({ items }) => ({ items }),
      merge: (kept, current) => ({ ...current, items: keptItems(kept) }),
    },
  ),
)

/** How many units are in the cart. */
export function cartCount(items: readonly CartItem[]): number {
  return items.reduce((sum, { quantity }) => sum + quantity, 0)
}

/** In kobo, so that prices with kobo add up exactly. */
export function cartTotalKobo(items: readonly CartItem[]): number {
  return items.reduce((sum, { price, quantity }) => sum + Math.round(price * 100) * quantity, 0)
}

/** Reads the cart again when another tab changes it. Returns a function that stops listening. */
export function followOtherTabs(): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === CART_KEY) void useCart.persist.rehydrate()
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}

function merged(items: CartItem[], added: CartItem): CartItem[] {
  const known = items.find(({ productId }) => productId === added.productId)
  if (!known) return [...items, added]
  const together = { ...added, quantity: known.quantity + added.quantity }
  return items.map((item) => (item === known ? together : item))
}

function leftOf(item: CartItem, ordered: readonly Pick<CartItem, 'productId' | 'quantity'>[]): CartItem[] {
  const taken = ordered.find(({ productId }) => productId === item.productId)?.quantity ?? 0
  return item.quantity > taken ? [{ ...item, quantity: item.quantity - taken }] : []
}

function withLarger(items: CartItem[], added: CartItem): CartItem[] {
  const known = items.find(({ productId }) => productId === added.productId)
  if (!known) return [...items, added]
  return items.map((item) => (item === known ? { ...added, quantity: Math.max(known.quantity, added.quantity) } : item))
}

function withTakenOut(items: CartItem[], { item, at }: TakenOut): CartItem[] {
  return items.some(({ productId }) => productId === item.productId)
    ? items
    : [...items.slice(0, at), item, ...items.slice(at)]
}

/** What is kept in this browser at this moment; null where it keeps nothing. */
function keptNow(): CartItem[] | null {
  try {
    const kept = window.localStorage.getItem(CART_KEY)
    return kept === null ? null : keptItems(JSON.parse(kept).state)
  } catch {
    return null
  }
}

/** Stored data may be old or edited by hand, so only valid lines are kept. */
function keptItems(kept: unknown): CartItem[] {
  const items = (kept as { items?: unknown } | undefined)?.items
  return Array.isArray(items) ? items.filter(isCartItem) : []
}

function isCartItem(value: unknown): value is CartItem {
  if (typeof value !== 'object' || value === null) return false
  const { productId, name, price, quantity, unit, image } = value as Record<string, unknown>
  const texts = [productId, name, unit, image].every((text) => typeof text === 'string')
  return texts && Number.isFinite(price) && Number.isSafeInteger(quantity) && Number(quantity) >= 1
}

const nowhere = { getItem: () => null, setItem: () => {}, removeItem: () => {} }
