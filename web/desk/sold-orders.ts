import { addressOf } from '../list-page.ts'

/** In the address of a list of orders: every state that counts as paid, which is what figures call orders. */
export const ALL_PAID = 'all-paid'

/** The list with exactly the orders that a month's figure counted. `month`: 'YYYY-MM-01'. */
export function ordersOfMonth(path: string, month: string, status: typeof ALL_PAID | 'pending' = ALL_PAID): string {
  return addressOf(path, { status, month: month.slice(0, 7) })
}
