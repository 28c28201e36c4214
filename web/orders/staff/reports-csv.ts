import { lagosDate } from '#domain/calendar.ts'
import { koboToNaira } from '#domain/money.ts'
import { apiContext } from '#web/context.ts'
import { csvResponse, csvText } from '#web/files/csv.ts'
import { textParam } from '#web/list-page.ts'
import type { Route } from './+types/reports-csv.ts'
import { readMonthlyFigures } from './queries.ts'

const HEADER = [
  'Month',
  'State',
  'Placed',
  'Orders',
  'Promised',
  'Completed orders',
  'Expired orders',
  'Goods (NGN)',
  'Promised goods (NGN)',
  'Fees (NGN)',
]

/** The report's rows as CSV. Row level security limits a manager to their states. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { months: all, failure } = await readMonthlyFigures(context.get(apiContext))
  const state = textParam(url.searchParams, 'state')
  const months = all.filter((row) => state === '' || row.state === state)
  if (failure) return new Response(failure, { status: 503, headers: { 'content-type': 'text/plain; charset=utf-8' } })
  const rows = months.map((row) => [
    row.month.slice(0, 7),
    row.state,
    row.placed,
    row.orders,
    row.promised_orders,
    row.completed_orders,
    row.expired_orders,
    row.goods,
    row.promised_goods,
    Number(koboToNaira(BigInt(row.fees_kobo))),
  ])
  return csvResponse(`ajoja-report-${lagosDate(new Date())}.csv`, csvText(HEADER, rows))
}
