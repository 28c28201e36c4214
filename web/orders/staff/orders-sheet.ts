import { koboToNairaNumber } from '#domain/money.ts'
import { lagosDate } from '#domain/time/calendar.ts'
import { apiContext } from '#web/context.ts'
import type { CsvColumns } from '#web/files/csv.ts'
import { sheetDownload } from '#web/files/sheet-download.ts'
import { destinationText } from '../destination/destination-texts.ts'
import { countMonthOrders, readFoundOrders } from '../find-orders.ts'
import { readOrderAddress } from '../order-filters.tsx'
import type { AllOrdersRow } from '../order-rows.tsx'
import { stateLabel } from '../order-texts.ts'
import type { Route } from './+types/orders-sheet.ts'

/** The orders of the overseen shops that match the page's filters, as CSV or XLSX. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const filters = readOrderAddress(url.searchParams)
  const rows = await countMonthOrders(api, filters, 'overseen_months')
  const name = `ajoja-orders-${lagosDate(new Date())}`
  return sheetDownload({ url, name, columns: COLUMNS, batches: readFoundOrders(api, filters), rows })
}

const COLUMNS: CsvColumns<AllOrdersRow> = [
  ['Order', (order) => order.order_no],
  ['Ordered on', (order) => lagosDate(new Date(order.created_at))],
  ['Kind', (order) => (order.kind === 'bulk' ? 'Bulk' : 'Group buy')],
  ['Buyer', (order) => order.buyer_name],
  ['Shop', (order) => order.vendor_name ?? ''],
  ['State', (order) => order.vendor_state ?? ''],
  ['Products', (order) => order.product_name],
  ['Quantity', (order) => order.quantity_left],
  ['Unit', (order) => order.unit ?? ''],
  ['Where', (order) => destinationText(order)],
  ['Status', (order) => stateLabel(order.status)],
  ['Goods (NGN)', (order) => order.goods_left],
  ['To pay (NGN)', (order) => koboToNairaNumber(order.amount_due_kobo)],
]
