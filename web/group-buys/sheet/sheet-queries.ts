import type { Api } from '#api/api.ts'
import { isId } from '#web/list-page.ts'

/** Columns are null while fewer than three participants have paid. */
interface PublicSheet {
  group_buy_id: string
  status: string
  product_name: string
  unit: string
  final_price: number | null
  ceiling_price: number
  paid_orders: number
  refunds_due: number
  refunds_done: number
  has_sums: boolean
  collected_kobo: number
  held_kobo: number
  returned_kobo: number
  price_drop_kobo: number | null
  vendor_kobo: number
  vendor_fee_kobo: number
  buyer_fee_kobo: number
  delivery_kobo: number
  reversed_kobo: number
  loss_kobo: number
}

/** The public figures about a buy's money; null while the buy is open. */
export async function readSheet(api: Api, buyId: string) {
  if (!isId(buyId)) return { sheet: null, shortfalls: [], failure: null }
  const [{ data, error }, shortfalls] = await Promise.all([
    api.tables
      .from('buy_sheets')
      .select('*')
      .eq('group_buy_id', buyId)
      .maybeSingle()
      .overrideTypes<PublicSheet, { merge: false }>(),
    api.tables.from('buy_shortfalls').select('kind, missing_thousandths').eq('group_buy_id', buyId).order('kind'),
  ])
  return { sheet: data, shortfalls: shortfalls.data ?? [], failure: error?.message ?? null }
}

export type Sheet = NonNullable<Awaited<ReturnType<typeof readSheet>>['sheet']>
