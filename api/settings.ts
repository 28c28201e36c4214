import { type RateSetting, standardSettings } from '#domain/settings.ts'
import type { Api } from './api.ts'

/** The rate in force now, in basis points. When it cannot be read the page still shows: then it is the specification's. */
export async function readRate(api: Api, key: RateSetting): Promise<number> {
  // The generated types name tables and views alone; this is the one function that screens call.
  const asked = api.tables.rpc('setting' as never, { setting_key: key } as never, { get: true })
  const value: unknown = (await asked).data
  return typeof value === 'number' ? value : standardSettings[key]
}
