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

interface CartState {
  items: CartItem[]
  /** Whatever the server keeps for this browser has come in, or there is nothing. */
  settled: boolean
  /** Another tab may have written since: each act (acts.ts) starts from what is kept now. */
  act: (change: (items: CartItem[]) => CartItem[]) => void
}

/** The cart of this browser, kept under `cart-storage`. Empty on the server and while a page hydrates. */
export const useCart = create<CartState>()(
  persist(
    (set) => ({
      items: [],
      settled: false,
      act: (change) => set(({ items }) => ({ items: change(keptNow() ?? items) })),
    }),
    {
      name: CART_KEY,
      storage: createJSONStorage(() => (typeof window === 'undefined' ? nowhere : keeping())),
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

/** A browser that keeps nothing, or has no room: the cart lasts as long as the page. */
function keeping() {
  return {
    getItem: (name: string) => orNothing(() => window.localStorage.getItem(name)),
    setItem: (name: string, value: string) => void orNothing(() => window.localStorage.setItem(name, value)),
    removeItem: (name: string) => void orNothing(() => window.localStorage.removeItem(name)),
  }
}

function orNothing<Kept>(keep: () => Kept): Kept | null {
  try {
    return keep()
  } catch {
    return null
  }
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
