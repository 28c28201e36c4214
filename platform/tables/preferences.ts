import { invalidPreferences } from './errors/errors.ts'

export interface Preferences {
  returns: 'representation' | 'minimal' | 'headers-only' | undefined
  count: 'exact' | 'planned' | 'estimated' | undefined
  resolution: 'merge-duplicates' | 'ignore-duplicates' | undefined
  missing: 'default' | 'null' | undefined
  strict: boolean
  maxAffected: number | undefined
  timezone: string | undefined
  tx: 'commit' | 'rollback' | undefined
  /** Preferences that `Preference-Applied` can report. */
  given: string[]
}

const CHOICES = new Map<string, string[]>(
  Object.entries({
    return: ['representation', 'minimal', 'headers-only'],
    count: ['exact', 'planned', 'estimated'],
    resolution: ['merge-duplicates', 'ignore-duplicates'],
    missing: ['default', 'null'],
    handling: ['strict', 'lenient'],
    tx: ['commit', 'rollback'],
  }),
)

/** `Prefer`: unknown preferences are ignored, or refused with PGRST122 under `handling=strict`. */
export function parsePreferences(header: string | null): Preferences {
  const chosen = new Map<string, string>()
  const invalid: string[] = []
  for (const part of (header ?? '').split(',')) {
    const preference = part.trim()
    if (preference === '') continue
    const [name = '', value = ''] = preference.split('=', 2)
    if (!isValid(name, value)) invalid.push(preference)
    else if (!chosen.has(name)) chosen.set(name, value)
  }
  const strict = chosen.get('handling') === 'strict'
  if (strict && invalid.length > 0) throw invalidPreferences(invalid)
  const maxAffected = chosen.get('max-affected')
  return {
    returns: chosen.get('return') as Preferences['returns'],
    count: chosen.get('count') as Preferences['count'],
    resolution: chosen.get('resolution') as Preferences['resolution'],
    missing: chosen.get('missing') as Preferences['missing'],
    strict,
    maxAffected: strict && maxAffected !== undefined ? Number(maxAffected) : undefined,
    timezone: chosen.get('timezone'),
    tx: chosen.get('tx') as Preferences['tx'],
    given: [...chosen].map(([name, value]) => `${name}=${value}`),
  }
}

function isValid(name: string, value: string): boolean {
  if (name === 'max-affected') return /^\d{1,9}$/.test(value)
  if (name === 'timezone') return isTimeZone(value)
  return CHOICES.get(name)?.includes(value) ?? false
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return /^[A-Za-z]/.test(name)
  } catch {
    return false
  }
}
