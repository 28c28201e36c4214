import { buyPriceNaira } from '#domain/group-buys/price/shown-price.ts'
import { buyLabel } from '#domain/group-buys/state-labels.ts'
import { lagosDate } from '#domain/time/calendar.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { readOwnShop } from '#web/desk/shop/own-shop.ts'
import type { CsvColumns } from '#web/files/csv.ts'
import { sheetDownload } from '#web/files/sheet-download.ts'
import { PAGE_ROWS, readRangeBatches } from '#web/lists/read-all-rows.ts'
import type { Route } from './+types/buys-sheet.ts'
import { readVendorBuyAddress } from './address.ts'
import { type ListedBuy, listOwnBuys } from './queries.ts'

/** The shop's group buys that match the page's filters, in its order, as CSV or XLSX. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const shop = await readOwnShop(api, context.get(viewerContext).userId)
  const address = readVendorBuyAddress(url.searchParams)
  const batches = readRangeBatches<ListedBuy>(async (page) =>
    shop ? listOwnBuys(api, shop.id, { ...address, page, size: PAGE_ROWS }) : { rows: [], failure: null },
  )
  return sheetDownload({ url, name: `ajoja-group-buys-${lagosDate(new Date())}`, columns: COLUMNS, batches })
}

const COLUMNS: CsvColumns<ListedBuy> = [
  ['Group buy', (buy) => buy.product_name],
  ['Status', (buy) => buyLabel(buy.status)],
  ['Joined', (buy) => buy.current_participants],
  ['Paid', (buy) => buy.paid_participants],
  ['At least', (buy) => buy.min_participants],
  ['Taken', (buy) => buy.current_quantity],
  ['Target', (buy) => buy.target_quantity],
  ['Unit', (buy) => buy.unit],
  ['Pack', (buy) => buy.pack_unit ?? ''],
  ['Units in a pack', (buy) => buy.pack_size ?? ''],
  ['Price now (NGN)', (buy) => buyPriceNaira(buy)],
  ['Window closes', (buy) => lagosDate(new Date(buy.end_date))],
  ['Sharing day', (buy) => buy.share_date ?? ''],
]
