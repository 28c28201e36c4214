import { koboToNairaNumber } from '#domain/money.ts'
import { movementText } from '#domain/payouts/movement-text.ts'
import { errorTexts } from '#domain/texts/errors.ts'
import { lagosDate } from '#domain/time/calendar.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { readOwnShop } from '#web/desk/shop/own-shop.ts'
import { type CsvColumns, csvStream } from '#web/files/csv.ts'
import type { Route } from './+types/statement-csv.ts'
import { type Movement, readMovementBatches, readStatement, type Statement } from './queries.ts'
import { readMonth } from './read-month.ts'

/** `/vendor/payouts/statement.csv`: the month's statement with opening and closing balance, as CSV. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const { userId } = context.get(viewerContext)
  const shop = userId ? await readOwnShop(api, userId) : null
  if (!shop) return new Response(errorTexts.vendorProfileNotFound, { status: 404 })
  const month = readMonth(url.searchParams, lagosDate(new Date()))
  const statement = await readStatement(api, { shopId: shop.id, month })
  const lines = statementLines(readMovementBatches(api, statement), statement)
  return csvStream(`ajoja-statement-${month}.csv`, COLUMNS, lines)
}

interface StatementLine {
  day: string
  text: string
  /** Undefined for the balance at the beginning and the end. */
  movement?: Movement
  balanceKobo: number
}

const COLUMNS: CsvColumns<StatementLine> = [
  ['Day', ({ day }) => day],
  ['What', ({ text }) => text],
  ['Order', ({ movement }) => movement?.order_no ?? ''],
  ['Reference', ({ movement }) => movement?.reference ?? ''],
  ['Platform fee (NGN)', ({ movement }) => (movement ? koboToNairaNumber(movement.fee_kobo) : '')],
  ['Amount (NGN)', ({ movement }) => (movement ? koboToNairaNumber(movement.amount_kobo) : '')],
  ['Balance (NGN)', ({ balanceKobo }) => koboToNairaNumber(balanceKobo)],
]

/** Lines from the opening to the closing balance. */
async function* statementLines(
  batches: AsyncIterable<Movement[]>,
  { month, openingKobo }: Statement,
): AsyncGenerator<StatementLine[]> {
  const opening = { day: `${month}-01`, text: 'Balance at the beginning', balanceKobo: openingKobo }
  let last: StatementLine = opening
  let before: StatementLine[] = [opening]
  for await (const movements of batches) {
    const lines = movements.map(toLine)
    last = lines.at(-1) ?? last
    yield [...before, ...lines]
    before = []
  }
  yield [{ day: last.day, text: 'Balance at the end', balanceKobo: last.balanceKobo }]
}

const toLine = (movement: Movement): StatementLine => ({
  day: lagosDate(new Date(movement.posted_at)),
  text: movementText(movement),
  movement,
  balanceKobo: movement.balance_kobo,
})
