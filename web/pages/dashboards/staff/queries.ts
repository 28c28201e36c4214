import type { Api } from '#api/api.ts'
import type { Scope } from '#web/desk/lists/scope.ts'
import { dangerTexts, type WatchedBuy } from '#web/group-buys/vendor/danger-texts.ts'

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

/** Buys in one of the four dangers: short of the minimum, unpaid near the due time, nothing packed, late. */
export async function listBuysInDanger(api: Api, now: Date) {
  const { data } = await api.tables
    .from('buys_to_watch')
    .select('*')
    .order('end_date')
    .order('id')
    .limit(500)
    .throwOnError()
    .overrideTypes<ListedWatchedBuy[], { merge: false }>()
  return data.flatMap((buy) => {
    const dangers = dangerTexts(buy, now)
    return dangers.length > 0 ? [{ buy, dangers }] : []
  })
}

interface ListedWatchedBuy extends WatchedBuy {
  id: string
  product_name: string
  business_name: string
  state: string
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
  return (await query.order('payment_due_at').order('id').limit(100).throwOnError()).data
}

export type SettlingBuy = Awaited<ReturnType<typeof listBuysToSettle>>[number]

export type BuyInDanger = Awaited<ReturnType<typeof listBuysInDanger>>[number]
