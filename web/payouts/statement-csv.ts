import { koboToNairaNumber } from '#domain/money.ts'
import { movementText } from '#domain/payouts/movement-text.ts'
import { grossKobo } from '#domain/payouts/statement-paper.ts'
import { PERIOD_FAULT, periodName, readPeriod } from '#domain/payouts/statement-period.ts'
import { errorTexts } from '#domain/texts/errors.ts'
import { lagosDate } from '#domain/time/calendar.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { readOwnShop } from '#web/desk/shop/own-shop.ts'
import { type CsvColumns, csvStream } from '#web/files/csv.ts'
import type { Route } from './+types/statement-csv.ts'
import { type Movement, readMovementBatches, readStatement, type Statement } from './queries.ts'

/** `/vendor/payouts/statement.csv`: the statement of one or several months with opening and closing balance, as CSV. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const { userId } = context.get(viewerContext)
  const shop = userId ? await readOwnShop(api, userId) : null
  if (!shop) return new Response(errorTexts.vendorProfileNotFound, { status: 404 })
  const period = readPeriod(url.searchParams, lagosDate(new Date()))
  if (!period) return new Response(PERIOD_FAULT, { status: 400, headers: PLAIN })
  const statement = await readStatement(api, { shopId: shop.id, period })
  const lines = statementLines(readMovementBatches(api, statement), statement)
  return csvStream(`ajoja-statement-${periodName(period)}.csv`, COLUMNS, lines)
}

const PLAIN = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'private, no-store' }

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
  ['Bank account ends in', ({ movement }) => movement?.last_four ?? ''],
  ['Sold (NGN)', ({ movement }) => (movement ? koboToNairaNumber(grossKobo(movement)) : '')],
  ['Platform fee (NGN)', ({ movement }) => (movement ? koboToNairaNumber(movement.fee_kobo) : '')],
  ['Amount (NGN)', ({ movement }) => (movement ? koboToNairaNumber(movement.amount_kobo) : '')],
  ['Balance (NGN)', ({ balanceKobo }) => koboToNairaNumber(balanceKobo)],
]

/** Lines from the opening to the closing balance. */
async function* statementLines(
  batches: AsyncIterable<Movement[]>,
  { period, openingKobo }: Statement,
): AsyncGenerator<StatementLine[]> {
  const opening = { day: `${period.from}-01`, text: 'Balance at the beginning', balanceKobo: openingKobo }
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
