import type { CartChangeInput } from '#api/commands/cart.ts'
import { MAX_CART_UNITS } from '#domain/cart/cart-changes.ts'
import { isUuid } from '#domain/forms/validation.ts'
import { nairaToKobo } from '#domain/money.ts'
import type { CartItem } from '../store.ts'

/** The last known state of the account's cart, against which local changes are detected. */
export interface CartSyncRecord {
  owner: string
  /** The account's lines as last read: product id to "quantity.kobo". */
  base: Record<string, string>
  /** Local times of unsent changes by product id, in ms of this device's clock. */
  changedAt: Record<string, number>
  /** Product ids the account rejected (no room, or not a product). They remain in this browser. */
  stays: string[]
}

interface ServerCartLine {
  product_id: string
  quantity: number
  seen_kobo: number
  name: string
  unit: string
  image_url: string | null
}

/** Changes that merge the whole local cart into the account's. */
export const mergeChanges = (items: readonly CartItem[]): CartChangeInput[] =>
  items.filter(isSyncable).map((item) => toChange(item, { how: 'merge', age_ms: 0 }))

/** Local changes since the account's cart was last read. */
export function changesSince(record: CartSyncRecord, items: readonly CartItem[], now: number): CartChangeInput[] {
  const { base, changedAt, stays } = record
  const changeAge = (id: string) => Math.max(0, now - (changedAt[id] ?? now))
  const presentIds = new Set(items.map(({ productId }) => productId))
  const set = items
    .filter(
      (item) => isSyncable(item) && !stays.includes(item.productId) && base[item.productId] !== lineSignature(item),
    )
    .map((item) => toChange(item, { how: 'set', age_ms: changeAge(item.productId) }))
  const removed = Object.entries(base)
    .filter(([id]) => !presentIds.has(id))
    .map(
      ([id, text]): CartChangeInput => ({
        product_id: id,
        how: 'set',
        quantity: 0,
        seen_kobo: Number(text.split('.')[1]),
        age_ms: changeAge(id),
      }),
    )
  return [...set, ...removed]
}

interface MergeInput {
  /** The items when the changes were sent, and the current ones. */
  before: readonly CartItem[]
  now: readonly CartItem[]
  lines: readonly ServerCartLine[]
  leftOut: readonly string[]
}

/**
 * The cart after a response: the account's lines plus changes made locally during the request. The order of lines is
 * preserved.
 */
export function mergeServerLines({ before, now, lines, leftOut }: MergeInput): CartItem[] {
  const sentItems = new Map(before.map((item) => [item.productId, item]))
  const serverLines = new Map(lines.map((line) => [line.product_id, line]))
  const remainingItems = now.flatMap((item) => {
    const sentItem = sentItems.get(item.productId)
    const isChanged = !sentItem || lineSignature(sentItem) !== lineSignature(item)
    const line = serverLines.get(item.productId)
    if (isChanged || leftOut.includes(item.productId) || !isSyncable(item)) return [item]
    return line ? [toCartItem(line)] : []
  })
  const presentIds = new Set(now.map(({ productId }) => productId))
  // A line that was sent and is missing now was removed locally during the request.
  const addedLines = lines.filter(({ product_id: id }) => !presentIds.has(id) && !sentItems.has(id))
  return [...remainingItems, ...addedLines.map(toCartItem)]
}

export const syncBase = (lines: readonly ServerCartLine[]): CartSyncRecord['base'] =>
  Object.fromEntries(lines.map((line) => [line.product_id, lineSignature(toCartItem(line))]))

const toCartItem = ({ product_id, quantity, seen_kobo, name, unit, image_url }: ServerCartLine): CartItem => ({
  productId: product_id,
  name,
  price: seen_kobo / 100,
  quantity,
  unit,
  image: image_url ?? '',
})

export const lineSignature = ({ quantity, price }: CartItem): string => `${quantity}.${nairaToKobo(price)}`

const toChange = (item: CartItem, how: Pick<CartChangeInput, 'how' | 'age_ms'>): CartChangeInput => ({
  product_id: item.productId,
  quantity: item.quantity,
  seen_kobo: Number(nairaToKobo(item.price)),
  ...how,
})

/** False for a stored item that was edited by hand into something the command would reject. */
const isSyncable = ({ productId, quantity, price }: CartItem): boolean =>
  isUuid(productId) && productId === productId.toLowerCase() && quantity <= MAX_CART_UNITS && price >= 0 && price < 1e11
