import { plural } from '#web/ui/format.ts'

/** "26 hours" or "3 days": how long something waits, in whole hours up to two days. */
export function waitedText(since: string, now: string): string {
  const hours = Math.max(0, Math.floor((Date.parse(now) - Date.parse(since)) / 3_600_000))
  return hours < 48 ? plural(hours, 'hour') : plural(Math.floor(hours / 24), 'day')
}
