import { lagosDateOf } from '#domain/calendar.ts'
import { koboToNaira } from '#domain/money.ts'
import { joinTexts } from '#domain/texts/errors.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { csvResponse, csvText } from '#web/csv.ts'
import { readOwnShop } from '#web/desk/own-shop.ts'
import type { Route } from './+types/earnings-csv.ts'
import { everyEarning, readBuyMoney } from './earning-queries.ts'
import { earningWords } from './earning-words.ts'

const HEADER = ['Order', 'Ordered on', 'Buyer', 'Quantity', 'Goods (NGN)', 'Fee (NGN)', 'You get (NGN)', 'Where it is']

/** What each order of a buy earns, for spreadsheets. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const { userId } = context.get(viewerContext)
  const shop = userId ? await readOwnShop(api, userId) : null
  const wish = { shopId: shop?.id ?? '', buyId: params.id }
  const { buy } = shop ? await readBuyMoney(api, wish) : { buy: null }
  if (!buy) return new Response(joinTexts.notFound, { status: 404 })
  const { rows, failure } = await everyEarning(api, wish)
  if (failure) return new Response(failure, { status: 503, headers: { 'content-type': 'text/plain; charset=utf-8' } })
  const cells = rows.map((row) => [
    row.order_no,
    lagosDateOf(new Date(row.created_at)),
    row.buyer_name,
    row.quantity ?? 0,
    nairaOf(row.goods),
    nairaOf(row.fee),
    nairaOf(row.net),
    earningWords[row.standing].label,
  ])
  return csvResponse(`ajoja-earnings-${lagosDateOf(new Date())}.csv`, csvText(HEADER, cells))
}

const nairaOf = (amountKobo: number): number => Number(koboToNaira(BigInt(amountKobo)))
