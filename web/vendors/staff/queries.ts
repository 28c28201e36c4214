import type { Api } from '#api/api.ts'
import { NIGERIAN_STATES } from '#domain/geography/nigerian-states.ts'
import { VENDOR_ON_TIME_PERCENT } from '#domain/limits.ts'
import { vendorStateLabels } from '#domain/vendors/states.ts'
import { choice, sortedBy } from '#web/desk/lists/list-query.ts'
import type { Scope } from '#web/desk/lists/scope.ts'
import { likeText, listPage, rowRange } from '#web/list-page.ts'

export const SHOP_FILTERS = {
  search: {},
  state: choice('State', 'All', Object.fromEntries(NIGERIAN_STATES.map((state) => [state, state]))),
  status: choice('Status', 'All', { ...vendorStateLabels, changes: 'Change requested' }),
}

export const SHOP_SORTS = { name: 'business_name', state: 'state', signed: 'created_at' }

/** Newest first; of shops that apply, the longest waiting first. */
export const shopOrder = (status: string): string => (status === 'pending' ? 'signed' : '-signed')

/** One page of the overseen shops, newest first; of those awaiting a decision, the longest waiting first. */
export async function listShops(
  api: Api,
  { states }: Scope,
  options: { search: string; status: string; state: string; page: number; sort: string },
) {
  const columns =
    'id, business_name, location, state, status, created_at, metrics:vendor_metrics(total_orders, on_time_rate)' as const
  let query = api.tables.from('vendors').select(columns, { count: 'exact' })
  if (states) query = query.in('state', states)
  if (options.status === 'changes') query = query.in('id', await shopsRequestingChanges(api))
  else if (options.status) query = query.eq('status', options.status)
  if (options.state) query = query.eq('state', options.state)
  if (options.search) query = query.ilike('business_name', likeText(options.search))
  return listPage(
    await sortedBy(query, SHOP_SORTS, { sort: options.sort, fallback: shopOrder(options.status) })
      .order('id')
      .range(...rowRange(options.page)),
  )
}

/** The viewer's shops with an open change request. Row level security limits the table to them. */
async function shopsRequestingChanges(api: Api): Promise<string[]> {
  const { data } = await api.tables.from('shop_changes').select('vendor_id').eq('status', 'open').limit(200)
  return (data ?? []).map(({ vendor_id }) => vendor_id)
}

/** A shop's change requests, newest first, open and decided. */
export async function listShopChanges(api: Api, vendorId: string) {
  const { data } = await api.tables
    .from('shop_changes')
    .select(
      'id, business_name, registration_number, address, former_name, former_registration_number, former_address, reason, status, requested_at, decided_at, decision_note',
    )
    .eq('vendor_id', vendorId)
    .order('requested_at', { ascending: false })
    .limit(10)
    .throwOnError()
  return data
}

export type ListedShop = Awaited<ReturnType<typeof listShops>>['rows'][number]

/** One shop with its history and the columns visible only to its owner and staff. */
export async function readShop(api: Api, { states }: Scope, id: string) {
  let query = api.tables
    .from('vendors')
    .select(
      `id, owner_id, business_name, description, location, state, status, created_at,
       details:vendor_details(phone, address, registration_number, decided_at, decision_note),
       metrics:vendor_metrics(total_orders, completed_orders, total_revenue, rating, rating_count, average_delivery_time, on_time_rate, cancellation_rate, dispute_rate)`,
    )
    .eq('id', id)
  if (states) query = query.in('state', states)
  return (await query.maybeSingle()).data
}

/** The impact of a suspension: orders paid and not handed over, and open group buys with participants. */
export async function readSuspensionImpact(api: Api, id: string) {
  const [orders, buys] = await Promise.all([
    api.tables
      .from('all_orders')
      .select('user_id, goods_left')
      .eq('vendor_id', id)
      .in('status', ['paid', 'confirmed', 'ready'])
      .limit(MAX_COUNTED),
    api.tables.from('group_buys').select('current_participants').eq('vendor_id', id).eq('status', 'active').limit(100),
  ])
  const paid = orders.data ?? []
  return {
    orders: paid.length,
    people: new Set(paid.map(({ user_id }) => user_id)).size,
    goods: paid.reduce((sum, { goods_left }) => sum + Number(goods_left), 0),
    isMore: paid.length === MAX_COUNTED,
    buys: (buys.data ?? []).length,
    joined: (buys.data ?? []).reduce((sum, { current_participants }) => sum + current_participants, 0),
  }
}

const MAX_COUNTED = 1000

export type SuspensionImpact = Awaited<ReturnType<typeof readSuspensionImpact>>

export type StaffShop = NonNullable<Awaited<ReturnType<typeof readShop>>>

/** Sort orders for shops: the worst first. */
export const PERFORMANCE_SORTS = {
  punctual: { label: 'Least punctual', column: 'on_time_rate', ascending: true },
  cancelled: { label: 'Most cancelled', column: 'cancellation_rate', ascending: false },
  claims: { label: 'Most claims', column: 'dispute_rate', ascending: false },
  rating: { label: 'Lowest rated', column: 'rating', ascending: true },
} as const
export type PerformanceSort = keyof typeof PERFORMANCE_SORTS

interface ShopsQuery {
  late: boolean
  sort: PerformanceSort
  page: number
  /** The first month of the trend, 'YYYY-MM-01'. */
  since: string
}

/** Shops with sales, the worst by the sort order first; `late` returns those below the target. */
export async function listPerformance(api: Api, { states }: Scope, options: ShopsQuery) {
  const { column, ascending } = PERFORMANCE_SORTS[options.sort]
  let query = api.tables
    .from('vendors')
    .select(
      `id, business_name, state, status,
       months:vendor_metric_months(month, timed, on_time, let_down), metrics:vendor_metrics!inner(total_orders, completed_orders, total_revenue, rating, rating_count, average_delivery_time, on_time_rate, cancellation_rate, dispute_rate)`,
      { count: 'exact' },
    )
    .in('status', ['active', 'suspended'])
    .gte('months.month', options.since)
  if (states) query = query.in('state', states)
  if (options.late) query = query.lt('metrics.on_time_rate', VENDOR_ON_TIME_PERCENT)
  return listPage(
    await query
      .order(`metrics(${column})`, { ascending, nullsFirst: false })
      .order('id')
      .range(...rowRange(options.page)),
  )
}

export type Performance = Awaited<ReturnType<typeof listPerformance>>['rows'][number]

/** Number of shops whose on-time rate is below the target: as many as `listPerformance` lists. */
export async function countLateShops(api: Api, { states }: Scope): Promise<number> {
  let query = api.tables
    .from('vendors')
    .select('id, metrics:vendor_metrics!inner(on_time_rate)', { count: 'exact', head: true })
    .in('status', ['active', 'suspended'])
    .lt('metrics.on_time_rate', VENDOR_ON_TIME_PERCENT)
  if (states) query = query.in('state', states)
  return (await query).count ?? 0
}

/** Shops awaiting a decision, longest waiting first. */
export async function listWaitingShops(api: Api, { states }: Scope) {
  let query = api.tables
    .from('vendors')
    .select('id, business_name, location, state, created_at')
    .eq('status', 'pending')
  if (states) query = query.in('state', states)
  return (await query.order('created_at').limit(10).throwOnError()).data
}

export type WaitingShop = Awaited<ReturnType<typeof listWaitingShops>>[number]
