import { type CartItem, useCart } from './store.ts'

// What people do with their cart. Apart from the store, which every page loads for the figure in its bar.

/** A line that was taken out, and its place. */
export interface TakenOut {
  item: CartItem
  at: number
}

const act: ReturnType<typeof useCart.getState>['act'] = (change) => useCart.getState().act(change)

/** Adding a product again adds to its quantity and updates name, price and picture. */
export const add = (item: CartItem) => act((items) => merged(items, item))

/** Several at once, in which a product that is in the cart already keeps the larger quantity: pressed twice, it puts in no more. */
export const put = (added: readonly CartItem[]) => act((items) => added.reduce(withLarger, items))

export const remove = (productId: string) => act((items) => items.filter((item) => item.productId !== productId))

/** Where they stood; what has been added again meanwhile stays as it is. */
export const putBack = (lines: readonly TakenOut[]) => act((items) => lines.reduce(withTakenOut, items))

/** Anything but a whole number from 1 leaves the line unchanged. */
export function setQuantity(productId: string, quantity: number): void {
  if (!Number.isSafeInteger(quantity) || quantity < 1) return
  act((items) => items.map((item) => (item.productId === productId ? { ...item, quantity } : item)))
}

/** Today's price, in naira per unit. */
export const setPrice = (productId: string, price: number) =>
  act((items) => items.map((item) => (item.productId === productId ? { ...item, price } : item)))

/** What has been ordered leaves the cart; what was added meanwhile stays. */
export const takeOut = (ordered: readonly Pick<CartItem, 'productId' | 'quantity'>[]) =>
  act((items) => items.flatMap((item) => leftOf(item, ordered)))

export const clear = () => act(() => [])

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
