import type { Api } from '#api/api.ts'
import { lagosDateOf } from '#domain/calendar.ts'
import { koboToNaira } from '#domain/money.ts'
import { SIGN_IN } from '#domain/texts/screens.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { csvResponse, csvText } from '../csv.ts'
import { readAllRows } from '../every-row.ts'
import type { Route } from './+types/own-orders-csv.ts'
import { type Goal, whereText } from './where-words.ts'

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

/** `/account/orders.csv`: the person's own orders of both kinds, for spreadsheets. */
export async function loader({ context }: Route.LoaderArgs) {
  const { userId } = context.get(viewerContext)
  if (userId === null) throw new Response(SIGN_IN, { status: 401 })
  const { rows, failure } = await readOrders(context.get(apiContext), userId)
  if (failure) return new Response(failure, { status: 503, headers: { 'content-type': 'text/plain; charset=utf-8' } })
  return csvResponse(`ajoja-orders-${lagosDateOf(new Date())}.csv`, csvText(HEADER, rows.map(cellsOf)))
}

function readOrders({ tables }: Api, userId: string) {
  return readAllRows((from, to) =>
    tables.from('all_orders').select('*').eq('user_id', userId).order('created_at').order('id').range(from, to),
  )
}

type Order = Awaited<ReturnType<typeof readOrders>>['rows'][number]

function cellsOf(order: Order): (string | number)[] {
  return [
    order.order_no,
    order.kind === 'bulk' ? 'Bulk' : 'Group buy',
    lagosDateOf(new Date(order.created_at)),
    order.vendor_name ?? '',
    order.product_name ?? '',
    order.quantity_left ?? order.quantity,
    order.unit ?? '',
    order.status,
    order.goods_left ?? order.goods,
    nairaOf(order.fee_left_kobo ?? order.fee_kobo),
    nairaOf(order.returned_kobo),
    whereText(order as typeof order & Goal),
  ]
}

function nairaOf(kobo: number): number {
  return Number(koboToNaira(BigInt(kobo)))
}
