import { koboToNairaNumber } from '#domain/money.ts'
import { errorTexts } from '#domain/texts/errors.ts'
import { lagosDate } from '#domain/time/calendar.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { readOwnShop } from '#web/desk/shop/own-shop.ts'
import type { CsvColumns } from '#web/files/csv.ts'
import { sheetDownload } from '#web/files/sheet-download.ts'
import { destinationText } from '../destination/destination-texts.ts'
import { stateLabel } from '../order-texts.ts'
import type { Route } from './+types/orders-csv.ts'
import { countShopOrders, readOrderFilters, readShopOrderBatches, type SheetOrder } from './queries.ts'

/** `/vendor/orders.csv`: the shop's orders that match the page's filters, as CSV. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const { userId } = context.get(viewerContext)
  const shop = userId ? await readOwnShop(api, userId) : null
  if (!shop) return new Response(errorTexts.vendorProfileNotFound, { status: 404 })
  const filters = readOrderFilters(url.searchParams)
  const rows = await countShopOrders(api, filters)
  const orders = readShopOrderBatches(api, shop.id, filters)
  const name = `ajoja-shop-orders-${lagosDate(new Date())}`
  return sheetDownload({ url, name, columns: COLUMNS, batches: orders, rows })
}

const COLUMNS: CsvColumns<SheetOrder> = [
  ['Order', (order) => order.order_no],
  ['Ordered on', (order) => lagosDate(new Date(order.created_at))],
  ['Kind', (order) => (order.kind === 'bulk' ? 'Bulk' : 'Group buy')],
  ['Buyer', (order) => order.buyer_name],
  ['Products', (order) => order.product_name],
  ['Quantity', (order) => order.quantity_left],
  ['Unit', (order) => order.unit ?? ''],
  ['Kilograms, about', (order) => order.kg ?? ''],
  ['Where', (order) => destinationText(order)],
  ['Status', (order) => stateLabel(order.status)],
  ['Goods (NGN)', (order) => order.goods_left],
  ['To pay (NGN)', (order) => koboToNairaNumber(order.amount_due_kobo)],
  ['Platform fee (NGN)', (order) => koboToNairaNumber(order.vendor_fee_left_kobo)],
]
