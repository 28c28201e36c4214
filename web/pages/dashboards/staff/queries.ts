import type { Api } from '#api/api.ts'
import type { Scope } from '#web/desk/lists/scope.ts'

type CountSubject =
  | 'group_buys'
  | 'orders'
  | 'vendors'
  | 'products'
  | 'people'
  | 'mails'
  | 'mails to repeat'
  | 'contact'

export interface StatusCount {
  subject: CountSubject
  status: string
  amount: number
}

export async function readCounts(api: Api) {
  const { data, error } = await api.tables
    .from('overseen_counts')
    .select('*')
    .overrideTypes<StatusCount[], { merge: false }>()
  return { counts: data ?? [], failure: error?.message ?? null }
}

/** The number of items of a kind in the given statuses, or in every status. */
export function statusCount(counts: readonly StatusCount[], subject: CountSubject, ...statuses: string[]): number {
  return counts
    .filter((row) => row.subject === subject && (statuses.length === 0 || statuses.includes(row.status)))
    .reduce((sum, { amount }) => sum + amount, 0)
}

/** Buys that close within two days and have too few paid participants. */
export async function listBuysInDanger(api: Api, { states }: Scope, now: Date) {
  let query = api.tables
    .from('group_buys')
    .select(
      'id, product_name, end_date, current_participants, paid_participants, min_participants, vendor:vendors!inner(business_name, state)',
    )
    .eq('status', 'active')
    .gt('end_date', now.toISOString())
    .lte('end_date', new Date(now.getTime() + 2 * 24 * 3_600_000).toISOString())
  if (states) query = query.in('vendor.state', states)
  const { data } = await query.order('end_date').limit(100)
  return (data ?? []).filter(({ paid_participants: paid, min_participants: least }) => paid < least)
}

/** Buys past their due time with paid participants, longest first; the rows of the task of the same name. */
export async function listBuysToSettle(api: Api, { states }: Scope) {
  let query = api.tables
    .from('group_buys')
    .select(
      'id, product_name, payment_due_at, paid_participants, min_participants, vendor:vendors!inner(id, business_name, state)',
    )
    .eq('status', 'settling')
    .gt('paid_participants', 0)
  if (states) query = query.in('vendor.state', states)
  return (await query.order('payment_due_at').order('id').limit(100)).data ?? []
}

export type SettlingBuy = Awaited<ReturnType<typeof listBuysToSettle>>[number]

export type BuyInDanger = Awaited<ReturnType<typeof listBuysInDanger>>[number]
