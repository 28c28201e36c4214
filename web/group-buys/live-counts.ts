import { browserApi } from '#web/session/browser-api.ts'
import type { LiveCounts } from './live.ts'

/** The same of all shown buys as the channel brings of one, as it is now; none where it cannot be read. */
export async function readLiveCounts(ids: readonly string[]): Promise<LiveCounts[]> {
  const { data } = await browserApi()
    .tables.from('group_buys')
    .select(
      'id, status, end_date, end_reason, current_quantity, current_participants, paid_participants, current_price',
    )
    .in('id', ids)
  return data ?? []
}
