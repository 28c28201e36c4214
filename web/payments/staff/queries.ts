import type { Api } from '#api/api.ts'

/** Refunds that have not arrived, oldest first. */
export async function listLateRefunds(api: Api) {
  const { data, error } = await api.tables.from('late_refunds').select('*').order('created_at').order('id').limit(500)
  return { rows: data ?? [], failure: error?.message ?? null }
}

export type LateRefund = Awaited<ReturnType<typeof listLateRefunds>>['rows'][number]

/** Banks by name, for the account that a payer names. */
export async function listBanks(api: Api) {
  const { data } = await api.tables.from('banks').select('code, name').order('name').limit(1000)
  return data ?? []
}

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
