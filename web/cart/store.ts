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
  /** Whether the first sync with the server has finished, or there is nothing to sync. */
  isSynced: boolean
  /** Another tab may have written since, so each update starts from the stored items. */
  update: (change: (items: CartItem[]) => CartItem[]) => void
}

/** The cart of this browser, stored under `cart-storage`. Empty on the server and during hydration. */
export const useCart = create<CartState>()(
  persist(
    (set) => ({
      items: [],
      isSynced: false,
      update: (change) => set(({ items }) => ({ items: change(readStoredItems() ?? items) })),
    }),
    {
      name: CART_KEY,
      storage: createJSONStorage(() => (typeof window === 'undefined' ? noStorage : safeStorage())),
      partialize: ({ items }) => ({ items }),
      merge: (stored, current) => ({ ...current, items: validItems(stored) }),
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

/** Reloads the cart when another tab changes it. Returns a function that stops listening. */
export function followOtherTabs(): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === CART_KEY) void useCart.persist.rehydrate()
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}

/** Without storage, or when it is full, the cart lasts as long as the page. */
function safeStorage() {
  return {
    getItem: (name: string) => orNull(() => window.localStorage.getItem(name)),
    setItem: (name: string, value: string) => void orNull(() => window.localStorage.setItem(name, value)),
    removeItem: (name: string) => void orNull(() => window.localStorage.removeItem(name)),
  }
}

function orNull<Value>(access: () => Value): Value | null {
  try {
    return access()
  } catch {
    return null
  }
}

/** The items in local storage; null without storage. */
function readStoredItems(): CartItem[] | null {
  try {
    const stored = window.localStorage.getItem(CART_KEY)
    return stored === null ? null : validItems(JSON.parse(stored).state)
  } catch {
    return null
  }
}

/** Stored data may be old or edited by hand, so malformed lines are dropped. */
function validItems(stored: unknown): CartItem[] {
  const items = (stored as { items?: unknown } | undefined)?.items
  return Array.isArray(items) ? items.filter(isCartItem) : []
}

function isCartItem(value: unknown): value is CartItem {
  if (typeof value !== 'object' || value === null) return false
  const { productId, name, price, quantity, unit, image } = value as Record<string, unknown>
  const texts = [productId, name, unit, image].every((text) => typeof text === 'string')
  return texts && Number.isFinite(price) && Number.isSafeInteger(quantity) && Number(quantity) >= 1
}

const noStorage = { getItem: () => null, setItem: () => {}, removeItem: () => {} }
