import type { Api } from '#api/api.ts'
import { isUuid } from '#domain/forms/validation.ts'
import { SHOWN_PRICE_COLUMNS, shownPriceNaira } from '#domain/group-buys/price/shown-price.ts'
import type { TranslatableText } from '#domain/texts/translatable-text.ts'
import type { CurrentProduct } from '../current-products.ts'
import { lineChange } from '../line-change.ts'
import type { CartItem } from '../store.ts'

/** A line of a past order or a saved list. */
export interface PastLine {
  product_id: string
  product_name: string
  unit: string
  image_url: string | null
  quantity: number
  /** Naira at that time; null where nothing was paid. */
  unit_price: number | null
}

interface OpenBuyPrice {
  id: string
  /** Current price in naira per unit. */
  price: number | null
}

export interface ReorderLine {
  /** The item to add to the cart, with today's name and price. */
  item: CartItem
  /** Naira per unit at that time. */
  paid: number | null
  /** Why it is not available now, in English (see `translate`); null if it is. */
  unavailableReason: TranslatableText | null
  /** An open group buy of the same product. */
  openBuy: OpenBuyPrice | null
}

interface CurrentOffers {
  products: ReadonlyMap<string, CurrentProduct>
  buys: ReadonlyMap<string, OpenBuyPrice>
  /** 'YYYY-MM-DD' in Lagos. */
  today: string
}

/** Past lines at today's prices, with their availability. */
export function toReorderLines(past: readonly PastLine[], { products, buys, today }: CurrentOffers): ReorderLine[] {
  return past.map((line) => {
    const product = products.get(line.product_id)
    const item: CartItem = {
      productId: line.product_id,
      name: product?.name ?? line.product_name,
      price: product?.base_price ?? line.unit_price ?? 0,
      quantity: line.quantity,
      unit: product?.unit ?? line.unit,
      image: product?.image_url ?? line.image_url ?? '',
    }
    const change = lineChange(item, product, today)
    const unavailableReason = product ? (change?.problem ?? null) : /*i18n*/ 'No longer on sale.'
    return { item, paid: line.unit_price, unavailableReason, openBuy: buys.get(line.product_id) ?? null }
  })
}

/** One of the user's own orders with its lines; null if there is none. */
export async function readPastOrder(api: Api, { id, userId }: { id: string; userId: string }) {
  if (!isUuid(id)) return { order: null, failure: null }
  const { data, error } = await api.tables
    .from('orders')
    .select('id, order_no, lines:order_lines(product_id, product_name, unit, image_url, quantity, unit_price)')
    .eq('id', id)
    .eq('user_id', userId)
    .maybeSingle()
  return { order: data, failure: error?.message ?? null }
}

/** The open buy of each product that closes first. Empty if they cannot be read. */
export async function readOpenBuys(api: Api, ids: readonly string[], now: Date): Promise<Map<string, OpenBuyPrice>> {
  if (ids.length === 0) return new Map()
  const { data } = await api.tables
    .from('group_buys')
    .select(`id, product_id, ${SHOWN_PRICE_COLUMNS}` as const)
    .in('product_id', [...ids])
    .eq('status', 'active')
    .gt('end_date', now.toISOString())
    .order('end_date', { ascending: false })
  return new Map((data ?? []).map(({ id, product_id, ...buy }) => [product_id, { id, price: shownPriceNaira(buy) }]))
}
