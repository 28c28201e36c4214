import type { Api } from '#api/api.ts'
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

/** One page of reports: open ones oldest first, or the latest decisions. */
export async function listReports(api: Api, isDecided: boolean, page: number) {
  return listPage(
    await api.tables
      .from('message_reports')
      .select('id, text, reason, state, decision, decision_reason, created_at, decided_at', COUNTED)
      .eq('status', isDecided ? 'decided' : 'open')
      .order(isDecided ? 'decided_at' : 'created_at', { ascending: !isDecided })
      .order('id')
      .range(...rowRange(page)),
  )
}
