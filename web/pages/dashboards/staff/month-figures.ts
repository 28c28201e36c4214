import type { Figure } from '#web/desk/figures.tsx'
import { lastMonths, monthLabel, total } from '#web/desk/months.ts'
import type { RegionMonth } from '#web/orders/staff/queries.ts'
import { count, naira } from '#web/ui/format.ts'

/** Orders and goods this month, each with last month's total. `today`: 'YYYY-MM-DD' in Lagos. */
export function monthFigures(
  months: readonly RegionMonth[],
  today: string,
  to: { orders: string; goods: string },
): Figure[] {
  const [before = '', current = ''] = lastMonths(today).slice(-2)
  const sum = (month: string, of: (row: RegionMonth) => number) =>
    total(
      months.filter((row) => row.month === month),
      of,
    )
  const orders = (row: RegionMonth) => row.live_orders
  const goods = (row: RegionMonth) => row.goods
  return [
    {
      label: 'Orders this month',
      value: count(sum(current, orders)),
      rule: `${count(sum(before, orders))} in all of ${monthLabel(before)}`,
      to: to.orders,
    },
    {
      label: 'Goods this month',
      value: naira(sum(current, goods)),
      rule: `${naira(sum(before, goods))} in all of ${monthLabel(before)}`,
      to: to.goods,
    },
  ]
}
