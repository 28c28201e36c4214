import { assert } from '#domain/assert.ts'
import { koboToNairaNumber } from '#domain/money.ts'
import { kindTexts } from '#domain/receipts/paper.ts'
import { readVatPeriod } from '#domain/receipts/vat-period.ts'
import { lagosDate } from '#domain/time/calendar.ts'
import { apiContext } from '#web/context.ts'
import { type CsvColumns, csvStream } from '#web/files/csv.ts'
import { textParam } from '#web/list-page.ts'
import type { Route } from './+types/documents-csv.ts'
import { type ListedDocument, readIssuedBatches } from './queries.ts'

/** `/chief/vat/documents.csv?month=2026-03`: receipts, invoices and credit notes of a month in the order of issue. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const requested = textParam(url.searchParams, 'month')
  const today = lagosDate(new Date())
  const period = readVatPeriod(requested, today) ?? readVatPeriod(today.slice(0, 7), today)
  assert(period, 'this month has begun')
  return csvStream(`ajoja-documents-${period.name}.csv`, COLUMNS, readIssuedBatches(context.get(apiContext), period))
}

const COLUMNS: CsvColumns<ListedDocument> = [
  ['Number', ({ number }) => number],
  ['Kind', ({ kind }) => kindTexts[kind]],
  ['Issued on', ({ issued_at: at }) => lagosDate(new Date(at))],
  ['Order', ({ orders }) => orders],
  ['Buyer', ({ buyer }) => buyer],
  ['Shop', ({ shop }) => shop],
  ['Amount (NGN)', ({ amount_kobo: amount }) => koboToNairaNumber(amount)],
]
