import { categoryLabels, isCategory } from '#domain/products/categories.ts'
import { lagosDate } from '#domain/time/calendar.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { readListQuery } from '#web/desk/lists/list-query.ts'
import { readScope } from '#web/desk/lists/scope.ts'
import type { CsvColumns } from '#web/files/csv.ts'
import { sheetDownload } from '#web/files/sheet-download.ts'
import { PAGE_ROWS, readRangeBatches } from '#web/lists/read-all-rows.ts'
import type { Route } from './+types/products-sheet.ts'
import { listProducts, PRODUCT_FILTERS, PRODUCT_SORTS, type StaffProduct } from './queries.ts'

/** The products of the overseen shops that match the page's filters, in its order, as CSV or XLSX. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const scope = await readScope(api, context.get(viewerContext))
  const query = readListQuery(url.searchParams, PRODUCT_FILTERS, PRODUCT_SORTS)
  const batches = readRangeBatches((page) => listProducts(api, scope, { ...query, page, size: PAGE_ROWS }))
  return sheetDownload({ url, name: `ajoja-products-${lagosDate(new Date())}`, columns: COLUMNS, batches })
}

const COLUMNS: CsvColumns<StaffProduct> = [
  ['Product', (product) => product.name],
  ['Category', ({ category }) => (isCategory(category) ? categoryLabels[category] : category)],
  ['Shop', (product) => product.vendor.business_name],
  ['State', (product) => product.vendor.state],
  ['Base price (NGN)', (product) => product.base_price],
  ['Unit', (product) => product.unit],
  ['In stock', (product) => product.available_quantity],
  ['Sharing day', (product) => product.share_date ?? ''],
  [
    'Storage',
    (product) => (product.can_be_stockpiled ? 'Confirmed' : product.stockpile_allowed ? 'Offered' : 'Not offered'),
  ],
  ['Added', (product) => lagosDate(new Date(product.created_at))],
]
