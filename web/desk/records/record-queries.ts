import type { Api } from '#api/api.ts'
import type { Act } from '#domain/acts/act.ts'
import type { StaffNote } from '#domain/records/staff-notes.ts'
import type { RecordKind } from './record-path.ts'

export interface ListedNote extends Pick<StaffNote, 'kind' | 'text' | 'outcome' | 'visited_on' | 'next_call_on'> {
  id: string
  created_at: string
  author_name: string | null
  done_at: string | null
  done_by_name: string | null
  is_due: boolean
}

/** Notes that a page shows; the rest of a very long history stays in the table. */
const NOTES_SHOWN = 100

/** Notes of staff about a record, newest first. */
async function readRecordNotes(api: Api, kind: RecordKind, id: string): Promise<ListedNote[]> {
  const { data } = await api.tables
    .from('listed_staff_notes')
    .select('id, kind, text, outcome, visited_on, next_call_on, created_at, author_name, done_at, done_by_name, is_due')
    .eq('record_kind', kind)
    .eq('record_id', id)
    .order('created_at', { ascending: false })
    .order('id')
    .limit(NOTES_SHOWN)
    .throwOnError()
    .overrideTypes<ListedNote[], { merge: false }>()
  return data
}

/** An act of the audit log about a record, or a view of it, which has no id. */
export interface HistoryEntry extends Omit<Act, 'id'> {
  id: number | null
}

const HISTORY_SHOWN = 10
const HISTORY_MOST = 200

/** Acts about a record and its views by staff, newest first. `all`: as far back as a page can show. */
async function readRecordHistory(api: Api, record: { kind: RecordKind; id: string; all?: boolean }) {
  const shown = record.all ? HISTORY_MOST : HISTORY_SHOWN
  const { data } = await api.tables
    .rpc(
      'record_history',
      // One more, to know whether there are older ones.
      { record_kind: record.kind, record_id: record.id, most: record.all ? shown : shown + 1 },
      { get: true },
    )
    .throwOnError()
  const entries = data as unknown as HistoryEntry[]
  return { entries: entries.slice(0, shown), hasMore: entries.length > shown }
}

export type RecordHistoryRows = Awaited<ReturnType<typeof readRecordHistory>>

/**
 * Everything about a record that is the same for every kind: records that the viewer opened it, and reads its notes and
 * history. Call it once the viewer may read the record.
 */
export async function openRecord(api: Api, record: { kind: RecordKind; id: string; url: URL }) {
  const { kind, id, url } = record
  // The page does not depend on it.
  const logged = api.command('log-record-view', { record_kind: kind, record_id: id }).catch(() => null)
  const [notes, history] = await Promise.all([
    readRecordNotes(api, kind, id),
    logged.then(() => readRecordHistory(api, { kind, id, all: url.searchParams.get('history') === 'all' })),
  ])
  return { notes, history }
}

export interface DueCall {
  id: string
  record_kind: RecordKind
  record_id: string
  record_name: string
  text: string
  next_call_on: string
  author_name: string | null
}

/** Calls that a page shows at once. */
export const MAX_DUE_CALLS = 50

/** The viewer's next calls that are due, the longest waiting first or last. */
export async function listDueCalls(api: Api, { latestFirst }: { latestFirst: boolean }) {
  const { data } = await api.tables
    .rpc(
      'due_calls',
      // One more, to know whether there are others.
      { most: MAX_DUE_CALLS + 1, latest_first: latestFirst },
      { get: true },
    )
    .throwOnError()
  const calls = data as unknown as DueCall[]
  return { rows: calls.slice(0, MAX_DUE_CALLS), isCut: calls.length > MAX_DUE_CALLS }
}
