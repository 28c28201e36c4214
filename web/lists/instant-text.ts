import { isCalendarDate } from '#domain/time/calendar.ts'

const INSTANT = /^(20\d\d-\d\d-\d\d)[T ]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,6})?)?(Z|[+-](0\d|1[0-4])(:?[0-5]\d)?)$/

/** Whether a text from an address is an instant that the database can read, as cursors of pages have it. */
export function isInstantText(text: string): boolean {
  const [, date = ''] = INSTANT.exec(text) ?? []
  return isCalendarDate(date)
}
