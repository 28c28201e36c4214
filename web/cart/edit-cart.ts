import { type CartItem, useCart } from './store.ts'

// Edits of the cart. Separate from the store, which every page loads for the count in the header.

/** A removed line and its index. */
export interface RemovedLine {
  item: CartItem
  at: number
}

const update: ReturnType<typeof useCart.getState>['update'] = (change) => useCart.getState().update(change)

/** Adding a product again increases its quantity and updates name, price and picture. */
export const add = (item: CartItem) => update((items) => withAdded(items, item))

/**
 * Adds several items. A product already in the cart keeps the larger quantity, so that a repeated press changes
 * nothing.
 */
export const mergeItems = (added: readonly CartItem[]) => update((items) => added.reduce(withLarger, items))

export const remove = (productId: string) => update((items) => items.filter((item) => item.productId !== productId))

/** Restores removed lines at their index. Products that have been added again are left as they are. */
export const restoreLines = (lines: readonly RemovedLine[]) => update((items) => lines.reduce(withRestored, items))

/** A quantity that is not a whole number from 1 leaves the line unchanged. */
export function setQuantity(productId: string, quantity: number): void {
  if (!Number.isSafeInteger(quantity) || quantity < 1) return
  update((items) => items.map((item) => (item.productId === productId ? { ...item, quantity } : item)))
}

/** Today's price, in naira per unit. */
export const setPrice = (productId: string, price: number) =>
  update((items) => items.map((item) => (item.productId === productId ? { ...item, price } : item)))

/** Removes the ordered quantities from the cart; items added since then remain. */
export const removeOrdered = (ordered: readonly Pick<CartItem, 'productId' | 'quantity'>[]) =>
  update((items) => items.flatMap((item) => remainingItem(item, ordered)))

export const clear = () => update(() => [])

function withAdded(items: CartItem[], added: CartItem): CartItem[] {
  const known = items.find(({ productId }) => productId === added.productId)
  if (!known) return [...items, added]
  const combined = { ...added, quantity: known.quantity + added.quantity }
  return items.map((item) => (item === known ? combined : item))
}

function remainingItem(item: CartItem, ordered: readonly Pick<CartItem, 'productId' | 'quantity'>[]): CartItem[] {
  const taken = ordered.find(({ productId }) => productId === item.productId)?.quantity ?? 0
  return item.quantity > taken ? [{ ...item, quantity: item.quantity - taken }] : []
}

function withLarger(items: CartItem[], added: CartItem): CartItem[] {
  const known = items.find(({ productId }) => productId === added.productId)
  if (!known) return [...items, added]
  return items.map((item) => (item === known ? { ...added, quantity: Math.max(known.quantity, added.quantity) } : item))
}

function withRestored(items: CartItem[], { item, at }: RemovedLine): CartItem[] {
  return items.some(({ productId }) => productId === item.productId)
    ? items
    : [...items.slice(0, at), item, ...items.slice(at)]
}
