import type { Api } from '#api/api.ts'
import { DAY_MS } from '#domain/time/calendar.ts'

interface RunGoods {
  line_id: string
  name: string
  unit: string
  quantity: number
  /** Sold by weight, and not weighed yet. */
  weigh?: boolean
  /** It is weighed, and its weight waits for an answer. */
  waits?: boolean
}

export interface DeliverableOrder {
  id: string
  order_no: number
  buyer_name: string
  state: string
  lga: string
  zone: string | null
  shop: string
  vendor_id: string | null
  tries: number
  lines: RunGoods[]
  kg: number | null
}

export interface Stop {
  id: string
  run_id: string
  order_no: number
  buyer_name: string
  status: 'open' | 'delivered' | 'failed' | 'removed'
  reason: string | null
  ended_at: string | null
  state: string
  lga: string
  recipient: string | null
  phone: string | null
  street: string | null
  landmark: string | null
  tries: number
  lines: RunGoods[]
  kg: number | null
  may_weigh: boolean
}

export interface DeliveryRun {
  id: string
  pickup_point_id: string | null
  vendor_id: string | null
  place_name: string
  rider_id: string
  rider_name: string
  rider_serves: boolean
  window_from: string
  window_until: string
  status: 'planned' | 'out' | 'ended'
  may_plan: boolean
  stops: Stop[]
}

const MAX_RUNS = 300

/** The orders the viewer may send out, the places they leave from, and the riders. */
export async function readPlanning(api: Api) {
  const [houses, riders, orders] = await Promise.all([
    api.tables.from('run_depots').select('pickup_point_id, vendor_id, name, state').order('name'),
    api.tables.from('run_riders').select('pickup_point_id, vendor_id, rider_id, full_name').order('full_name'),
    api.tables
      .from('orders_to_send')
      .select('id, order_no, buyer_name, state, lga, zone, shop, vendor_id, tries, lines, kg')
      .order('state')
      .order('lga')
      .order('order_no')
      .limit(MAX_RUNS),
  ])
  return {
    houses: (houses.data ?? []).map((house) => ({ ...house, name: house.name ?? '' })),
    riders: (riders.data ?? []).map((rider) => ({ ...rider, full_name: rider.full_name ?? '' })),
    orders: (orders.data ?? []) as unknown as DeliverableOrder[],
    failure: (houses.error ?? riders.error ?? orders.error)?.message ?? null,
  }
}

export type Planning = Awaited<ReturnType<typeof readPlanning>>

/** Planned and active runs, and those of the last day, each with its stops. */
export async function listRuns(api: Api, { own, now }: { own: boolean; now: Date }) {
  const since = new Date(now.getTime() - DAY_MS).toISOString()
  const runs = api.tables
    .from('visible_runs')
    .select(
      'id, pickup_point_id, vendor_id, place_name, rider_id, rider_name, rider_serves, window_from, window_until, status, may_plan',
    )
    .or(`ended_at.is.null,ended_at.gt."${since}"`)
    .eq(own ? 'is_own' : 'may_plan', true)
  const { data, error } = await runs.order('window_from').order('id').limit(MAX_RUNS)
  const rows = (data ?? []) as unknown as Omit<DeliveryRun, 'stops'>[]
  const stops = rows.length > 0 ? await readStops(api, rows) : { data: [], error: null }
  const all = (stops.data ?? []) as unknown as Stop[]
  return {
    runs: rows.map((run): DeliveryRun => ({ ...run, stops: all.filter(({ run_id }) => run_id === run.id) })),
    failure: (error ?? stops.error)?.message ?? null,
  }
}

const readStops = (api: Api, runs: readonly Pick<DeliveryRun, 'id'>[]) =>
  api.tables
    .from('visible_stops')
    .select(
      'id, run_id, order_no, buyer_name, status, reason, ended_at, state, lga, recipient, phone, street, landmark, tries, lines, kg, may_weigh',
    )
    .in(
      'run_id',
      runs.map(({ id }) => id),
    )
    .order('position')
