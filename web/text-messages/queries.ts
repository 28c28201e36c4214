import type { Api } from '#api/api.ts'
import { type TextChannel, textChannelNames } from '#domain/text-messages/text-channels.ts'

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

/** The latest messages that did not arrive, with the reason. */
export async function listUndelivered(api: Api) {
  const { data } = await api.tables
    .from('text_messages')
    .select('id, channel, kind, status, reason, created_at')
    .in('status', ['failed', 'unknown', 'dropped'])
    .order('created_at', { ascending: false })
    .order('id', { ascending: false })
    .limit(20)
  return data ?? []
}
