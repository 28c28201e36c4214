import { koboToNairaNumber } from '#domain/money.ts'
import { lagosDate } from '#domain/time/calendar.ts'
import { apiContext } from '#web/context.ts'
import { type CsvColumns, csvDownload } from '#web/files/csv.ts'
import { textParam } from '#web/list-page.ts'
import type { Route } from './+types/reports-csv.ts'
import { readMonthlyFigures } from './queries.ts'

/** The report's rows as CSV. Row level security limits a manager to their states. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { months, failure } = await readMonthlyFigures(context.get(apiContext))
  const state = textParam(url.searchParams, 'state')
  const rows = months.filter((row) => state === '' || row.state === state)
  return csvDownload(`ajoja-report-${lagosDate(new Date())}.csv`, COLUMNS, { rows, failure })
}

const COLUMNS: CsvColumns<Awaited<ReturnType<typeof readMonthlyFigures>>['months'][number]> = [
  ['Month', (row) => row.month.slice(0, 7)],
  ['State', (row) => row.state],
  ['Placed', (row) => row.placed],
  ['Orders', (row) => row.orders],
  ['Promised', (row) => row.promised_orders],
  ['Completed orders', (row) => row.completed_orders],
  ['Expired orders', (row) => row.expired_orders],
  ['Goods (NGN)', (row) => row.goods],
  ['Promised goods (NGN)', (row) => row.promised_goods],
  ['Fees (NGN)', (row) => koboToNairaNumber(row.fees_kobo)],
]
