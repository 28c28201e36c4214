import { browserApi } from '#web/session/browser-api.ts'

/** What moves while one looks. */
export interface LiveCounts {
  id: string
  status: string
  end_date: string
  end_reason: string | null
  current_quantity: number
  current_participants: number
  paid_participants: number
  current_price: number | null
}

/** The same of all shown buys as realtime brings of one, as it is now; none where it may not be read. Throws when nothing can be. */
export async function readLiveCounts(ids: readonly string[]): Promise<LiveCounts[]> {
  const { data } = await browserApi()
    .tables.from('group_buys')
    .select(
      'id, status, end_date, end_reason, current_quantity, current_participants, paid_participants, current_price',
    )
    .in('id', ids)
    .throwOnError()
  return data
}
