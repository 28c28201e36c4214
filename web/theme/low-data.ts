import { cookieOf } from '#web/cookie.ts'

/** The cookie of who chose; without it the browser's own setting (`Save-Data`) decides. */
export const DATA_COOKIE = 'data'

type DataChoice = 'low' | 'full'

export function parseDataChoice(value: unknown): DataChoice {
  return value === 'low' ? 'low' : 'full'
}

/** Whether whoever asks wants to load little. */
export function savesData(headers: Headers): boolean {
  const chosen = cookieOf(headers.get('cookie'), DATA_COOKIE)
  return chosen === undefined ? headers.get('save-data')?.trim().toLowerCase() === 'on' : chosen === 'low'
}

export function dataCookie(choice: DataChoice): string {
  return `${DATA_COOKIE}=${choice}; Path=/; Max-Age=${365 * 24 * 3600}; SameSite=Lax`
}
