import type { Api } from '#api/api.ts'

/** All values of all settings, newest first per key; "-infinity" means from the start. */
export async function readSettings({ tables }: Api) {
  const { data, error } = await tables
    .from('settings')
    .select('key, value, effective_from, note, created_at, created_by, withdrawn_at')
    .order('key')
    .order('effective_from', { ascending: false })
    .limit(1000)
  const rows = data ?? []
  const ids = [...new Set(rows.flatMap(({ created_by: by }) => by ?? []))]
  const people = ids.length > 0 ? await tables.from('profiles').select('id, full_name').in('id', ids) : { data: [] }
  const nameOf = (id: string | null) => people.data?.find((person) => person.id === id)?.full_name ?? null
  return {
    rows: rows.map(({ created_by: by, ...row }) => ({ ...row, by: nameOf(by) })),
    failure: error?.message ?? null,
  }
}
