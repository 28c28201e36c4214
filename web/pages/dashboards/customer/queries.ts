import type { Api } from '#api/api.ts'
import { payBy } from '#domain/orders/pay-by.ts'
import { LATENESS_COLUMNS, latenessOf } from '#web/orders/late-order.ts'

/** The user's unpaid orders, from buys and from the cart, by due time. */
export async function listUnpaidOrders(api: Api, userId: string) {
  const { data, error } = await api.tables
    .from('orders')
    .select(
      `id, order_no, amount_due_kobo, hold_expires_at, group_buy:group_buys(payment_due_at), checkout:checkouts(hold_expires_at),
       lines:order_lines(product_name, unit, quantity)`,
    )
    .eq('user_id', userId)
    .eq('status', 'pending')
    .order('created_at')
    .limit(100)
  const dues = (data ?? []).map((order) => ({ ...order, dueAt: payBy(order) }))
  dues.sort((a, b) => Date.parse(a.dueAt ?? '') - Date.parse(b.dueAt ?? '') || a.order_no - b.order_no)
  return { dues, failure: error?.message ?? null }
}

export type UnpaidOrder = Awaited<ReturnType<typeof listUnpaidOrders>>['dues'][number]

/** The user's late orders, by the rule of their own page. */
export async function listLateOrders(api: Api, userId: string, now: string) {
  const { data } = await api.tables
    .from('orders')
    .select(
      `id, order_no, status, fulfilment, place:pickup_points(closed_at), ${LATENESS_COLUMNS}, group_buy:group_buys(share_date),
       lines:order_lines(product_name, share_date)`,
    )
    .eq('user_id', userId)
    .in('status', ['paid', 'confirmed', 'ready'])
    .order('created_at')
    .limit(100)
    .throwOnError()
  return data.flatMap(({ id, order_no, lines, ...facts }) => {
    const lateness = latenessOf({ ...facts, lines }, now)
    return lateness
      ? [{ id, order_no, what: lines.map((line) => line.product_name).join(', '), text: lateness.text }]
      : []
  })
}

/** The user's running buys, the next to close first. */
export async function listRunningBuys(api: Api, userId: string) {
  const { data } = await api.tables
    .from('group_buys')
    .select(
      `id, product_name, unit, status, end_date, share_date, base_price, final_price, price_tiers, min_participants, current_participants, paid_participants,
       image_url, orders!inner(id, user_id, status, quantity)`,
    )
    .eq('orders.user_id', userId)
    .in('orders.status', ['pending', 'paid', 'confirmed', 'ready'])
    .in('status', ['active', 'closed', 'settling', 'confirmed', 'ready'])
    .order('end_date')
    .limit(12)
    .throwOnError()
  return data
}

export type OwnRunningBuy = Awaited<ReturnType<typeof listRunningBuys>>[number]

export async function readOwnWallet(api: Api, userId: string) {
  const { data } = await api.tables
    .from('profiles')
    .select('points_balance, referral_code')
    .eq('id', userId)
    .maybeSingle()
    .throwOnError()
  return data
}

export interface OwnMonth {
  month: string
  /** Paid orders; `promised_orders` are unpaid. */
  orders: number
  promised_orders: number
  /** Naira of the paid orders at the base price, and at the orders' price. */
  base_amount: number
  goods: number
  promised_goods: number
}

export async function readOwnMonths(api: Api) {
  const { data, error } = await api.tables.from('own_months').select('*').overrideTypes<OwnMonth[], { merge: false }>()
  return { months: data ?? [], failure: error?.message ?? null }
}
