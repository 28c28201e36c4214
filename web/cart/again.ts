import type { Api } from '#api/api.ts'
import { SHOWN_PRICE, shownPriceNaira } from '#domain/group-buys/shown-price.ts'
import { isUuid } from '#domain/validation.ts'
import type { CurrentProduct } from './current-products.ts'
import { lineNews } from './line-news.ts'
import type { CartItem } from './store.ts'

/** A line of a past order or of a saved list. */
export interface PastLine {
  product_id: string
  product_name: string
  unit: string
  image_url: string | null
  quantity: number
  /** Naira, then; null where nothing was paid. */
  unit_price: number | null
}

interface OpenBuy {
  id: string
  /** Naira a unit, now. */
  price: number | null
}

export interface AgainLine {
  /** As it would come into the cart: today's name and price. */
  item: CartItem
  /** Naira a unit, then. */
  paid: number | null
  /** Why it cannot be had now, in English (`told`). */
  whyNot: string | null
  /** A group buy of the same product that can be joined. */
  openBuy: OpenBuy | null
}

interface Today {
  products: ReadonlyMap<string, CurrentProduct>
  buys: ReadonlyMap<string, OpenBuy>
  /** 'YYYY-MM-DD' in Lagos. */
  today: string
}

/** A past line today: what has changed, and whether it can be had. */
export function againOf(past: readonly PastLine[], { products, buys, today }: Today): AgainLine[] {
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
    const news = lineNews(item, product, today)
    const whyNot = product ? (news?.stop ?? null) : /*i18n*/ 'No longer on sale.'
    return { item, paid: line.unit_price, whyNot, openBuy: buys.get(line.product_id) ?? null }
  })
}

/** One of the person's own orders with its lines; null where there is none. */
export async function readBought(api: Api, { id, userId }: { id: string; userId: string }) {
  if (!isUuid(id)) return { order: null, failure: null }
  const { data, error } = await api.tables
    .from('orders')
    .select('id, order_no, lines:order_lines(product_id, product_name, unit, image_url, quantity, unit_price)')
    .eq('id', id)
    .eq('user_id', userId)
    .maybeSingle()
  return { order: data, failure: error?.message ?? null }
}

/** The open buys of these products, one each: the first to close. None where they cannot be read. */
export async function readOpenBuys(api: Api, ids: readonly string[], now: Date): Promise<Map<string, OpenBuy>> {
  if (ids.length === 0) return new Map()
  const { data } = await api.tables
    .from('group_buys')
    .select(`id, product_id, ${SHOWN_PRICE}` as const)
    .in('product_id', [...ids])
    .eq('status', 'active')
    .gt('end_date', now.toISOString())
    .order('end_date', { ascending: false })
  return new Map((data ?? []).map(({ id, product_id, ...buy }) => [product_id, { id, price: shownPriceNaira(buy) }]))
}
