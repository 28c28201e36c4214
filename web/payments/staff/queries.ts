import type { Api } from '#api/api.ts'

/**
 * Refunds that need attention, oldest first: stuck, or past the date (`today` is 'YYYY-MM-DD') announced to the buyer.
 */
export async function listStuckRefunds(api: Api, today: string) {
  const { data, error } = await api.tables
    .from('refunds')
    .select('id, amount_kobo, status, reason, expected_by, created_at, payment:payments(id, reference)')
    .or(`status.in.(needs_attention,failed),and(status.in.(requested,sent),expected_by.lt.${today})`)
    .order('created_at')
    .limit(200)
  return { rows: data ?? [], failure: error?.message ?? null }
}

export type StuckRefund = Awaited<ReturnType<typeof listStuckRefunds>>['rows'][number]

/** Payments of the last 90 days that paid no order or were reversed, newest first. */
export async function listUnmatchedPayments(api: Api) {
  const { data, error } = await api.tables
    .from('payments')
    .select('id, reference, trouble, received_kobo, naira_kobo, status, created_at')
    .not('trouble', 'is', null)
    .gt('created_at', new Date(Date.now() - 90 * 86_400_000).toISOString())
    .order('created_at', { ascending: false })
    .limit(200)
  return { rows: data ?? [], failure: error?.message ?? null }
}
