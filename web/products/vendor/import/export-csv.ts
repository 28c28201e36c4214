import { errorTexts } from '#domain/texts/errors.ts'
import { lagosDate } from '#domain/time/calendar.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { readOwnShop } from '#web/desk/shop/own-shop.ts'
import { csvStream } from '#web/files/csv.ts'
import { readProductBatches } from '../queries.ts'
import type { Route } from './+types/export-csv.ts'
import { productCells } from './product-cells.ts'
import { productCsv } from './product-csv.ts'

/** `/vendor/products/export.csv`: the shop's products in the columns of an import, without archived ones. */
export async function loader({ context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const { userId } = context.get(viewerContext)
  const shop = userId ? await readOwnShop(api, userId) : null
  if (!shop) return new Response(errorTexts.vendorProfileNotFound, { status: 404 })
  const { id } = shop
  const today = lagosDate(new Date())
  async function* batches() {
    for await (const rows of readProductBatches(api, id)) yield rows.map(productCells)
  }
  return csvStream(`ajoja-products-${today}.csv`, productCsv, batches())
}
