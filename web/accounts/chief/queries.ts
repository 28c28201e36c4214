import type { Api } from '#api/api.ts'

export const PEOPLE_PER_PAGE = 25
const CHANGES_SHOWN = 10

/** One page of everybody with an account, newest first; the view answers only the chief. `page` counts from 1. */
export async function listPeople(api: Api, { search, page }: { search: string; page: number }) {
  const from = (page - 1) * PEOPLE_PER_PAGE
  let query = api.tables
    .from('user_directory')
    .select('id, email, phone, full_name, role, created_at', { count: 'exact' })
  if (search) {
    const pattern = quoted(`%${search.replace(/[%_\\]/g, '\\$&')}%`)
    query = query.or(`full_name.ilike.${pattern},email.ilike.${pattern},phone.ilike.${pattern}`)
  }
  const { data, count, error } = await query
    .order('created_at', { ascending: false })
    .order('id')
    .range(from, from + PEOPLE_PER_PAGE - 1)
  return { people: data ?? [], total: count ?? 0, error: error?.message ?? null }
}

/** The last role changes with the names of both people, newest first. */
export async function listRoleChanges(api: Api) {
  const { data } = await api.tables
    .from('audit_log')
    .select('id, actor_id, subject_id, before, after, at')
    .eq('action', 'role.set')
    .order('at', { ascending: false })
    .limit(CHANGES_SHOWN)
  const changes = data ?? []
  const ids = [...new Set(changes.flatMap(({ actor_id, subject_id }) => [actor_id, subject_id]))].filter(isText)
  const named =
    ids.length > 0 ? await api.tables.from('user_directory').select('id, full_name, email').in('id', ids) : null
  const names = new Map((named?.data ?? []).map(({ id, full_name, email }) => [id, full_name || email]))
  return changes.map((change) => ({
    id: change.id,
    at: change.at,
    who: names.get(change.subject_id) ?? 'Somebody who left',
    by: names.get(change.actor_id) ?? 'The operator',
    from: roleIn(change.before),
    to: roleIn(change.after),
  }))
}

/** A value inside `or=(…)`, quoted so that commas and brackets typed into a search remain text. */
function quoted(value: string): string {
  return `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}

function isText(value: string | null): value is string {
  return value !== null
}

function roleIn(value: unknown): string {
  return typeof value === 'object' && value !== null && 'role' in value ? String(value.role) : ''
}
