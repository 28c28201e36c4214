import { lagosDate } from '#domain/time/calendar.ts'
import { apiContext } from '#web/context.ts'
import { readListQuery } from '#web/desk/lists/list-query.ts'
import type { CsvColumns } from '#web/files/csv.ts'
import { sheetDownload } from '#web/files/sheet-download.ts'
import { readRangeBatches } from '#web/lists/read-all-rows.ts'
import { BUYER_FILTERS, BUYER_SORTS, type DeskBuyer, listBuyers } from '../buyer-queries.ts'
import type { Route } from './+types/customers-sheet.ts'

/** The buyers of the overseen shops as the page lists them, without contacts, as CSV or XLSX. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const query = readListQuery(url.searchParams, BUYER_FILTERS, BUYER_SORTS)
  const batches = readRangeBatches((page) => listBuyers(api, 'overseen_buyers', { ...query, page, size: BATCH_ROWS }))
  return sheetDownload({ url, name: `ajoja-customers-${lagosDate(new Date())}`, columns: COLUMNS, batches })
}

/** Their ids fit into one address. */
const BATCH_ROWS = 400

const COLUMNS: CsvColumns<DeskBuyer> = [
  ['Name', (buyer) => buyer.buyer_name],
  ['Orders', (buyer) => buyer.orders],
  ['Promised orders', (buyer) => buyer.promised_orders],
  ['Shops', (buyer) => buyer.shops ?? 0],
  ['Goods (NGN)', (buyer) => buyer.goods],
  ['Last order', (buyer) => lagosDate(new Date(buyer.last_order_at))],
]
