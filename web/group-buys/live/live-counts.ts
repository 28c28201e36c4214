import { browserApi } from '#web/session/browser-api.ts'
import { followViewers } from './viewers.ts'

/** The figures that change while the page is open. */
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

/**
 * The current counts of the listed buys, in the format that realtime delivers for one. Buys the viewer may not read are
 * left out. Throws if nothing can be read. On the page of one buy, its viewers are followed from then on too.
 */
export async function readLiveCounts(ids: readonly string[]): Promise<LiveCounts[]> {
  followViewers()
  const { data } = await browserApi()
    .tables.from('group_buys')
    .select(
      'id, status, end_date, end_reason, current_quantity, current_participants, paid_participants, current_price',
    )
    .in('id', ids)
    .throwOnError()
  return data
}
