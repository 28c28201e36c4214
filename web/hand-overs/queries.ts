import type { Api } from '#api/api.ts'

/** Goods of a hand-over, for its staff. */
interface ExpectedLine {
  line_id: string
  name: string
  unit: string
  quantity: number
  /** Sold by weight, and not weighed yet. */
  weigh?: boolean
  /** It is weighed, and its weight waits for an answer. */
  waits?: boolean
}

export interface ExpectedHandOver {
  id: string
  order_no: number
  kind: string
  buyer_id: string
  buyer_name: string
  pickup_point_id: string | null
  vendor_id: string
  status: string
  due_until: string | null
  done_at: string | null
  /** When it was written down without a network; `done_at` is then when it was sent. */
  acted_at: string | null
  taken_by: string
  proof: string | null
  handled_by_name: string
  place_name: string
  shop_name: string
  is_own: boolean
  lines: ExpectedLine[]
}

const COLUMNS =
  'id, order_no, kind, buyer_id, buyer_name, pickup_point_id, vendor_id, status, due_until, done_at, taken_by, proof, handled_by_name, place_name, shop_name, is_own, lines, acted_at'
const MAX_ROWS = 200

/** A place, or a shop's counter for orders without a place. */
interface HandOverPlace {
  /** Its id in addresses. */
  key: string
  name: string
}

export async function listPlaces(api: Api): Promise<HandOverPlace[]> {
  const { data } = await api.tables
    .from('own_places')
    .select('vendor_id, pickup_point_id, name')
    .order('name')
    .throwOnError()
  return data.map(({ vendor_id, pickup_point_id, name }) => ({
    key: pickup_point_id ?? vendor_id ?? '',
    name: name ?? '',
  }))
}

interface HandOverFilter {
  place: string
  /** A name or an order number. */
  search: string
  /** Expected, not collected in time, or done in the last 24 hours. */
  show: 'expected' | 'late' | 'done'
  now: string
}

/** Hand-overs at the viewer's places: those due first on top, done ones from the newest. */
export async function listHandOvers(api: Api, { place, search, show, now }: HandOverFilter) {
  let query = api.tables
    .from('expected_hand_overs')
    .select(COLUMNS)
    .eq('status', show === 'done' ? 'done' : 'open')
  if (show === 'expected') query = query.or(`due_until.is.null,due_until.gte."${now}"`)
  if (show === 'late') query = query.lt('due_until', now)
  if (place) query = query.or(`pickup_point_id.eq.${place},and(pickup_point_id.is.null,vendor_id.eq.${place})`)
  const term = search.replace(/[^\p{L}\p{N} '-]/gu, ' ').trim()
  if (/^\d{1,9}$/.test(term)) query = query.eq('order_no', Number(term))
  else if (term) query = query.ilike('buyer_name', `%${term}%`)
  const sorted = show === 'done' ? query.order('done_at', { ascending: false }) : query.order('due_until')
  const { data, error } = await sorted.order('id').limit(MAX_ROWS)
  const rows = (data ?? []) as unknown as ExpectedHandOver[]
  return { rows, isCut: rows.length === MAX_ROWS, failure: error?.message ?? null }
}

export type HandOverList = Awaited<ReturnType<typeof listHandOvers>>

/**
 * Everything the buyer of this order collects at its place, that order first. Empty for an order of a place the viewer
 * does not serve.
 */
export async function readBuyerGoods(api: Api, orderNo: number): Promise<ExpectedHandOver[]> {
  const { data: found } = await api.tables
    .from('expected_hand_overs')
    .select(COLUMNS)
    .eq('order_no', orderNo)
    .order('status', { ascending: false })
    .order('done_at', { ascending: false })
    .throwOnError()
  const first = (found as unknown as ExpectedHandOver[])[0]
  if (!first) return []
  if (first.kind === 'delivery') return [first]
  let others = api.tables
    .from('expected_hand_overs')
    .select(COLUMNS)
    .eq('buyer_id', first.buyer_id)
    .eq('status', 'open')
    .neq('id', first.id)
  others = first.pickup_point_id
    ? others.eq('pickup_point_id', first.pickup_point_id)
    : others.is('pickup_point_id', null).eq('vendor_id', first.vendor_id)
  const { data: rest } = await others.order('order_no').limit(MAX_ROWS).throwOnError()
  return [first, ...(rest as unknown as ExpectedHandOver[])]
}

export async function listInvitations(api: Api) {
  const { data } = await api.tables
    .from('own_invitations')
    .select('id, duty, place_name, place_location')
    .order('created_at')
  return data ?? []
}

export async function listStaff(api: Api, scope: { vendor: string } | { points: readonly string[] }) {
  const members = api.tables
    .from('staff_members')
    .select('id, person_id, pickup_point_id, duty, full_name, created_at, overrides, orders_on_runs, goods_left_alone')
  const invited = api.tables
    .from('staff_invitations')
    .select('id, pickup_point_id, duty, email, phone, created_at')
    .is('accepted_at', null)
    .is('ended_at', null)
  const [{ data, error }, open] = await Promise.all(
    'vendor' in scope
      ? [
          members.eq('vendor_id', scope.vendor).order('full_name'),
          invited.eq('vendor_id', scope.vendor).order('created_at'),
        ]
      : [
          members.in('pickup_point_id', [...scope.points]).order('full_name'),
          invited.in('pickup_point_id', [...scope.points]).order('created_at'),
        ],
  )
  return { members: data ?? [], invitations: open.data ?? [], failure: (error ?? open.error)?.message ?? null }
}

export type StaffAndInvitations = Awaited<ReturnType<typeof listStaff>>

export async function listHubs(api: Api) {
  const { data } = await api.tables
    .from('pickup_points')
    .select('id, name, state, lga')
    .is('vendor_id', null)
    .is('closed_at', null)
    .order('name')
    .throwOnError()
  return data
}
