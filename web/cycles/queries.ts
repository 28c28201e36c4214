import type { Api } from '#api/api.ts'
import type { CyclePeriod } from '#domain/cycles/rounds.ts'
import type { StandingMode } from '#domain/cycles/standing-order.ts'
import type { CycleState, StandingState } from '#domain/cycles/states.ts'
import { isId } from '#web/list-page.ts'

export interface RepeatingBuy {
  id: string
  period: CyclePeriod
  status: CycleState
  next_opens_at: string
  next_end_date: string
  next_share_date: string
  vendor_id: string
  shop: string
  /** The latest round. */
  group_buy_id: string
  product_name: string
  unit: string
  round_status: string
  end_date: string
  min_quantity: number
  max_quantity: number | null
  payment_mode: string
  buyer_fee_bps: number
  /** Naira per unit, at most. */
  ceiling_price: number
}

/** A cycle that has not ended, with its latest round; null if there is none. */
export async function readRepeatingBuy(api: Api, cycleId: string | null): Promise<RepeatingBuy | null> {
  if (cycleId === null || !isId(cycleId)) return null
  const { data } = await api.tables
    .from('repeating_buys')
    .select('*')
    .eq('id', cycleId)
    .maybeSingle()
    .throwOnError()
    .overrideTypes<RepeatingBuy, { merge: false }>()
  return data
}

export interface OwnStandingOrder {
  id: string
  cycle_id: string
  quantity: number
  most_kobo: number
  mode: StandingMode
  status: StandingState
  pause_reason: 'unpaid' | null
  skips_next: boolean
  period: CyclePeriod
  cycle_status: CycleState
  next_opens_at: string
  next_share_date: string
  product_name: string
  unit: string
  shop: string
  /** The last round; null before the first. */
  outcome: 'joined' | 'asked' | 'skipped' | 'refused' | null
  reason: string | null
  round_at: string | null
  group_buy_id: string | null
  order_id: string | null
}

const ownStandingOrders = (api: Api) => api.tables.from('own_standing_orders').select('*').neq('status', 'ended')

/** The viewer's standing orders that have not ended, at most 30 (`guard_standing_order`). */
export async function listStandingOrders(api: Api): Promise<OwnStandingOrder[]> {
  const { data } = await ownStandingOrders(api)
    .order('created_at', { ascending: false })
    .order('id')
    .throwOnError()
    .overrideTypes<OwnStandingOrder[], { merge: false }>()
  return data
}

/** The viewer's standing order in a cycle; null if they have none. */
export async function readStandingOrder(api: Api, cycleId: string): Promise<OwnStandingOrder | null> {
  if (!isId(cycleId)) return null
  const { data } = await ownStandingOrders(api)
    .eq('cycle_id', cycleId)
    .maybeSingle()
    .throwOnError()
    .overrideTypes<OwnStandingOrder, { merge: false }>()
  return data
}
