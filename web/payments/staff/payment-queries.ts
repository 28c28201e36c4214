import type { Api } from '#api/api.ts'
import { isId } from '#web/list-page.ts'

/** Orders, refunds and other attempts that a page shows; a payment has few of each. */
const MOST = 50

/** A payment with its orders, refunds, disputes and the other attempts to pay the same orders; for chiefs. */
export async function readPayment(api: Api, id: string) {
  if (!isId(id)) return null
  const [found, parts, refunds, disputes] = await Promise.all([
    api.tables
      .from('payments')
      .select(
        'id, reference, user_id, gateway, gateway_id, naira_kobo, peps_kobo, received_kobo, gateway_fee_kobo, charged_back_kobo, status, trouble, channel, created_at, expires_at, succeeded_at, cancelled_at, left_at, checks, next_check_at, replaced_by',
      )
      .eq('id', id)
      .maybeSingle(),
    api.tables
      .from('payment_parts')
      .select('naira_kobo, peps_kobo, order:orders(id, order_no, status, buyer_name)')
      .eq('payment_id', id)
      .limit(MOST),
    api.tables
      .from('refunds')
      .select('id, amount_kobo, status, reason, expected_by, processed_at, order_id, created_at')
      .eq('payment_id', id)
      .order('created_at')
      .limit(MOST),
    api.tables
      .from('disputes')
      .select('id, status, amount_kobo, opened_at, seen_at, ended_at')
      .eq('payment_id', id)
      .order('seen_at')
      .limit(MOST),
  ])
  if (!found.data) return null
  const orders = (parts.data ?? []).flatMap(({ order, ...part }) => (order ? [{ ...part, order }] : []))
  const [attempts, payer] = await Promise.all([
    listAttempts(
      api,
      id,
      orders.map(({ order }) => order.id),
    ),
    api.tables.from('profiles').select('full_name').eq('id', found.data.user_id).maybeSingle(),
  ])
  return {
    ...found.data,
    orders,
    refunds: refunds.data ?? [],
    disputes: disputes.data ?? [],
    attempts,
    payerName: payer.data?.full_name ?? '',
  }
}

async function listAttempts(api: Api, id: string, orderIds: readonly string[]) {
  if (orderIds.length === 0) return []
  const { data } = await api.tables
    .from('payment_parts')
    .select('payment:payments(id, reference, status, naira_kobo, peps_kobo, created_at)')
    .in('order_id', orderIds)
    .neq('payment_id', id)
    .limit(MOST)
  const attempts = (data ?? []).flatMap(({ payment }) => payment ?? [])
  return [...new Map(attempts.map((attempt) => [attempt.id, attempt])).values()].toSorted(
    (a, b) => Date.parse(a.created_at) - Date.parse(b.created_at),
  )
}

export type PaymentRecord = NonNullable<Awaited<ReturnType<typeof readPayment>>>
