import { lagosDate } from '#domain/calendar.ts'
import { koboToNairaNumber } from '#domain/money.ts'
import { movementText } from '#domain/payouts/movement-text.ts'
import { errorTexts } from '#domain/texts/errors.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { readOwnShop } from '#web/desk/own-shop.ts'
import { csvStream } from '#web/files/csv.ts'
import type { Route } from './+types/statement-csv.ts'
import { type Movement, readMovementBatches, readStatement, type Statement } from './queries.ts'
import { readMonth } from './read-month.ts'

const HEADER = ['Day', 'What', 'Order', 'Reference', 'Platform fee (NGN)', 'Amount (NGN)', 'Balance (NGN)']

/** `/vendor/payouts/statement.csv`: the month's statement with opening and closing balance, as CSV. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const { userId } = context.get(viewerContext)
  const shop = userId ? await readOwnShop(api, userId) : null
  if (!shop) return new Response(errorTexts.vendorProfileNotFound, { status: 404 })
  const month = readMonth(url.searchParams, lagosDate(new Date()))
  const statement = await readStatement(api, { shopId: shop.id, month })
  return csvStream(
    `ajoja-statement-${month}.csv`,
    HEADER,
    statementRows(readMovementBatches(api, statement), statement),
  )
}

/** Rows from the opening to the closing balance. */
async function* statementRows(batches: AsyncIterable<Movement[]>, { month, openingKobo }: Statement) {
  const line = (day: string, text: string, kobo: number) => [day, text, '', '', '', '', koboToNairaNumber(kobo)]
  let last: Movement | undefined
  let before = [line(`${month}-01`, 'Balance at the beginning', openingKobo)]
  for await (const rows of batches) {
    yield [...before, ...rows.map(toCells)]
    before = []
    last = rows.at(-1) ?? last
  }
  yield [
    last
      ? line(movementDay(last), 'Balance at the end', last.balance_kobo)
      : line(`${month}-01`, 'Balance at the end', openingKobo),
  ]
}

const movementDay = (movement: Movement) => lagosDate(new Date(movement.posted_at))

const toCells = (movement: Movement): (string | number)[] => [
  movementDay(movement),
  movementText(movement),
  movement.order_no ?? '',
  movement.reference ?? '',
  koboToNairaNumber(movement.fee_kobo),
  koboToNairaNumber(movement.amount_kobo),
  koboToNairaNumber(movement.balance_kobo),
]
