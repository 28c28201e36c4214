import { lagosDateOf } from '#domain/calendar.ts'
import { koboToNaira } from '#domain/money.ts'
import { movementText } from '#domain/payouts/movement-text.ts'
import { errorTexts } from '#domain/texts/errors.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { csvStream } from '#web/csv.ts'
import { readOwnShop } from '#web/desk/own-shop.ts'
import type { Route } from './+types/statement-csv.ts'
import { everyMovement, type Movement, readStatement, type Statement } from './queries.ts'
import { readMonth } from './read-month.ts'

const HEADER = ['Day', 'What', 'Order', 'Reference', 'Platform fee (NGN)', 'Amount (NGN)', 'Balance (NGN)']

/** `/vendor/payouts/statement.csv`: the month's statement with its first and last balance, for spreadsheets. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const { userId } = context.get(viewerContext)
  const shop = userId ? await readOwnShop(api, userId) : null
  if (!shop) return new Response(errorTexts.vendorProfileNotFound, { status: 404 })
  const month = readMonth(url.searchParams, lagosDateOf(new Date()))
  const statement = await readStatement(api, { shopId: shop.id, month })
  return csvStream(`ajoja-statement-${month}.csv`, HEADER, cellsOfMonth(everyMovement(api, statement), statement))
}

/** From the balance at the beginning to that at the end. */
async function* cellsOfMonth(batches: AsyncIterable<Movement[]>, { month, openingKobo }: Statement) {
  const line = (day: string, text: string, kobo: number) => [day, text, '', '', '', '', nairaOf(kobo)]
  let last: Movement | undefined
  let before = [line(`${month}-01`, 'Balance at the beginning', openingKobo)]
  for await (const rows of batches) {
    yield [...before, ...rows.map(cellsOf)]
    before = []
    last = rows.at(-1) ?? last
  }
  yield [
    last
      ? line(dayOf(last), 'Balance at the end', last.balance_kobo)
      : line(`${month}-01`, 'Balance at the end', openingKobo),
  ]
}

const dayOf = (movement: Movement) => lagosDateOf(new Date(movement.posted_at))

const cellsOf = (movement: Movement): (string | number)[] => [
  dayOf(movement),
  movementText(movement),
  movement.order_no ?? '',
  movement.reference ?? '',
  nairaOf(movement.fee_kobo),
  nairaOf(movement.amount_kobo),
  nairaOf(movement.balance_kobo),
]

const nairaOf = (amountKobo: number): number => Number(koboToNaira(BigInt(amountKobo)))
