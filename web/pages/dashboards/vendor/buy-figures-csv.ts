import { type BuyFigures, buyFigures } from '#domain/figures/buy-figures.ts'
import { errorTexts } from '#domain/texts/errors.ts'
import { lagosDate } from '#domain/time/calendar.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { readOwnShop } from '#web/desk/shop/own-shop.ts'
import { type CsvColumns, csvStream } from '#web/files/csv.ts'
import { choiceParam } from '#web/list-page.ts'
import type { Route } from './+types/buy-figures-csv.ts'
import { type BuyFigureRow, figureMonths, readBuyFigureBatches } from './buy-figure-queries.ts'

/** `/vendor/analytics/buys.csv`: the page's rows for the same months. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const shop = await readOwnShop(api, context.get(viewerContext).userId)
  if (!shop) return new Response(errorTexts.vendorProfileNotFound, { status: 404 })
  const now = new Date()
  const month = choiceParam(url.searchParams, 'month', figureMonths(now))
  return csvStream(`ajoja-group-buys-${lagosDate(now)}.csv`, COLUMNS, readBuyFigureBatches(api, month))
}

const shareOf = (name: 'paidShare' | 'fillShare' | 'onTimeShare' | 'noShowShare') => (row: BuyFigureRow) =>
  buyFigures(row)[name satisfies keyof BuyFigures] ?? ''

const COLUMNS: CsvColumns<BuyFigureRow> = [
  ['Group buy', (row) => row.product_name],
  ['Last day', (row) => lagosDate(new Date(row.end_date))],
  ['State', (row) => row.status],
  ['Orders made', (row) => row.joined],
  ['Orders paid', (row) => row.paid],
  ['Paid (%)', shareOf('paidShare')],
  ['Tier reached', (row) => buyFigures(row).tier],
  ['Tiers', (row) => buyFigures(row).tiers],
  ['Price (NGN)', (row) => row.price],
  ['Units joined', (row) => row.quantity],
  ['Target', (row) => row.target_quantity],
  ['Filled (%)', shareOf('fillShare')],
  ['Handed over', (row) => row.handed_over],
  ['On time (%)', shareOf('onTimeShare')],
  ['Not collected', (row) => row.uncollected],
  ['Not collected (%)', shareOf('noShowShare')],
  ['Goods (NGN)', (row) => row.goods],
]
