import type { Api } from '#api/api.ts'
import type { SupportTopic, supportStatusLabels } from '#domain/messages/support.ts'
import { sortedBy, withinDays } from '#web/desk/lists/list-query.ts'
import { COUNTED, listPage, rowRange } from '#web/list-page.ts'

export type SupportStatus = keyof typeof supportStatusLabels

interface SupportFilter {
  status: SupportStatus | ''
  topic: SupportTopic | ''
  mine: 'yes' | ''
  /** Lagos days of the first message without an answer, or of what was answered last. */
  from: string
  until: string
  sort: string
  page: number
}

/** Each with an index that begins with the status. */
export const SUPPORT_SORTS = { written: 'written_at', began: 'created_at' }
/** The longest waiting first; of those that are over, the latest. */
export const supportOrder = (status: SupportStatus | ''): string =>
  status === 'solved' || status === 'waiting' ? '-written' : 'written'

/** One page of the queue: what waits longest is first. Without a filter only what staff have to do. */
export async function listSupportCases(api: Api, { status, topic, mine, page, sort, from, until }: SupportFilter) {
  let cases = api.tables
    .from('support_queue')
    .select(
      'id, topic, status, assigned_name, written_at, created_at, first_answered_at, person_name, subject',
      COUNTED,
    )
  cases = status ? cases.eq('status', status) : cases.in('status', ['new', 'assigned'])
  if (topic) cases = cases.eq('topic', topic)
  if (mine) cases = cases.eq('is_mine', true)
  return listPage(
    await sortedBy(withinDays(cases, 'written_at', { from, until }), SUPPORT_SORTS, {
      sort,
      fallback: supportOrder(status),
    })
      .order('id')
      .range(...rowRange(page)),
  )
}

export type SupportRow = Awaited<ReturnType<typeof listSupportCases>>['rows'][number]

const MOST_SHOWN = 100

/** A case with its latest messages and entries, oldest first; null if it is not the viewer's. */
export async function readSupportCase(api: Api, id: string) {
  const { tables } = api
  const { data: found } = await tables.from('support_queue').select('*').eq('id', id).maybeSingle()
  if (!found) return null
  const [messages, entries, order] = await Promise.all([
    found.conversation_id
      ? tables
          .from('messages')
          .select('id, sender_name, body, created_at')
          .eq('conversation_id', found.conversation_id)
          .order('created_at', { ascending: false })
          .limit(MOST_SHOWN)
      : { data: [] },
    tables
      .from('support_entries')
      .select('id, author_name, kind, body, created_at')
      .eq('case_id', id)
      .order('created_at', { ascending: false })
      .limit(MOST_SHOWN),
    found.order_id
      ? tables.from('orders').select('id, order_no').eq('id', found.order_id).maybeSingle()
      : { data: null },
  ])
  // People with an account are answered there, so the page does not hold their address.
  const email = found.conversation_id || found.person_id ? null : found.email
  return { ...found, email, history: historyOf(found, messages.data ?? [], entries.data ?? []), order: order.data }
}

export interface HistoryLine {
  id: string
  /** The person's words, an answer, an internal note, or what was done. */
  kind: 'message' | 'answer' | 'note' | 'act'
  by: string
  body: string
  at: string
}

interface CaseOrigin {
  id: string
  person_name: string | null
  conversation_id: string | null
  message: string | null
  created_at: string
}

interface ThreadMessage {
  id: string
  sender_name: string | null
  body: string
  created_at: string
}

interface CaseEntry {
  id: string
  author_name: string
  kind: string
  body: string
  created_at: string
}

function historyOf(
  found: CaseOrigin,
  messages: readonly ThreadMessage[],
  entries: readonly CaseEntry[],
): HistoryLine[] {
  const person = found.person_name ?? 'Somebody'
  const first: HistoryLine[] =
    found.message && !found.conversation_id
      ? [{ id: found.id, kind: 'message', by: person, body: found.message, at: found.created_at }]
      : []
  const written = messages.map(
    (message): HistoryLine => ({
      id: message.id,
      kind: message.sender_name ? 'answer' : 'message',
      by: message.sender_name ?? person,
      body: message.body,
      at: message.created_at,
    }),
  )
  // Answers of a conversation are among its messages.
  const done = entries
    .filter(({ kind }) => kind !== 'answer' || !found.conversation_id)
    .map(
      (entry): HistoryLine => ({
        id: entry.id,
        kind: entry.kind === 'answer' || entry.kind === 'note' ? entry.kind : 'act',
        by: entry.author_name,
        body: entry.body,
        at: entry.created_at,
      }),
    )
  return [...first, ...written, ...done].sort((one, other) => one.at.localeCompare(other.at))
}

export async function listCannedAnswers(api: Api) {
  const { data } = await api.tables
    .from('canned_answers')
    .select('id, title, topic, body')
    .order('title')
    .limit(200)
    .throwOnError()
  return data
}

export type CannedAnswer = Awaited<ReturnType<typeof listCannedAnswers>>[number]

/** Colleagues who could look after a case. */
export async function listCaseColleagues(api: Api, id: string) {
  const { data } = await api.tables.rpc('colleagues_of_support', { of_case: id })
  return data ?? []
}
