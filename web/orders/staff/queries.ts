import type { Api } from '#api/api.ts'
import type { SoldProduct } from '../sold.tsx'

export interface RegionMonth {
  state: string
  month: string
  /** All placed orders, in any state. */
  placed: number
  orders: number
  promised_orders: number
  completed_orders: number
  expired_orders: number
  goods: number
  promised_goods: number
  fees_kobo: number
}

/** Figures by state and month for the last twelve months, newest month first. */
export async function readMonthlyFigures(api: Api) {
  const { data, error } = await api.tables
    .from('overseen_months')
    .select('*')
    .order('month', { ascending: false })
    .order('state')
    .overrideTypes<RegionMonth[], { merge: false }>()
  return { months: data ?? [], failure: error?.message ?? null }
}

export interface SoldCategory {
  /** Null if the products are not visible any more. */
  category: string | null
  products: number
  orders: number
  goods: number
}

/** Sales of the overseen shops in the reported months, by category and by product, largest first. */
export async function readSales(api: Api) {
  const [categories, products] = await Promise.all([
    api.tables
      .from('overseen_categories')
      .select('*')
      .order('goods', { ascending: false })
      .overrideTypes<SoldCategory[], { merge: false }>(),
    api.tables
      .from('overseen_products_sold')
      .select('*')
      .order('goods', { ascending: false })
      .order('product_id')
      .limit(10)
      .overrideTypes<SoldProduct[], { merge: false }>(),
  ])
  return { categories: categories.data ?? [], products: products.data ?? [] }
}
