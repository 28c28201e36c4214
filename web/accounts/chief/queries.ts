import type { Api } from '#api/api.ts'

const CHANGES_SHOWN = 10

/** The latest role changes with the names of the user and the chief, newest first. */
export async function listRoleChanges(api: Api) {
  const { data } = await api.tables
    .from('audit_log')
    .select('id, actor_id, subject_id, before, after, at')
    .eq('action', 'role.set')
    .order('at', { ascending: false })
    .limit(CHANGES_SHOWN)
    .throwOnError()
  const changes = data
  const ids = [...new Set(changes.flatMap(({ actor_id, subject_id }) => [actor_id, subject_id]))].filter(isText)
  const named =
    ids.length > 0 ? await api.tables.from('user_directory').select('id, full_name, email').in('id', ids) : null
  const names = new Map<string | null, string | null>(
    (named?.data ?? []).map(({ id, full_name, email }) => [id, full_name || email]),
  )
  return changes.map((change) => ({
    id: change.id,
    at: change.at,
    who: names.get(change.subject_id) ?? 'A former user',
    by: names.get(change.actor_id) ?? 'The operator',
    from: roleIn(change.before),
    to: roleIn(change.after),
  }))
}

function isText(value: string | null): value is string {
  return value !== null
}

function roleIn(value: unknown): string {
  return typeof value === 'object' && value !== null && 'role' in value ? String(value.role) : ''
}
