import { lagosDate } from '#domain/calendar.ts'
import { koboToNaira } from '#domain/money.ts'
import { kindTexts } from '#domain/receipts/paper.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { guard } from '#web/session/guard.ts'
import { csvResponse, csvText } from '../files/csv.ts'
import type { Route } from './+types/receipts-csv.ts'
import { type ListedDocument, listEveryDocument } from './queries.ts'

export const middleware = [guard]

const HEADER = ['Number', 'Kind', 'Issued on', 'Order', 'Shop', 'Amount (NGN)']

/** `/account/receipts.csv`: the viewer's own documents, for spreadsheets. */
export async function loader({ context }: Route.LoaderArgs) {
  const { rows, failure } = await listEveryDocument(context.get(apiContext), context.get(viewerContext).userId ?? '')
  if (failure) return new Response(failure, { status: 503, headers: { 'content-type': 'text/plain; charset=utf-8' } })
  return csvResponse(`ajoja-receipts-${lagosDate(new Date())}.csv`, csvText(HEADER, rows.map(cellsOf)))
}

const cellsOf = ({ number, kind, issued_at, orders, shop, amount_kobo }: ListedDocument): (string | number)[] => [
  number,
  kindTexts[kind],
  lagosDate(new Date(issued_at)),
  orders,
  shop,
  Number(koboToNaira(BigInt(amount_kobo))),
]
