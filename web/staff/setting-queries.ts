import type { Api } from '#api/api.ts'

/** All values of all settings, newest first per key; "-infinity" means from the start. */
export async function readSettings(api: Api) {
  const { data, error } = await api.tables
    .from('settings')
    .select('key, value, effective_from, note, created_at, withdrawn_at')
    .order('key')
    .order('effective_from', { ascending: false })
    .limit(1000)
  return { rows: data ?? [], failure: error?.message ?? null }
}
