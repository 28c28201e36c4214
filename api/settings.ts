import { type NamedSetting, namedSettings, type RateSetting } from '#domain/settings/settings.ts'
import type { Api } from './api.ts'

/**
 * The rate in force, in basis points. Falls back to the specification's if it cannot be read, so that the page still
 * renders.
 */
export async function readRate(api: Api, key: RateSetting): Promise<number> {
  const { data: value } = await api.tables.rpc('setting', { setting_key: key }, { get: true })
  return typeof value === 'number' ? value : namedSettings[key]
}

/** The settings in force that public texts mention; a missing one falls back to the specification's. */
export async function readNamedSettings(api: Api): Promise<Record<NamedSetting, number>> {
  const keys = Object.keys(namedSettings) as NamedSetting[]
  const { data } = await api.tables.rpc('settings_in_force', { keys }, { get: true })
  const read = (typeof data === 'object' && !Array.isArray(data) && data) || {}
  const inForce = (key: NamedSetting) => (typeof read[key] === 'number' ? read[key] : namedSettings[key])
  return Object.fromEntries(keys.map((key) => [key, inForce(key)])) as Record<NamedSetting, number>
}

/** The next announced value of a rate that is not yet in force; null: none. */
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
