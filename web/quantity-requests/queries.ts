import type { Api } from '#api/api.ts'
import type { QuantityRequestState } from '#domain/quantity-requests/quantity-request.ts'
import { isId, listPage, rowRange } from '#web/list-page.ts'

/** Whom the viewer's order of a buy is for, and what they have asked the shop for. */
export async function readOwnTerms(api: Api, buyId: string) {
  const { data } = await api.tables.rpc('own_terms', { buy: buyId }, { get: true })
  return data?.[0] ?? null
}

/** A buy of which one may ask for more, with the viewer's last request; null if there is no such buy. */
export async function readBuyToAsk(api: Api, buyId: string, userId: string) {
  if (!isId(buyId)) return null
  const [{ data: buy }, { data: requests }] = await Promise.all([
    api.tables
      .from('group_buys')
      .select('id, product_name, unit, status, end_date, max_quantity, target_quantity, current_quantity')
      .eq('id', buyId)
      .maybeSingle(),
    api.tables
      .from('quantity_requests')
      .select('quantity, note, status, reason')
      .eq('group_buy_id', buyId)
      .eq('person_id', userId)
      .order('created_at', { ascending: false })
      .limit(1),
  ])
  if (!buy) return null
  const request = requests?.[0]
  return { buy, request: request ? { ...request, status: request.status as QuantityRequestState } : null }
}

/** Requests to the viewer's shop: the open ones, or those that have ended. */
export async function listRequestedQuantities(api: Api, { ended, page }: { ended: boolean; page: number }) {
  const query = api.tables.from('requested_quantities').select('*', { count: 'exact' })
  const shown = ended ? query.neq('status', 'open') : query.eq('status', 'open')
  return listPage(
    await shown
      .order('created_at', { ascending: !ended })
      .order('id')
      .range(...rowRange(page))
      .overrideTypes<RequestedQuantity[], { merge: false }>(),
  )
}

export interface RequestedQuantity {
  id: string
  group_buy_id: string
  quantity: number
  note: string
  status: QuantityRequestState
  reason: string
  created_at: string
  product_name: string
  unit: string
  end_date: string
  max_quantity: number | null
  person_name: string
  own_quantity: number
  free_quantity: number
}
