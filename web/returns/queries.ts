import type { Api } from '#api/api.ts'

const MONEY = 'peps_kobo, arrived_kobo, coming_kobo, expected_by'

/** The money that came back and that is on its way for one order, by payment; PEPS in a row of their own. */
export async function listOrderReturns(api: Api, orderId: string) {
  const { data } = await api.tables.from('own_returns').select(MONEY).eq('order_id', orderId).throwOnError()
  return data
}

/** The naira that came back or are on their way of these payments. */
export async function listPaymentReturns(api: Api, paymentIds: readonly string[]) {
  if (paymentIds.length === 0) return []
  const { data } = await api.tables
    .from('own_returns')
    .select(`payment_id, ${MONEY}`)
    .in('payment_id', paymentIds)
    .throwOnError()
  return data
}

/** All that came back to the user so far, and the parts that are on their way, the next one first. */
export async function readReturns(api: Api) {
  const [totals, coming] = await Promise.all([
    api.tables.from('own_return_totals').select(MONEY).maybeSingle(),
    api.tables
      .from('own_returns')
      .select(`order_id, order_no, payment_id, what, ${MONEY}`)
      .gt('coming_kobo', 0)
      .order('expected_by')
      .order('order_no')
      .limit(50),
  ])
  return { totals: totals.data, coming: coming.data ?? [] }
}
