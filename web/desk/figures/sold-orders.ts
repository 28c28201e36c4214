import { pathWithParams } from '#web/list-page.ts'

/** The filter value for every status that counts as paid, which is what figures count as orders. */
export const ALL_PAID = 'all-paid'

/** The path of the list with exactly the orders counted in a month's figure. `month`: 'YYYY-MM-01'. */
export function ordersOfMonth(path: string, month: string, status: typeof ALL_PAID | 'pending' = ALL_PAID): string {
  return pathWithParams(path, { status, month: month.slice(0, 7) })
}
