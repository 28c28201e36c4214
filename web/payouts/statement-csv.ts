import { lagosDateOf } from '#domain/calendar.ts'
import { koboToNaira } from '#domain/money.ts'
import { movementText } from '#domain/payouts/movement-text.ts'
import { errorTexts } from '#domain/texts/errors.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { csvResponse, csvText } from '#web/csv.ts'
import { readOwnShop } from '#web/desk/own-shop.ts'
import type { Route } from './+types/statement-csv.ts'
import { type Movement, readStatement } from './queries.ts'
import { readMonth } from './read-month.ts'

const HEADER = ['Day', 'What', 'Order', 'Reference', 'Platform fee (NGN)', 'Amount (NGN)', 'Balance (NGN)']

/** `/vendor/payouts/statement.csv`: the month's statement with its first and last balance, for spreadsheets. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const { userId } = context.get(viewerContext)
  const shop = userId ? await readOwnShop(api, userId) : null
  if (!shop) return new Response(errorTexts.vendorProfileNotFound, { status: 404 })
  const month = readMonth(url.searchParams, lagosDateOf(new Date()))
  const { failure, rows, openingKobo, closingKobo } = await readStatement(api, { shopId: shop.id, month })
  if (failure) return new Response(failure, { status: 503, headers: { 'content-type': 'text/plain; charset=utf-8' } })
  const balance = (text: string, kobo: number) => [`${month}-01`, text, '', '', '', '', nairaOf(kobo)]
  return csvResponse(
    `ajoja-statement-${month}.csv`,
    csvText(HEADER, [
      balance('Balance at the beginning', openingKobo),
      ...rows.map(cellsOf),
      [
        rows.length > 0 ? dayOf(rows.at(-1)) : `${month}-01`,
        'Balance at the end',
        '',
        '',
        '',
        '',
        nairaOf(closingKobo),
      ],
    ]),
  )
}

const dayOf = (movement: Movement | undefined) => lagosDateOf(new Date(movement?.posted_at ?? 0))

const cellsOf = (movement: Movement): (string | number)[] => [
  dayOf(movement),
  movementText(movement),
  movement.order_no ?? '',
  movement.reference ?? '',
  nairaOf(movement.fee_kobo),
  nairaOf(movement.amount_kobo),
  nairaOf(movement.balance_kobo ?? 0),
]

const nairaOf = (amountKobo: number): number => Number(koboToNaira(BigInt(amountKobo)))
