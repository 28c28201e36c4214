import type { Api } from '#api/api.ts'
import { isUuid } from '#domain/validation.ts'

/** Orders that a person wants to pay, in the order of their numbers; those that are none of theirs are left out. */
export async function listToPay(api: Api, { ids, userId }: { ids: readonly string[]; userId: string }) {
  const found = await api.tables
    .from('orders')
    .select(
      `id, order_no, status, quantity, unit_price, ceiling_unit_price, total_amount, fee_kobo, buyer_fee_bps, delivery_fee_kobo, amount_due_kobo, return_to,
       group_buy:group_buys(id, product_name, unit, image_url, payment_due_at, min_participants, paid_participants),
       lines:order_lines(id, product_name, unit, quantity, unit_price), checkout:checkouts(hold_expires_at)`,
    )
    .in('id', ids.filter(isUuid))
    .eq('user_id', userId)
    .order('order_no')
  return { orders: found.data ?? [], failure: found.error?.message ?? null }
}

export type OrderToPay = Awaited<ReturnType<typeof listToPay>>['orders'][number]

/** What a person may pay with: kobo. */
export async function readPeps(api: Api, userId: string): Promise<bigint> {
  const { data } = await api.tables.from('profiles').select('points_balance').eq('id', userId).maybeSingle()
  return BigInt(Math.round((data?.points_balance ?? 0) * 100))
}

/** One of the person's payments, with its orders and what goes back of it. */
export async function readPayment(api: Api, id: string) {
  if (!isUuid(id)) return { payment: null, failure: null }
  const found = await api.tables
    .from('payments')
    .select(
      `id, reference, status, naira_kobo, peps_kobo, trouble, received_kobo, expires_at, created_at, gateway,
       parts:payment_parts(order_id, naira_kobo, peps_kobo, order:orders(id, order_no, status, group_buy:group_buys(product_name, share_date))),
       refunds(id, amount_kobo, status, reason, expected_by)`,
    )
    .eq('id', id)
    .maybeSingle()
  return { payment: found.data, failure: found.error?.message ?? null }
}

export type OwnPayment = NonNullable<Awaited<ReturnType<typeof readPayment>>['payment']>

/** The person's last 200 payments, newest first. */
export async function listOwnPayments(api: Api, userId: string) {
  const { data, error } = await api.tables
    .from('payments')
    .select('id, status, trouble, naira_kobo, peps_kobo, received_kobo, created_at, refunds(id)')
    .eq('user_id', userId)
    .order('created_at', { ascending: false })
    .order('id')
    .limit(200)
  return { payments: data ?? [], failure: error?.message ?? null }
}
