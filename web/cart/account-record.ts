import type { CartChangeInput } from '#api/cart-commands.ts'
import { MOST_UNITS } from '#domain/cart/deciding.ts'
import { nairaToKobo } from '#domain/money.ts'
import { isUuid } from '#domain/validation.ts'
import type { CartItem } from './store.ts'

/** What this browser knows of the account's cart, so that it can tell what was changed here. */
export interface AccountRecord {
  owner: string
  /** The account's lines as they were last read: product to "quantity.kobo". */
  base: Record<string, string>
  /** When lines were changed here, by this device's clock in milliseconds; only those that were not sent yet count. */
  changedAt: Record<string, number>
  /** For these the account has no room, or they are no products: they stay here. */
  stays: string[]
}

interface AnsweredLine {
  product_id: string
  quantity: number
  seen_kobo: number
  name: string
  unit: string
  image_url: string | null
}

/** Two carts become one: all that is here goes to the account. */
export const mergesOf = (items: readonly CartItem[]): CartChangeInput[] =>
  items.filter(canBeSent).map((item) => changeOf(item, { how: 'merge', age_ms: 0 }))

/** What was changed here since the account's cart was last read. */
export function changesSince(record: AccountRecord, items: readonly CartItem[], now: number): CartChangeInput[] {
  const { base, changedAt, stays } = record
  const ageOf = (id: string) => Math.max(0, now - (changedAt[id] ?? now))
  const here = new Set(items.map(({ productId }) => productId))
  const set = items
    .filter((item) => canBeSent(item) && !stays.includes(item.productId) && base[item.productId] !== textOf(item))
    .map((item) => changeOf(item, { how: 'set', age_ms: ageOf(item.productId) }))
  const removed = Object.entries(base)
    .filter(([id]) => !here.has(id))
    .map(
      ([id, text]): CartChangeInput => ({
        product_id: id,
        how: 'set',
        quantity: 0,
        seen_kobo: Number(text.split('.')[1]),
        age_ms: ageOf(id),
      }),
    )
  return [...set, ...removed]
}

interface Answered {
  /** What was here when the changes were sent, and what is here now. */
  before: readonly CartItem[]
  now: readonly CartItem[]
  lines: readonly AnsweredLine[]
  leftOut: readonly string[]
}

/** The cart after an answer: the account's, and what was changed here while it was on its way. Lines keep their order. */
export function itemsAfter({ before, now, lines, leftOut }: Answered): CartItem[] {
  const sent = new Map(before.map((item) => [item.productId, item]))
  const answered = new Map(lines.map((line) => [line.product_id, line]))
  const kept = now.flatMap((item) => {
    const was = sent.get(item.productId)
    const isChanged = !was || textOf(was) !== textOf(item)
    const line = answered.get(item.productId)
    if (isChanged || leftOut.includes(item.productId) || !canBeSent(item)) return [item]
    return line ? [itemOf(line)] : []
  })
  const here = new Set(now.map(({ productId }) => productId))
  // What was there and is gone was removed here meanwhile.
  const fresh = lines.filter(({ product_id: id }) => !here.has(id) && !sent.has(id))
  return [...kept, ...fresh.map(itemOf)]
}

export const baseOf = (lines: readonly AnsweredLine[]): AccountRecord['base'] =>
  Object.fromEntries(lines.map((line) => [line.product_id, textOf(itemOf(line))]))

const itemOf = ({ product_id, quantity, seen_kobo, name, unit, image_url }: AnsweredLine): CartItem => ({
  productId: product_id,
  name,
  price: seen_kobo / 100,
  quantity,
  unit,
  image: image_url ?? '',
})

export const textOf = ({ quantity, price }: CartItem): string => `${quantity}.${nairaToKobo(price)}`

const changeOf = (item: CartItem, how: Pick<CartChangeInput, 'how' | 'age_ms'>): CartChangeInput => ({
  product_id: item.productId,
  quantity: item.quantity,
  seen_kobo: Number(nairaToKobo(item.price)),
  ...how,
})

/** Somebody may have edited what is kept here by hand. */
const canBeSent = ({ productId, quantity, price }: CartItem): boolean =>
  isUuid(productId) && productId === productId.toLowerCase() && quantity <= MOST_UNITS && price >= 0 && price < 1e11
