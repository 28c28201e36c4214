import type { Api } from '#api/api.ts'

/** Refunds that have not arrived, oldest first. */
const SHOWN_REFUNDS = 500

/** Refunds that have not arrived, oldest first; `hasMore`: there are more than these. */
export async function listLateRefunds({ tables }: Api) {
  const query = tables.from('late_refunds').select('*').order('created_at').order('id')
  const { data, error } = await query.limit(SHOWN_REFUNDS + 1)
  const rows = data ?? []
  return { rows: rows.slice(0, SHOWN_REFUNDS), hasMore: rows.length > SHOWN_REFUNDS, failure: error?.message ?? null }
}

export type LateRefund = Awaited<ReturnType<typeof listLateRefunds>>['rows'][number]

/** Banks by name, for the account that a payer names. */
export async function listBanks(api: Api) {
  const { data } = await api.tables.from('banks').select('code, name').order('name').limit(1000)
  return data ?? []
}

/** How many payments of the last 90 days paid no order or were reversed; null if it could not be read. */
export async function countOddPayments(api: Api): Promise<number | null> {
  const { count, error } = await api.tables
    .from('payment_list')
    .select('id', { count: 'exact', head: true })
    .not('trouble', 'is', null)
    .gt('created_at', new Date(Date.now() - 90 * 86_400_000).toISOString())
  return error ? null : count
}
