import type { Api } from '#api/api.ts'
import { type ExtensibleBuy, MAX_EXTENSIONS } from '#domain/group-buys/selling/extending.ts'

const SHOWN = 30

/** The shop's messages and extensions of a buy, latest first. */
export async function listBroadcasts(api: Api, buyId: string) {
  const { data } = await api.tables
    .from('buy_broadcasts')
    .select(
      'id, kind, audience, body, by_staff, former_end_date, end_date, former_share_date, share_date, recipients, created_at',
    )
    .eq('group_buy_id', buyId)
    .order('created_at', { ascending: false })
    .order('id')
    .limit(SHOWN)
    .throwOnError()
  return data
}

export type Broadcast = Awaited<ReturnType<typeof listBroadcasts>>[number]

/** The number of extensions by the shop, by buy. */
export async function countExtensions(api: Api, buyIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>()
  if (buyIds.length === 0) return counts
  const { data } = await api.tables
    .from('buy_broadcasts')
    .select('group_buy_id')
    .in('group_buy_id', buyIds)
    .eq('kind', 'extension')
    .limit(buyIds.length * MAX_EXTENSIONS)
  for (const { group_buy_id: id } of data ?? []) counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
}

interface DatedBuy {
  status: string
  starts_at: string
  end_date: string
  share_date: string | null
  extended_at: string | null
  top_up_at: string | null
  has_late_promise: boolean | null
}

/** Null for a buy without a sharing day, which was not published. */
export function toExtensible(buy: DatedBuy, extensions: number): ExtensibleBuy | null {
  if (buy.share_date === null) return null
  return {
    status: buy.status,
    startsAt: new Date(buy.starts_at),
    endDate: new Date(buy.end_date),
    shareDate: buy.share_date,
    extendedAt: buy.extended_at === null ? null : new Date(buy.extended_at),
    isToppedUp: buy.top_up_at !== null,
    extensions,
    hasLatePromise: buy.has_late_promise ?? false,
  }
}

/** The dates before the shop moved them; null if it did not. */
export async function readFirstDates(api: Api, buyId: string) {
  const { data } = await api.tables
    .from('buy_broadcasts')
    .select('end_date:former_end_date, share_date:former_share_date')
    .eq('group_buy_id', buyId)
    .eq('kind', 'extension')
    .order('created_at')
    .limit(1)
    .maybeSingle()
  return data?.end_date ? { end_date: data.end_date, share_date: data.share_date } : null
}
