import { koboToNairaNumber } from '#domain/money.ts'
import { kindTexts } from '#domain/receipts/paper.ts'
import { lagosDate } from '#domain/time/calendar.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { type CsvColumns, csvDownload } from '#web/files/csv.ts'
import { guard } from '#web/session/guard.ts'
import type { Route } from './+types/receipts-csv.ts'
import { type ListedDocument, listEveryDocument } from './queries.ts'

export const middleware = [guard]

/** `/account/receipts.csv`: the viewer's own documents, for spreadsheets. */
export async function loader({ context }: Route.LoaderArgs) {
  const documents = await listEveryDocument(context.get(apiContext), context.get(viewerContext).userId ?? '')
  return csvDownload(`ajoja-receipts-${lagosDate(new Date())}.csv`, COLUMNS, documents)
}

const COLUMNS: CsvColumns<ListedDocument> = [
  ['Number', ({ number }) => number],
  ['Kind', ({ kind }) => kindTexts[kind]],
  ['Issued on', ({ issued_at }) => lagosDate(new Date(issued_at))],
  ['Order', ({ orders }) => orders],
  ['Shop', ({ shop }) => shop],
  ['Amount (NGN)', ({ amount_kobo }) => koboToNairaNumber(amount_kobo)],
]
