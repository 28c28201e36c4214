import { koboToNairaNumber } from '#domain/money.ts'
import { kindTexts } from '#domain/receipts/paper.ts'
import { lagosDate } from '#domain/time/calendar.ts'
import { apiContext } from '#web/context.ts'
import { type CsvColumns, csvStream } from '#web/files/csv.ts'
import { textParam } from '#web/list-page.ts'
import type { Route } from './+types/documents-csv.ts'
import { type ListedDocument, readIssuedBatches } from './queries.ts'

const MONTH = /^20\d\d-(0[1-9]|1[0-2])$/

/** `/chief/vat/documents.csv?month=2026-03`: receipts, invoices and credit notes of a month in the order of issue. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const requested = textParam(url.searchParams, 'month')
  const month = MONTH.test(requested) ? requested : lagosDate(new Date()).slice(0, 7)
  return csvStream(`ajoja-documents-${month}.csv`, COLUMNS, readIssuedBatches(context.get(apiContext), month))
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
