import type { Api } from '#api/api.ts'

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

export type Holiday = Awaited<ReturnType<typeof listHolidays>>['rows'][number]

export const addHoliday = (api: Api, holiday: Holiday) =>
  api.tables.from('public_holidays').insert(holiday).select('date')

export const addHolidays = (api: Api, holidays: Holiday[]) =>
  api.tables.from('public_holidays').insert(holidays).select('date')

export const removeHoliday = (api: Api, date: string) =>
  api.tables.from('public_holidays').delete().eq('date', date).select('date')
