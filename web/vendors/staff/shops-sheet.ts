import { lagosDate } from '#domain/time/calendar.ts'
import { type VendorState, vendorStateLabels } from '#domain/vendors/states.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { readListQuery } from '#web/desk/lists/list-query.ts'
import { readScope } from '#web/desk/lists/scope.ts'
import type { CsvColumns } from '#web/files/csv.ts'
import { sheetDownload } from '#web/files/sheet-download.ts'
import { readRangeBatches } from '#web/lists/read-all-rows.ts'
import type { Route } from './+types/shops-sheet.ts'
import { type ListedShop, listShops, SHOP_FILTERS, SHOP_SORTS } from './queries.ts'

/** The overseen shops that match the page's filters, in its order, as CSV or XLSX. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const scope = await readScope(api, context.get(viewerContext))
  const query = readListQuery(url.searchParams, SHOP_FILTERS, SHOP_SORTS)
  const batches = readRangeBatches(async (page) => {
    const { rows, failure } = await listShops(api, scope, { ...query, page })
    return { rows, failure }
  })
  return sheetDownload({ url, name: `ajoja-shops-${lagosDate(new Date())}`, columns: COLUMNS, batches })
}

const COLUMNS: CsvColumns<ListedShop> = [
  ['Shop', (shop) => shop.business_name],
  ['Status', (shop) => vendorStateLabels[shop.status as VendorState]],
  ['Town', (shop) => shop.location],
  ['State', (shop) => shop.state],
  ['Orders', (shop) => shop.metrics?.total_orders ?? 0],
  ['On time (%)', (shop) => shop.metrics?.on_time_rate ?? ''],
  ['Signed up', (shop) => lagosDate(new Date(shop.created_at))],
]
