import { cookieValue } from '#web/cookie.ts'
import { DATA_COOKIE } from './low-data.ts'

/** Whether this device or its user saves data: live extras are left out then. */
export function deviceSavesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return connection?.saveData === true || cookieValue(document.cookie, DATA_COOKIE) === 'low'
}
