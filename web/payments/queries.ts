import type { Api } from '#api/api.ts'
import { isUuid } from '#domain/forms/validation.ts'
import { readPaymentWay } from '#domain/payments/ways.ts'
import { listPage, rowRange } from '#web/list-page.ts'
import { DESTINATION_COLUMNS } from '#web/ui/facts/order-destination.tsx'
import type { PlaceDetails } from '#web/ui/facts/place-facts.tsx'

interface PayableOrdersQuery {
  ids: readonly string[]
  /** All orders of one checkout. */
  checkoutId: string | null
  userId: string
}

/** Orders the user wants to pay, by number. Orders of other users are left out. */
export async function listPayableOrders(api: Api, { ids, checkoutId, userId }: PayableOrdersQuery) {
  const query = api.tables
    .from('orders')
    .select(
      `id, order_no, status, quantity, sure_quantity, unit_price, ceiling_unit_price, total_amount, fee_kobo, buyer_fee_bps, delivery_fee_kobo, amount_due_kobo, return_to, hold_expires_at, fulfilment, ${DESTINATION_COLUMNS},
       group_buy:group_buys(id, product_name, unit, image_url, payment_due_at, min_participants, paid_participants),
       lines:order_lines(id, product_name, unit, quantity, unit_price, least_kg_per_unit, most_kg_per_unit), checkout:checkouts(hold_expires_at), vendor:vendors(business_name)`,
    )
    .eq('user_id', userId)
    .order('order_no')
  const found = await (isUuid(checkoutId) ? query.eq('checkout_id', checkoutId) : query.in('id', ids.filter(isUuid)))
  const orders = (found.data ?? []).map((order) => ({
    ...order,
    place: order.place as (typeof order.place & PlaceDetails) | null,
  }))
  return { orders, failure: found.error?.message ?? null }
}

export type OrderToPay = Awaited<ReturnType<typeof listPayableOrders>>['orders'][number]

/** The user's PEPS in kobo: spendable, and those not spendable yet. */
export async function readPeps(api: Api) {
  const { data } = await api.tables
    .from('own_peps_balance')
    .select('spendable_kobo, pending_kobo')
    .maybeSingle()
    .throwOnError()
  return { spendableKobo: data?.spendable_kobo ?? 0, pendingKobo: data?.pending_kobo ?? 0 }
}

/** The payment of these orders that may be under way at the gateway; null if there is none. */
export async function findRunningPayment(api: Api, orderIds: readonly string[]): Promise<string | null> {
  if (orderIds.length === 0) return null
  const { data } = await api.tables
    .from('payments')
    .select('id, is_under_way, parts:payment_parts!inner(order_id)')
    .in('status', ['initiated', 'pending'])
    .in('parts.order_id', orderIds)
    .throwOnError()
  return data?.find(({ is_under_way }) => is_under_way)?.id ?? null
}

/** The choices of the user's last payment at the gateway, offered again. */
export async function readLastChoices(api: Api, userId: string) {
  const { data } = await api.tables
    .from('payments')
    .select('way, parts:payment_parts(order:orders(return_to))')
    .eq('user_id', userId)
    .not('way', 'is', null)
    .order('created_at', { ascending: false })
    .limit(1)
    .maybeSingle()
  return { way: readPaymentWay(data?.way), returnTo: data?.parts[0]?.order.return_to ?? '' }
}

/** The month that a payment into a circle of ajo is for. */
const CONTRIBUTION = 'ajo:ajo_payments(contribution:ajo_contributions(month, circle:ajo_circles(id, name)))' as const

/** One of the user's payments, with its orders and refunds. */
export async function readPayment(api: Api, id: string) {
  if (!isUuid(id)) return { payment: null, failure: null }
  const found = await api.tables
    .from('payments')
    .select(
      `id, reference, status, naira_kobo, peps_kobo, trouble, received_kobo, expires_at, cancelled_at, left_at, created_at, gateway, replaced_by,
       parts:payment_parts(order_id, naira_kobo, peps_kobo, order:orders(id, order_no, status, group_buy:group_buys(product_name, share_date))),
       refunds(id, amount_kobo, status, reason, expected_by), documents(number, kind), difference:delivery_upgrades(order_id, status), price:price_payments(order_id, status), ${CONTRIBUTION}`,
    )
    .eq('id', id)
    .maybeSingle()
  return { payment: found.data, failure: found.error?.message ?? null }
}

export type OwnPayment = NonNullable<Awaited<ReturnType<typeof readPayment>>['payment']>

/** Orders that a payment paid, with their destinations and buys, by number. */
export async function listPaidOrders(api: Api, orderIds: readonly string[]) {
  if (orderIds.length === 0) return []
  const { data } = await api.tables
    .from('orders')
    .select(
      `id, order_no, status, quantity, charged_kobo, buyer_fee_bps, delivery_fee_kobo, fulfilment, ${DESTINATION_COLUMNS}, lines:order_lines(id, product_name, quantity, share_date, most_kg_per_unit),
       group_buy:group_buys(id, product_name, unit, share_date, base_price, price_tiers, current_participants, paid_participants, min_participants, status, terms_version,
         end_date, payment_due_at, vendor_location, final_price, locked_participants)`,
    )
    .in('id', orderIds)
    .in('status', ['paid', 'confirmed', 'ready'])
    .order('order_no')
    .throwOnError()
  return data.map((order) => ({ ...order, place: order.place as (typeof order.place & PlaceDetails) | null }))
}

export type PaidOrder = Awaited<ReturnType<typeof listPaidOrders>>[number]

/** One page of the user's payments, newest first, with their orders. */
export async function listOwnPayments(api: Api, userId: string, page: number) {
  return listPage(
    await api.tables
      .from('payments')
      .select(
        `id, status, trouble, naira_kobo, peps_kobo, received_kobo, cancelled_at, left_at, created_at, refunds(id),
         parts:payment_parts(order:orders(order_no, lines:order_lines(product_name))), ${CONTRIBUTION}`,
        { count: 'exact' },
      )
      .eq('user_id', userId)
      // An attempt that was replaced is left out; its successor is listed.
      .is('replaced_by', null)
      .order('created_at', { ascending: false })
      .order('id')
      .range(...rowRange(page)),
  )
}

export type ListedPayment = Awaited<ReturnType<typeof listOwnPayments>>['rows'][number]
