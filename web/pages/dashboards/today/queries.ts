import type { Api } from '#api/api.ts'
import { lagosDate } from '#domain/time/calendar.ts'
import { listRuns } from '#web/delivery-runs/queries.ts'
import { listConflicts } from '#web/hand-overs/offline/queries.ts'
import { listInvitations } from '#web/hand-overs/queries.ts'
import { listBatches } from '#web/packing/queries.ts'

/** Loads named; a place with more is summed up. */
const MAX_LOADS = 200

/** Everything that waits for the viewer as a member of staff, and what was finished in the last 24 hours. */
export async function readWork(api: Api, now: Date) {
  const today = lagosDate(now)
  const [counters, conflicts, loads, batches, runs, unplanned, invitations] = await Promise.all([
    api.tables.from('own_counters').select('*').order('place_name'),
    listConflicts(api),
    api.tables
      .from('expected_deliveries')
      .select('pickup_point_id, place, shop, product_name, share_date')
      .lte('share_date', today)
      .eq('parts', 0)
      .eq('units_ready', 0)
      .eq('units_taken', 0)
      .order('share_date')
      .limit(MAX_LOADS),
    listBatches(api, 1),
    listRuns(api, { own: true, now }),
    api.tables.from('orders_to_send').select('id', { count: 'exact', head: true }),
    listInvitations(api),
  ])
  return {
    counters: counters.data ?? [],
    conflicts,
    loads: loads.data ?? [],
    batches: batches.rows.filter(({ open_orders: open }) => open > 0),
    runs: runs.runs,
    unplanned: unplanned.count ?? 0,
    invitations,
    failure: (counters.error ?? loads.error)?.message ?? batches.failure ?? runs.failure,
  }
}

export type Work = Awaited<ReturnType<typeof readWork>>
