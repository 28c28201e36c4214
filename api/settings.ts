import { type RateSetting, standardSettings } from '#domain/settings.ts'
import type { Api } from './api.ts'

/** The rate in force now, in basis points. When it cannot be read the page still shows: then it is the specification's. */
export async function readRate(api: Api, key: RateSetting): Promise<number> {
  const { data: value } = await api.tables.rpc('setting', { setting_key: key }, { get: true })
  return typeof value === 'number' ? value : standardSettings[key]
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
