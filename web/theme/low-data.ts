import { cookieValue } from '#web/cookie.ts'

/** The cookie with the choice; without it the request's `Save-Data` header decides. */
export const DATA_COOKIE = 'data'

type DataChoice = 'low' | 'full'

export function parseDataChoice(value: unknown): DataChoice {
  return value === 'low' ? 'low' : 'full'
}

/** Whether the user saves data, by cookie or `Save-Data` header. */
export function savesData(headers: Headers): boolean {
  const chosen = cookieValue(headers.get('cookie'), DATA_COOKIE)
  return chosen === undefined ? headers.get('save-data')?.trim().toLowerCase() === 'on' : chosen === 'low'
}

export function dataCookie(choice: DataChoice): string {
  return `${DATA_COOKIE}=${choice}; Path=/; Max-Age=${365 * 24 * 3600}; SameSite=Lax`
}
