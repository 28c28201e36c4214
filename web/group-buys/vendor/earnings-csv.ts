import { koboToNairaNumber } from '#domain/money.ts'
import { standingLabels } from '#domain/orders/earnings.ts'
import { joinTexts } from '#domain/texts/errors.ts'
import { lagosDate } from '#domain/time/calendar.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { readOwnShop } from '#web/desk/shop/own-shop.ts'
import { type CsvColumns, csvDownload } from '#web/files/csv.ts'
import type { Route } from './+types/earnings-csv.ts'
import { readAllEarnings, readBuyMoney } from './earning-queries.ts'

/** The earnings of each order of a buy as CSV. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const { userId } = context.get(viewerContext)
  const shop = userId ? await readOwnShop(api, userId) : null
  const key = { shopId: shop?.id ?? '', buyId: params.id }
  const { buy } = shop ? await readBuyMoney(api, key) : { buy: null }
  if (!buy) return new Response(joinTexts.notFound, { status: 404 })
  return csvDownload(`ajoja-earnings-${lagosDate(new Date())}.csv`, COLUMNS, await readAllEarnings(api, key))
}

const COLUMNS: CsvColumns<Awaited<ReturnType<typeof readAllEarnings>>['rows'][number]> = [
  ['Order', (row) => row.order_no],
  ['Ordered on', (row) => lagosDate(new Date(row.created_at))],
  ['Buyer', (row) => row.buyer_name],
  ['Quantity', (row) => row.quantity ?? 0],
  ['Goods (NGN)', (row) => koboToNairaNumber(row.goods)],
  ['Fee (NGN)', (row) => koboToNairaNumber(row.fee)],
  ['You get (NGN)', (row) => koboToNairaNumber(row.net)],
  ['Where it is', (row) => standingLabels[row.standing]],
]
