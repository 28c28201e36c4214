import type { Api } from '#api/api.ts'

export type SalesSplit = 'week' | 'town' | 'category'

/** Sales of one week (its Monday), town or category. Goods in naira. */
export interface SalesPart {
  part: string
  state: string | null
  orders: number
  goods: number
  /** Null where the split has none. */
  joins: number | null
  fees_kobo: number | null
  timed: number | null
  on_time: number | null
}

interface SalesQuery {
  split: SalesSplit
  /** Lagos days, both included. */
  since: string
  until: string
  /** Empty for all. */
  state: string
}

/** The newest week first; towns and categories by their goods. */
export async function readSalesBy(api: Api, { split, since, until, state }: SalesQuery) {
  const { data, error } = await api.tables
    .rpc('overseen_sales', { split, since, until, ...(state && { in_state: state }) })
    .order(split === 'week' ? 'part' : 'goods', { ascending: false })
    .limit(500)
  return { rows: (data ?? []) as SalesPart[], failure: error?.message ?? null }
}
