import type { Api } from '#api/api.ts'
import { lagosDate } from '#domain/time/calendar.ts'
import { missingHolidays, yearToComplete } from '#domain/time/holiday-proposals.ts'

/** Public holidays from one day to another, both inclusive, as 'YYYY-MM-DD'. */
export async function listHolidays(api: Api, { from, to }: { from: string; to: string }) {
  const { data, error } = await api.tables
    .from('public_holidays')
    .select('date, name, is_expected')
    .gte('date', from)
    .lte('date', to)
    .order('date')
  return { rows: data ?? [], failure: error?.message ?? null }
}

/** Next year's holidays that are not in the list, from November on; null before, or if there are none. */
export async function readMissingHolidays(api: Api, now: Date) {
  const year = yearToComplete(lagosDate(now))
  if (year === null) return null
  const { rows, failure } = await listHolidays(api, { from: `${year}-01-01`, to: `${year}-12-31` })
  // A failed read proves nothing.
  const dates = failure ? [] : missingHolidays(year, rows).map(({ date }) => date)
  return dates.length > 0 ? { year, dates } : null
}

export type Holiday = Awaited<ReturnType<typeof listHolidays>>['rows'][number]

export const addHoliday = (api: Api, holiday: Holiday) =>
  api.tables.from('public_holidays').insert(holiday).select('date')

export const addHolidays = (api: Api, holidays: Holiday[]) =>
  api.tables.from('public_holidays').insert(holidays).select('date')

export const removeHoliday = (api: Api, date: string) =>
  api.tables.from('public_holidays').delete().eq('date', date).select('date')
