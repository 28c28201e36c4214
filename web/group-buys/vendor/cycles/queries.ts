import type { Api } from '#api/api.ts'
import type { CyclePeriod } from '#domain/cycles/rounds.ts'
import type { CycleState } from '#domain/cycles/states.ts'
import { isId } from '#web/list-page.ts'

export interface OwnCycle {
  id: string
  product_name: string
  unit: string
  period: CyclePeriod
  status: CycleState
  pause_reason: string | null
  next_opens_at: string
  next_end_date: string
  next_share_date: string
  /** Its latest round. */
  group_buy_id: string | null
  round_status: string | null
  end_date: string | null
  standing_orders: number
  standing_units: number
}

const COLUMNS =
  'id, product_name, unit, period, status, pause_reason, next_opens_at, next_end_date, next_share_date, group_buy_id, round_status, end_date, standing_orders, standing_units'

/** The shop's cycles that have not ended, the newest first. There is one of a product at most. */
export async function listCycles(api: Api): Promise<OwnCycle[]> {
  const { data } = await api.tables
    .from('own_cycles')
    .select(COLUMNS)
    .neq('status', 'ended')
    .order('created_at', { ascending: false })
    .order('id')
    .limit(500)
    .throwOnError()
    .overrideTypes<OwnCycle[], { merge: false }>()
  return data
}

/** The cycle of a buy, if it has not ended. */
export async function readCycleOf(api: Api, buy: { cycle_id: string | null }): Promise<OwnCycle | null> {
  if (buy.cycle_id === null || !isId(buy.cycle_id)) return null
  const { data } = await api.tables
    .from('own_cycles')
    .select(COLUMNS)
    .eq('id', buy.cycle_id)
    .neq('status', 'ended')
    .maybeSingle()
    .throwOnError()
    .overrideTypes<OwnCycle, { merge: false }>()
  return data
}
