import type { Api } from '#api/api.ts'
import { koboToNairaNumber } from '#domain/money.ts'
import { SIGN_IN } from '#domain/texts/screens.ts'
import { lagosDate } from '#domain/time/calendar.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { type CsvColumns, csvDownload } from '#web/files/csv.ts'
import { readAllRows } from '#web/lists/read-all-rows.ts'
import { type Destination, destinationText } from '../destination/destination-texts.ts'
import type { Route } from './+types/own-orders-csv.ts'

/** `/account/orders.csv`: the user's own orders of both kinds as CSV. */
export async function loader({ context }: Route.LoaderArgs) {
  const { userId } = context.get(viewerContext)
  if (userId === null) throw new Response(SIGN_IN, { status: 401 })
  const api = context.get(apiContext)
  const orders = await readOrders(api, userId)
  // Recorded as a request for data that is fulfilled at once.
  await api.command('log-data-export', { file: 'orders' })
  return csvDownload(`ajoja-orders-${lagosDate(new Date())}.csv`, COLUMNS, orders)
}

function readOrders({ tables }: Api, userId: string) {
  return readAllRows((from, to) =>
    tables.from('all_orders').select('*').eq('user_id', userId).order('created_at').order('id').range(from, to),
  )
}

type OwnCsvOrder = Awaited<ReturnType<typeof readOrders>>['rows'][number]

const COLUMNS: CsvColumns<OwnCsvOrder> = [
  ['Order', (order) => order.order_no],
  ['Kind', (order) => (order.kind === 'bulk' ? 'Bulk' : 'Group buy')],
  ['Ordered on', (order) => lagosDate(new Date(order.created_at))],
  ['Shop', (order) => order.vendor_name ?? ''],
  ['Products', (order) => order.product_name ?? ''],
  ['Quantity', (order) => order.quantity_left ?? order.quantity],
  ['Unit', (order) => order.unit ?? ''],
  ['Status', (order) => order.status],
  ['Goods (NGN)', (order) => order.goods_left ?? order.goods],
  ['Fee (NGN)', (order) => koboToNairaNumber(order.fee_left_kobo ?? order.fee_kobo)],
  ['Returned (NGN)', (order) => koboToNairaNumber(order.returned_kobo)],
  ['Where', (order) => destinationText(order as typeof order & Destination)],
]
