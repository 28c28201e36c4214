import type { I18n } from '@lingui/core'

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPad/, /*i18n*/ 'iPhone or iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/CrOS/, 'Chromebook'],
  [/Linux/, 'Linux'],
]

const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Opera Mini|OPR\//, 'Opera'],
  [/UCBrowser/, 'UC Browser'],
  [/SamsungBrowser/, /*as is*/ 'Samsung Internet'],
  [/Edg\//, 'Edge'],
  [/Firefox\/|FxiOS/, 'Firefox'],
  [/Chrome\/|CriOS|HeadlessChrome/, 'Chrome'],
  [/Safari\//, 'Safari'],
]

/** "Chrome on Android" from a User-Agent; accurate enough for users to recognise their devices. */
export function deviceName(i18n: I18n, userAgent: string | null): string {
  const named = (table: typeof SYSTEMS) => table.find(([sign]) => sign.test(userAgent ?? ''))?.[1]
  const browser = named(BROWSERS)
  const known = named(SYSTEMS)
  const system = known && i18n.t(known)
  if (browser && system) return i18n.t('{browser} on {system}', { browser, system })
  return browser ?? system ?? i18n.t('Unknown device')
}
