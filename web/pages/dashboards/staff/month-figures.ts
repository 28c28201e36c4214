import type { Figure } from '#web/desk/figures/figures.tsx'
import { lastMonths, monthLabel, total } from '#web/desk/figures/months.ts'
import { ordersOfMonth } from '#web/desk/figures/sold-orders.ts'
import { count, naira } from '#web/ui/format.ts'

interface Month {
  /** 'YYYY-MM-01' */
  month: string
  orders: number
  promised_orders: number
  goods: number
}

/**
 * Orders, goods and promised orders of this month, each with last month's total, summed over all states. Each link
 * opens exactly the orders counted. `today`: 'YYYY-MM-DD' in Lagos.
 */
export function monthFigures(months: readonly Month[], today: string, ordersPath: string): Figure[] {
  const [before = '', current = ''] = lastMonths(today).slice(-2)
  const sum = (month: string, of: (row: Month) => number) =>
    total(
      months.filter((row) => row.month === month),
      of,
    )
  const rule = (text: string) => `${text} in all of ${monthLabel(before)}`
  const orders = (row: Month) => row.orders
  const goods = (row: Month) => row.goods
  const sold = ordersOfMonth(ordersPath, current)
  return [
    {
      label: 'Orders this month',
      value: count(sum(current, orders)),
      rule: rule(count(sum(before, orders))),
      to: sold,
    },
    { label: 'Goods this month', value: naira(sum(current, goods)), rule: rule(naira(sum(before, goods))), to: sold },
    {
      label: 'Promised this month',
      value: count(sum(current, (row) => row.promised_orders)),
      rule: 'Orders not paid yet',
      to: ordersOfMonth(ordersPath, current, 'pending'),
    },
  ]
}
