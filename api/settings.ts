import { type NamedSetting, namedSettings, type RateSetting } from '#domain/settings.ts'
import type { Api } from './api.ts'

/** The rate in force now, in basis points. When it cannot be read the page still shows: then it is the specification's. */
export async function readRate(api: Api, key: RateSetting): Promise<number> {
  const { data: value } = await api.tables.rpc('setting', { setting_key: key }, { get: true })
  return typeof value === 'number' ? value : namedSettings[key]
}

/** All that the texts for everybody name, as they are in force now. */
export async function readNamedSettings(api: Api): Promise<Record<NamedSetting, number>> {
  const keys = Object.keys(namedSettings) as NamedSetting[]
  const { data } = await api.tables.rpc('settings_in_force', { keys }, { get: true })
  const read = (typeof data === 'object' && !Array.isArray(data) && data) || {}
  const inForce = (key: NamedSetting) => (typeof read[key] === 'number' ? read[key] : namedSettings[key])
  return Object.fromEntries(keys.map((key) => [key, inForce(key)])) as Record<NamedSetting, number>
}

/** The next value of a rate that is announced and not yet in force; null: none. */
export async function readPlannedRate(
  api: Api,
  key: RateSetting,
): Promise<{ basisPoints: number; from: string } | null> {
  const { data } = await api.tables
    .from('planned_rates')
    .select('value, effective_from')
    .eq('key', key)
    .order('effective_from')
    .limit(1)
    .maybeSingle()
  return data && { basisPoints: Number(data.value), from: data.effective_from }
}
