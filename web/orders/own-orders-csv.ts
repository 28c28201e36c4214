import type { Api } from '#api/api.ts'
import { lagosDate } from '#domain/calendar.ts'
import { koboToNairaNumber } from '#domain/money.ts'
import { SIGN_IN } from '#domain/texts/screens.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { csvResponse, csvText } from '../files/csv.ts'
import { readAllRows } from '../lists/read-all-rows.ts'
import type { Route } from './+types/own-orders-csv.ts'
import { type Destination, destinationText } from './destination-texts.ts'

const HEADER = [
  'Order',
  'Kind',
  'Ordered on',
  'Shop',
  'Products',
  'Quantity',
  'Unit',
  'Status',
  'Goods (NGN)',
  'Fee (NGN)',
  'Returned (NGN)',
  'Where',
]

/** `/account/orders.csv`: the user's own orders of both kinds as CSV. */
export async function loader({ context }: Route.LoaderArgs) {
  const { userId } = context.get(viewerContext)
  if (userId === null) throw new Response(SIGN_IN, { status: 401 })
  const { rows, failure } = await readOrders(context.get(apiContext), userId)
  if (failure) return new Response(failure, { status: 503, headers: { 'content-type': 'text/plain; charset=utf-8' } })
  return csvResponse(`ajoja-orders-${lagosDate(new Date())}.csv`, csvText(HEADER, rows.map(toCells)))
}

function readOrders({ tables }: Api, userId: string) {
  return readAllRows((from, to) =>
    tables.from('all_orders').select('*').eq('user_id', userId).order('created_at').order('id').range(from, to),
  )
}

type OwnCsvOrder = Awaited<ReturnType<typeof readOrders>>['rows'][number]

function toCells(order: OwnCsvOrder): (string | number)[] {
  return [
    order.order_no,
    order.kind === 'bulk' ? 'Bulk' : 'Group buy',
    lagosDate(new Date(order.created_at)),
    order.vendor_name ?? '',
    order.product_name ?? '',
    order.quantity_left ?? order.quantity,
    order.unit ?? '',
    order.status,
    order.goods_left ?? order.goods,
    koboToNairaNumber(order.fee_left_kobo ?? order.fee_kobo),
    koboToNairaNumber(order.returned_kobo),
    destinationText(order as typeof order & Destination),
  ]
}
