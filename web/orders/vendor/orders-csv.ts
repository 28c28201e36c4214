import { lagosDate } from '#domain/calendar.ts'
import { koboToNairaNumber } from '#domain/money.ts'
import { errorTexts } from '#domain/texts/errors.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { readOwnShop } from '#web/desk/own-shop.ts'
import { csvStream, mapToCells } from '#web/files/csv.ts'
import { destinationText } from '../destination-texts.ts'
import { stateLabel } from '../order-texts.ts'
import type { Route } from './+types/orders-csv.ts'
import { readOrderFilters, readShopOrderBatches, type SheetOrder } from './queries.ts'

const HEADER = [
  'Order',
  'Ordered on',
  'Kind',
  'Buyer',
  'Products',
  'Quantity',
  'Unit',
  'Kilograms, about',
  'Where',
  'State',
  'Goods (NGN)',
  'To pay (NGN)',
  'Platform fee (NGN)',
]

/** `/vendor/orders.csv`: the shop's orders that match the page's filters, as CSV. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const { userId } = context.get(viewerContext)
  const shop = userId ? await readOwnShop(api, userId) : null
  if (!shop) return new Response(errorTexts.vendorProfileNotFound, { status: 404 })
  const orders = readShopOrderBatches(api, shop.id, readOrderFilters(url.searchParams))
  return csvStream(`ajoja-shop-orders-${lagosDate(new Date())}.csv`, HEADER, mapToCells(orders, toCells))
}

function toCells(order: SheetOrder): (string | number)[] {
  return [
    order.order_no,
    lagosDate(new Date(order.created_at)),
    order.kind === 'bulk' ? 'Bulk' : 'Group buy',
    order.buyer_name,
    order.product_name,
    order.quantity_left,
    order.unit ?? '',
    order.kg ?? '',
    destinationText(order),
    stateLabel(order.status),
    order.goods_left,
    koboToNairaNumber(order.amount_due_kobo),
    koboToNairaNumber(order.vendor_fee_left_kobo),
  ]
}
