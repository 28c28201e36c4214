import type { Api } from '#api/api.ts'
import { isId } from '#web/list-page.ts'
import type { AllOrdersRow } from '../order-rows.tsx'
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

/** An order with its money and refunds; null for an unknown id. */
export async function readStaffOrder(api: Api, id: string) {
  if (!isId(id)) return { order: null, earning: null, parts: [], refunds: [], failure: null }
  const [found, earning, parts, refunds] = await Promise.all([
    api.tables
      .from('all_orders')
      .select('*')
      .eq('id', id)
      .maybeSingle()
      .overrideTypes<
        AllOrdersRow & { fee_kobo: number; returned_kobo: number; total_amount: number },
        { merge: false }
      >(),
    api.tables.from('order_earnings').select('*').eq('order_id', id).maybeSingle(),
    api.tables
      .from('partial_refunds')
      .select('id, goods_kobo, fee_kobo, delivery_kobo, payer, reason, created_at')
      .eq('order_id', id)
      .order('created_at'),
    api.tables.from('refunds').select('id, amount_kobo, status, expected_by').eq('order_id', id).order('created_at'),
  ])
  return {
    order: found.data,
    earning: earning.data,
    parts: parts.data ?? [],
    refunds: refunds.data ?? [],
    failure: found.error?.message ?? null,
  }
}
