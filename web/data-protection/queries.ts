import type { Api } from '#api/api.ts'
import type { DataRequestKind, DataRequestStatus, requestChannelLabels } from '#domain/data-protection/requests.ts'

export interface DataRequestRow {
  id: string
  request_no: number
  kind: DataRequestKind
  channel: keyof typeof requestChannelLabels
  person_id: string | null
  requester: string
  details: string
  received_on: string
  due_on: string
  extended_to: string | null
  extension_reason: string | null
  status: DataRequestStatus
  handler_id: string | null
  agreed_by: string | null
  agreed_at: string | null
  closed_at: string | null
  outcome: string | null
}

const REQUEST_COLUMNS =
  'id, request_no, kind, channel, person_id, requester, details, received_on, due_on, extended_to, extension_reason, status, handler_id, agreed_by, agreed_at, closed_at, outcome'

/** Requests that one page shows. */
export const REQUESTS_SHOWN = 100

/** Open requests, the earliest deadline first; or closed ones, the newest first. */
export async function listRequests(api: Api, show: 'open' | 'closed') {
  const all = api.tables.from('data_requests').select(REQUEST_COLUMNS)
  const query =
    show === 'open'
      ? all.in('status', ['open', 'confirming']).order('due_on')
      : all.not('closed_at', 'is', null).order('closed_at', { ascending: false })
  const { data, error } = await query
    .order('id')
    .limit(REQUESTS_SHOWN)
    .overrideTypes<DataRequestRow[], { merge: false }>()
  return { rows: data ?? [], failure: error?.message ?? null }
}

export async function readRequest(api: Api, id: string) {
  const { data } = await api.tables
    .from('data_requests')
    .select(REQUEST_COLUMNS)
    .eq('id', id)
    .maybeSingle()
    .overrideTypes<DataRequestRow, { merge: false }>()
  if (!data) return null
  const [exports, names] = await Promise.all([
    api.tables
      .from('data_exports')
      .select('id, made_at, expires_at, taken_at, taken_by')
      .eq('request_id', id)
      .order('made_at', { ascending: false })
      .limit(20),
    readNames(api, [data.handler_id, data.agreed_by, data.person_id]),
  ])
  return { request: data, exports: exports.data ?? [], names }
}

/** Full names by id; a chief reads all profiles. */
async function readNames(api: Api, ids: readonly (string | null)[]): Promise<Record<string, string>> {
  const known = ids.filter((id) => id !== null)
  if (known.length === 0) return {}
  const { data } = await api.tables.from('profiles').select('id, full_name').in('id', known)
  return Object.fromEntries((data ?? []).map(({ id, full_name: name }) => [id, name || 'without a name']))
}

/** The account with this e-mail address, which may have been typed in capitals. */
export async function findAccount(api: Api, email: string): Promise<string | null> {
  const { data } = await api.tables
    .from('user_directory')
    .select('id')
    .eq('email', email.trim().toLowerCase())
    .maybeSingle()
  return data?.id ?? null
}

const INCIDENT_COLUMNS =
  'id, incident_no, title, discovered_at, what_happened, data_affected, people_affected, is_high_risk, measures, commission_notified_at, people_notified_at, closed_at'

/** Open incidents first, then the newest. */
export async function listIncidents(api: Api) {
  const { data, error } = await api.tables
    .from('data_incidents')
    .select(INCIDENT_COLUMNS)
    .order('discovered_at', { ascending: false })
    .order('id')
    .limit(REQUESTS_SHOWN)
  const rows = data ?? []
  const open = rows.filter(({ closed_at: at }) => at === null)
  return { rows: [...open, ...rows.filter(({ closed_at: at }) => at !== null)], failure: error?.message ?? null }
}

export async function readIncident(api: Api, id: string) {
  const { data } = await api.tables.from('data_incidents').select(INCIDENT_COLUMNS).eq('id', id).maybeSingle()
  return data
}

export type DataIncident = NonNullable<Awaited<ReturnType<typeof readIncident>>>
