import { lagosDate } from '#domain/calendar.ts'
import { koboToNairaNumber } from '#domain/money.ts'
import { joinTexts } from '#domain/texts/errors.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { readOwnShop } from '#web/desk/own-shop.ts'
import { csvResponse, csvText } from '#web/files/csv.ts'
import type { Route } from './+types/earnings-csv.ts'
import { readAllEarnings, readBuyMoney } from './earning-queries.ts'
import { earningTexts } from './earning-texts.ts'

const HEADER = ['Order', 'Ordered on', 'Buyer', 'Quantity', 'Goods (NGN)', 'Fee (NGN)', 'You get (NGN)', 'Where it is']

/** The earnings of each order of a buy as CSV. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const { userId } = context.get(viewerContext)
  const shop = userId ? await readOwnShop(api, userId) : null
  const key = { shopId: shop?.id ?? '', buyId: params.id }
  const { buy } = shop ? await readBuyMoney(api, key) : { buy: null }
  if (!buy) return new Response(joinTexts.notFound, { status: 404 })
  const { rows, failure } = await readAllEarnings(api, key)
  if (failure) return new Response(failure, { status: 503, headers: { 'content-type': 'text/plain; charset=utf-8' } })
  const cells = rows.map((row) => [
    row.order_no,
    lagosDate(new Date(row.created_at)),
    row.buyer_name,
    row.quantity ?? 0,
    koboToNairaNumber(row.goods),
    koboToNairaNumber(row.fee),
    koboToNairaNumber(row.net),
    earningTexts[row.standing].label,
  ])
  return csvResponse(`ajoja-earnings-${lagosDate(new Date())}.csv`, csvText(HEADER, cells))
}
