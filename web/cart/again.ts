import type { Api } from '#api/api.ts'
import { isUuid } from '#domain/validation.ts'
import type { CurrentProduct } from './current-products.ts'
import { lineNews } from './line-news.ts'
import type { CartItem } from './store.ts'

interface BoughtLine {
  product_id: string
  product_name: string
  unit: string
  image_url: string | null
  quantity: number
  /** Naira, then. */
  unit_price: number
}

export interface AgainLine {
  /** As it would come into the cart: today's name and price. */
  item: CartItem
  /** Naira a unit, then. */
  paid: number
  /** Why it cannot be had now. */
  whyNot: string | null
}

/** A past line today: what has changed, and whether it can be had. */
export function againOf(
  bought: readonly BoughtLine[],
  { products, today }: { products: ReadonlyMap<string, CurrentProduct>; today: string },
): AgainLine[] {
  return bought.map((line) => {
    const product = products.get(line.product_id)
    const item: CartItem = {
      productId: line.product_id,
      name: product?.name ?? line.product_name,
      price: product?.base_price ?? line.unit_price,
      quantity: line.quantity,
      unit: product?.unit ?? line.unit,
      image: product?.image_url ?? line.image_url ?? '',
    }
    const news = lineNews(item, product, today)
    const whyNot = product ? (news?.stops ? (news.texts.at(-1) ?? null) : null) : 'No longer on sale.'
    return { item, paid: line.unit_price, whyNot }
  })
}

/** One of the person's own bulk orders with its lines; null where there is none. */
export async function readBought(api: Api, { id, userId }: { id: string; userId: string }) {
  if (!isUuid(id)) return { order: null, failure: null }
  const { data, error } = await api.tables
    .from('orders')
    .select('id, order_no, lines:order_lines(product_id, product_name, unit, image_url, quantity, unit_price)')
    .eq('id', id)
    .eq('user_id', userId)
    .is('group_buy_id', null)
    .maybeSingle()
  return { order: data, failure: error?.message ?? null }
}
