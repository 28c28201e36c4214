import type { Api } from '#api/api.ts'
import { type TextChannel, textChannelNames } from '#domain/text-messages/text-channels.ts'
import { withinDays } from '#web/desk/lists/list-query.ts'
import { listPage, rowRange } from '#web/list-page.ts'

/** Messages and cost by month and channel, the newest first. */
export async function listTextMonths(api: Api) {
  const { data, error } = await api.tables
    .from('text_message_months')
    .select('month, channel, sent, delivered, failed, unknown, dropped, waiting, cost_kobo')
    .order('month', { ascending: false })
    .order('channel')
    .limit(60)
  const rows = (data ?? []).map((row) => ({
    month: row.month ?? '',
    channel: textChannelNames[row.channel as TextChannel] ?? '',
    sent: row.sent ?? 0,
    delivered: row.delivered ?? 0,
    failed: row.failed ?? 0,
    unknown: row.unknown ?? 0,
    dropped: row.dropped ?? 0,
    waiting: row.waiting ?? 0,
    costKobo: BigInt(row.cost_kobo ?? 0),
  }))
  return { rows, failure: error?.message ?? null }
}

export type TextMonth = Awaited<ReturnType<typeof listTextMonths>>['rows'][number]

/** One page of the messages that did not arrive, the latest first, with the reason. */
export async function listUndelivered(api: Api, { page, from, until }: { page: number; from: string; until: string }) {
  const query = api.tables
    .from('text_messages')
    .select('id, channel, kind, status, reason, created_at', { count: 'exact' })
    .in('status', ['failed', 'unknown', 'dropped'])
  return listPage(
    await withinDays(query, 'created_at', { from, until })
      .order('created_at', { ascending: false })
      .order('id', { ascending: false })
      .range(...rowRange(page)),
  )
}
