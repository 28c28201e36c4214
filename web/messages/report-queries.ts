import type { Api } from '#api/api.ts'
import { withinDays } from '#web/desk/lists/list-query.ts'
import { COUNTED, listPage, rowRange } from '#web/list-page.ts'

/** The text of a message that the viewer can read; null without one. */
export async function readReportedText(
  api: Api,
  { message, broadcast }: { message: string; broadcast: string },
): Promise<string | null> {
  const { data } = message
    ? await api.tables.from('messages').select('body').eq('id', message).maybeSingle()
    : broadcast
      ? await api.tables.from('buy_broadcasts').select('body').eq('id', broadcast).maybeSingle()
      : { data: null }
  return data?.body ?? null
}

interface ReportFilters {
  isDecided: boolean
  page: number
  /** Lagos days of the report, or of its decision. */
  from: string
  until: string
}

/** One page of reports: open ones oldest first, or the latest decisions. */
export async function listReports(api: Api, { isDecided, page, from, until }: ReportFilters) {
  const at = isDecided ? 'decided_at' : 'created_at'
  const query = api.tables
    .from('message_reports')
    .select('id, text, reason, state, decision, decision_reason, created_at, decided_at', COUNTED)
    .eq('status', isDecided ? 'decided' : 'open')
  return listPage(
    await withinDays(query, at, { from, until })
      .order(at, { ascending: !isDecided })
      .order('id')
      .range(...rowRange(page)),
  )
}
