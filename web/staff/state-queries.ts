import type { Api } from '#api/api.ts'

export interface StateOverview {
  state: string
  managers: string[]
  shops_open: number
  shops_pending: number
  buys_open: number
  claims_disputed: number
  uncollected_open: number
  /** Since when the oldest of these waits; null if none does. */
  waiting_since: string | null
}

/** All 37 states, those that have waited longest first, then by name. */
export async function listStates(api: Api) {
  const { data, error } = await api.tables
    .from('state_overview')
    .select('*')
    .order('waiting_since', { nullsFirst: false })
    .order('state')
    .overrideTypes<StateOverview[], { merge: false }>()
  return { states: data ?? [], failure: error?.message ?? null }
}

export const isWaiting = ({ shops_pending, claims_disputed, uncollected_open }: StateOverview): boolean =>
  shops_pending + claims_disputed + uncollected_open > 0

/** Has shops or pending work, and no manager. */
export const isUnattended = (one: StateOverview): boolean =>
  one.managers.length === 0 && (one.shops_open > 0 || isWaiting(one))
